"""Each step keeps its output on the device: after a dozen steps the share is full."""

import jax
import jax.numpy as jnp

limit = jax.devices("gpu")[0].memory_stats()["bytes_limit"]
step = jax.jit(lambda n: jnp.full((limit // 10 // 4,), n, jnp.float32))
outputs = []
for n in range(12):
    outputs.append(step(n).block_until_ready())
    print("arrays on the device:", len(jax.live_arrays()), flush=True)
