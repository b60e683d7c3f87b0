"""A build with CUDA on a machine without a driver: False, and not a word about it."""

import warnings

import torch

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    available = torch.cuda.is_available()
print(torch.__version__, torch.version.cuda, available, [str(warning.message) for warning in said])
assert torch.version.cuda
assert not available
assert not said
