"""The same status on the CPU, where it speaks of the machine's memory: 256 TiB."""

import jax
import jax.numpy as jnp

with jax.default_device(jax.devices("cpu")[0]):
    jnp.zeros((2**46,), jnp.float32).block_until_ready()
