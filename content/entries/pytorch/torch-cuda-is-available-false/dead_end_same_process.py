"""Show the GPU again in a process that has asked once."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "-1"

import torch

assert not torch.cuda.is_available()
del os.environ["CUDA_VISIBLE_DEVICES"]
print(torch.cuda.is_available())
assert not torch.cuda.is_available()
