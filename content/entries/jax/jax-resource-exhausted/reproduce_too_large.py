"""One array of 1 TiB."""

import jax
import jax.numpy as jnp

print("jax", jax.__version__, jax.devices("gpu"))
jnp.zeros((2**38,), jnp.float32).block_until_ready()
