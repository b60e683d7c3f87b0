"""Set the variable after `import jax`, before the first use: what does JAX hand to its plugin?"""

import os

import jax
from jax._src.lib import xla_client

os.environ["XLA_CLIENT_MEM_FRACTION"] = ".5"
options = xla_client.generate_pjrt_gpu_plugin_options()  # called when the first backend starts
print("jax", jax.__version__, options)
assert "memory_fraction" not in options, options["memory_fraction"]
