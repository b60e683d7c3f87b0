"""JAX_PLATFORMS=cuda where /dev shows no NVIDIA device, as in a container without --gpus."""

import os

os.environ["JAX_PLATFORMS"] = "cuda"

import jax
from jax._src import hardware_utils

hardware_utils._NVIDIA_GPU_DEVICES = []  # no such file on any machine that runs this
print("jax", jax.__version__)
jax.devices()
