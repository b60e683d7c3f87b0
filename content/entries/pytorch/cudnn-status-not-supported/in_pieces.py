"""The same in two pieces: the state of the first goes into the second."""

import torch

torch.manual_seed(0)
lstm = torch.nn.LSTM(input_size=4, hidden_size=128, num_layers=3).to("cuda")
x = torch.randn(65536, 2, 4, device="cuda")
pieces, state = [], None
for part in x.split(32768):  # along time
    y, state = lstm(part, state)
    pieces.append(y)
y = torch.cat(pieces)
print("shape:", tuple(y.shape), "| last:", y[-1, 0, 0].item())
assert y.shape == (65536, 2, 128)
assert torch.isfinite(y).all()
assert torch.allclose(y[-1], state[0][-1])
