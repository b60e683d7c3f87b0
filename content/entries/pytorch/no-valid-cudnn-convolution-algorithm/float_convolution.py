"""The same convolution in float32, compared with the integer result of the CPU."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randint(-128, 128, (1, 1, 6, 6), dtype=torch.int8, device="cuda")
w = torch.randint(-128, 128, (1, 1, 3, 3), dtype=torch.int8, device="cuda")
y = F.conv2d(x.float(), w.float(), padding=1).round().int()

expected = F.conv2d(x.cpu().int(), w.cpu().int(), padding=1)
print("largest value:", int(y.abs().max()), "dtype:", y.dtype)
assert torch.equal(y.cpu(), expected)
