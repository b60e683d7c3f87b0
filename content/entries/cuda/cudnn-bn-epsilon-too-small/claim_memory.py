"""What does a batch-normalization layer weigh in half and in single precision?"""

import torch
from torch import nn


def size(layer):
    return sum(t.numel() * t.element_size() for t in layer.state_dict().values())


half, single = nn.BatchNorm2d(64).half(), nn.BatchNorm2d(64).half().float()
output = single(torch.randn(2, 64, 8, 8).half())
print("bytes of a layer with 64 channels: half", size(half), "float", size(single))
print("a float layer gives back, for a half input,", output.dtype)
assert size(single) > size(half)
