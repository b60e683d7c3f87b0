"""A number that bfloat16 holds, put into float16: does it survive?"""

import torch

activation = torch.tensor(70000.0, dtype=torch.bfloat16)
as_half = activation.to(torch.float16)
print(activation.item(), "->", as_half.item())
assert torch.isfinite(as_half)
