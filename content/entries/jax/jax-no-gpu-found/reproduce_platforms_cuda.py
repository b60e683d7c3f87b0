"""The same with JAX_PLATFORMS=cuda: an exception instead of a line in the log."""

import os
import sys

os.environ["JAX_PLATFORMS"] = "cuda"

from jax._src import hardware_utils, xla_bridge

hardware_utils._NVIDIA_GPU_DEVICES = [sys.executable]  # a file that exists plays /dev/nvidia0
xla_bridge.discover_pjrt_plugins = lambda: None  # as if no jax-cuda package were installed

import jax

print("jax", jax.__version__)
jax.devices()
