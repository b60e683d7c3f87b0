"""Ask for the GPU harder: jax_platform_name."""

import jax
from jax._src import xla_bridge

xla_bridge.discover_pjrt_plugins = lambda: None  # as if no jax-cuda package were installed
jax.config.update("jax_platform_name", "gpu")
print("jax", jax.__version__)
jax.numpy.zeros(3)
