"""Set the old and the new name of the variable."""

import os

import jax
from jax._src.lib import xla_client

os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = ".9"
os.environ["XLA_CLIENT_MEM_FRACTION"] = ".9"
print("jax", jax.__version__)
options = xla_client.generate_pjrt_gpu_plugin_options()
assert options["memory_fraction"] == 0.9
