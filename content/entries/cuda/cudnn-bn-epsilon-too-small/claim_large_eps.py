"""How much of the normalization is left as eps grows? A channel whose variance is 1e-3."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(16, 1, 32, 32) * 1e-3**0.5
deviations = []
for eps in (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1.0):
    output = nn.BatchNorm2d(1, eps=eps)(images)
    deviations.append(output.std().item())
    print(f"eps={eps}: standard deviation of the output {deviations[-1]:.4f}")
assert deviations == sorted(deviations, reverse=True)
assert deviations[1] > 0.99  # 1e-5 is harmless at this variance
assert deviations[-1] < 0.05
