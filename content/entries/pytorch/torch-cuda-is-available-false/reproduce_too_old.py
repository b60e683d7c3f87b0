"""The driver is older than this PyTorch's CUDA (simulated: it answers CUDA 11.0): False, and a warning."""

import warnings

import torch

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    available = torch.cuda.is_available()
print(available, [str(warning.message) for warning in said])
assert not available
assert any("The NVIDIA driver on your system is too old (found version 11000)" in str(w.message) for w in said)
