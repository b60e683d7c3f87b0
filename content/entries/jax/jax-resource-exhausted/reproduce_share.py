"""An array that fits the card, but not the three quarters of it that JAX takes."""

import jax
import jax.numpy as jnp

device = jax.devices("gpu")[0]
limit = device.memory_stats()["bytes_limit"]
wanted = int(1.15 * limit)  # 86 % of the card
print("JAX may use", limit, "bytes; wanted:", wanted)
jnp.zeros((wanted // 4,), jnp.float32).block_until_ready()
