"""XLA_PYTHON_CLIENT_PREALLOCATE=false, to get more than three quarters."""

import os

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

import jax
import jax.numpy as jnp

device = jax.devices("gpu")[0]
limit = device.memory_stats()["bytes_limit"]
wanted = int(1.15 * limit)
print("JAX may use", limit, "bytes; wanted:", wanted)
jnp.zeros((wanted // 4,), jnp.float32).block_until_ready()
