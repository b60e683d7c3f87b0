"""Two small inputs and a number as the result; what is between them is larger than the share."""

import jax
import jax.numpy as jnp

limit = jax.devices("gpu")[0].memory_stats()["bytes_limit"]
n = int((1.3 * limit / 4) ** 0.5) // 256 * 256
a = jnp.ones((n, 16), jnp.float32)


@jax.jit
def largest(a):
    products = a @ a.T  # n times n
    return jnp.abs(products).max()


print("inputs:", a.nbytes, "bytes; between:", 4 * n * n, "bytes; limit:", limit)
largest(a).block_until_ready()
