"""The dtype follows the device: float16 on a GPU, float32 on the CPU."""

import torch


def build():
    return torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.LayerNorm(4))


device = "cpu"
dtype = torch.float16 if device == "cuda" else torch.float32
torch.manual_seed(0)
saved = build().half().state_dict()  # a float16 checkpoint
model = build().to(device, dtype)
model.load_state_dict(saved)
x = torch.randn(2, 8, dtype=torch.float16, device=device)
y = model(x.to(dtype))
unchanged = all(torch.equal(model.state_dict()[k].half(), saved[k]) for k in saved)
print("output:", y.dtype, "| weights as saved:", unchanged)
assert unchanged and y.dtype == torch.float32 and y.isfinite().all()
