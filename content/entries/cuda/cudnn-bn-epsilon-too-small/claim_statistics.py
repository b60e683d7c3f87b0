"""Must the running statistics be made anew after eps was changed?"""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(64, 8, 16, 16) * 3 + 5
small, large = nn.BatchNorm2d(8, eps=1e-6), nn.BatchNorm2d(8, eps=1e-2)
for _ in range(100):
    small(images)
    large(images)
same = torch.equal(small.running_var, large.running_var) and torch.equal(small.running_mean, large.running_mean)
print("running statistics equal, bit for bit, with eps=1e-6 and eps=1e-2:", same)

small.eval()
small.eps = 1e-5
kept = small(images)
small.reset_running_stats()
reset = small(images)
print(f"eps changed, statistics kept:  output mean {kept.mean().item():.3f}, std {kept.std().item():.3f}")
print(f"eps changed, statistics reset: output mean {reset.mean().item():.3f}, std {reset.std().item():.3f}")
assert not same
