"""A batch in two halves through batch normalization, in training and in evaluation."""

import torch

torch.manual_seed(0)
x = torch.cat([torch.zeros(512, 8), torch.ones(512, 8) * 4]) + torch.rand(1024, 8)
norm = torch.nn.BatchNorm1d(8)
whole = norm(x)
halves = torch.cat([norm(part) for part in x.split(512)])
norm.eval()
same = torch.cat([norm(part) for part in x.split(512)])
print("training, largest difference:", (whole - halves).abs().max().item())
assert torch.allclose(norm(x), same)
assert (whole - halves).abs().max() > 0.5
