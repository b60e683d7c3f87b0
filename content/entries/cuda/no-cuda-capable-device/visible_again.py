"""The same program with the number of a GPU that is there."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import cupy

x = cupy.arange(3)
assert x.sum().item() == 3
