"""A variable hides the GPU: False, and not a word about it."""

import os
import warnings

os.environ["CUDA_VISIBLE_DEVICES"] = "-1"

import torch

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    available = torch.cuda.is_available()
print(torch.version.cuda, available, [str(warning.message) for warning in said])
assert torch.version.cuda
assert not available
assert not said
