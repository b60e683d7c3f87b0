"""A small input and a number as the result; what is between them is larger than the share."""

import jax
import jax.numpy as jnp

limit = jax.devices("gpu")[0].memory_stats()["bytes_limit"]
n = int((1.3 * limit / 4) ** 0.5) // 4096 * 4096
a = jnp.ones((n,), jnp.float32)


@jax.jit
def largest(a):
    products = jnp.outer(a, a)  # n times n, and the Fourier transform needs all of it in memory
    return jnp.abs(jnp.fft.rfft(products, axis=1)).max()


print("input:", a.nbytes, "bytes; between: at least", 4 * n * n, "bytes; limit:", limit)
largest(a).block_until_ready()
