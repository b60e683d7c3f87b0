"""Sample a token from float16 logits that have overflowed."""

import torch

torch.manual_seed(0)
hidden = torch.full((1, 64), 40.0, dtype=torch.float16, device="cuda")
weight = torch.full((64, 10), 40.0, dtype=torch.float16, device="cuda")
logits = hidden @ weight  # 64 * 1600 = 102400; float16 ends at 65504
probabilities = torch.softmax(logits, dim=-1)
print("logit:", logits[0, 0].item(), "| probability:", probabilities[0, 0].item())
print("token:", torch.multinomial(probabilities, 1).item())
