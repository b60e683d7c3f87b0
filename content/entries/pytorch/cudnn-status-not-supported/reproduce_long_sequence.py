"""An LSTM on 65,536 steps, one more than fits into 16 bits."""

import torch

torch.manual_seed(0)
lstm = torch.nn.LSTM(input_size=4, hidden_size=128, num_layers=3).to("cuda")
x = torch.randn(65536, 2, 4, device="cuda")
y, state = lstm(x)
print("shape:", tuple(y.shape), "| last:", y[-1, 0, 0].item())
