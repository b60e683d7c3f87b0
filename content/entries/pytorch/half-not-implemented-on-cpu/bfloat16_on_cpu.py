"""bfloat16 instead: as small as float16, and with kernels for these operators."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.LayerNorm(8)).half()
x = torch.randn(2, 8, dtype=torch.float16)
expected = model.float()(x.float())

model = model.to(torch.bfloat16)
y = model(x.to(torch.bfloat16))
worst = (y.float() - expected).abs().max().item()
print("output:", y.dtype, "| bytes per number:", y.element_size(), f"| error {worst:.4f}")
assert y.dtype == torch.bfloat16 and 0 < worst < 0.05
