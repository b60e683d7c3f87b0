"""A GPU is there, and the variable hides it."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "-1"

import cupy

x = cupy.arange(3)
