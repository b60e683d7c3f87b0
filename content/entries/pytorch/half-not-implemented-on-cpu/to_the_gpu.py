"""The module that stayed on the CPU, and its input, go to the GPU."""

import torch

hidden = torch.randn(2, 8, dtype=torch.float16)
model = torch.nn.LayerNorm(8).half()
model = model.to("cuda")
y = model(hidden.to("cuda"))
print("torch", torch.__version__, "|", y.dtype, y.device)
assert y.dtype == torch.float16 and y.device.type == "cuda" and y.isfinite().all()
