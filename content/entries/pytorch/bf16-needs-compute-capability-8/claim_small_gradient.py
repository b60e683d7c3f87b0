"""A gradient of 1e-8 in float16, without and with a loss scale of 65536: does the bare one survive?"""

import torch

gradient = torch.tensor(1e-8)
bare = gradient.to(torch.float16)
scaled = (gradient * 65536).to(torch.float16).float() / 65536
print("bare:", bare.item(), "| scaled and scaled back:", scaled.item(), "| in bfloat16:", gradient.to(torch.bfloat16).item())
assert bare.item() > 0
