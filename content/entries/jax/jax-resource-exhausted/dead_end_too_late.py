"""The variable is set after JAX has started its backend."""

import os

import jax
import jax.numpy as jnp

device = jax.devices("gpu")[0]
limit = device.memory_stats()["bytes_limit"]
os.environ["XLA_CLIENT_MEM_FRACTION"] = ".95"
wanted = int(1.15 * limit)
print("JAX may use", limit, "bytes; wanted:", wanted)
jnp.zeros((wanted // 4,), jnp.float32).block_until_ready()
