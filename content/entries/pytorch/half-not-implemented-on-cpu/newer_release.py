"""The same layers with a release that has them in float16."""

import torch

device = "cpu"
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.LayerNorm(4)).half()
x = torch.randn(2, 8, dtype=torch.float16, device=device)
model.to(device)
y = model(x)
expected = model.float()(x.float())
worst = (y.float() - expected).abs().max().item()
print("torch", torch.__version__, "|", y.dtype, f"| error {worst:.4f}")
assert y.dtype == torch.float16 and worst < 0.01
