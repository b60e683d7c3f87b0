"""JAX_PLATFORMS=gpu where CUDA starts: JAX asks for ROCm as well, and that is an exception."""

import os
import sys

os.environ["JAX_PLATFORMS"] = "gpu"

from jax._src import hardware_utils, xla_bridge

hardware_utils._NVIDIA_GPU_DEVICES = [sys.executable]  # a file that exists plays /dev/nvidia0
xla_bridge.discover_pjrt_plugins = lambda: None  # the CPU's backend plays CUDA's, which starts
starts = xla_bridge._backend_factories["cpu"].factory
xla_bridge.register_backend_factory("cuda", starts, priority=500)

import jax

print("jax", jax.__version__)
jax.devices()
