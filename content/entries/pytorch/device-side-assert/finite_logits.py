"""The same product in bfloat16, whose range is that of float32."""

import torch

torch.manual_seed(0)
hidden = torch.full((1, 64), 40.0, dtype=torch.bfloat16, device="cuda")
weight = torch.full((64, 10), 40.0, dtype=torch.bfloat16, device="cuda")
logits = (hidden @ weight).float()
probabilities = torch.softmax(logits, dim=-1)
print("logit:", logits[0, 0].item(), "| probability:", probabilities[0, 0].item())
token = torch.multinomial(probabilities, 1).item()
print("token:", token)
assert torch.isfinite(logits).all() and abs(logits[0, 0].item() - 102400) < 512
assert abs(probabilities.sum().item() - 1) < 1e-5 and 0 <= token < 10
