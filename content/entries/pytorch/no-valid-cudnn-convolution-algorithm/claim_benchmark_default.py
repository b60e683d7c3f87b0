"""Does switching benchmark off change anything?"""

import torch

print("benchmark by default:", torch.backends.cudnn.benchmark)
print("deterministic by default:", torch.backends.cudnn.deterministic)
before = torch.backends.cudnn.benchmark
torch.backends.cudnn.benchmark = False
assert torch.backends.cudnn.benchmark != before, "it was off already"
