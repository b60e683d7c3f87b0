"""One module of a float16 model is on the CPU: here a LayerNorm, and its input."""

import torch

hidden = torch.randn(2, 8, dtype=torch.float16)
model = torch.nn.LayerNorm(8).half()
print("torch", torch.__version__, "|", hidden.dtype, hidden.device)
y = model(hidden)
