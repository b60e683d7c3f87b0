"""A second process with JAX has taken three quarters of the card; half of that is asked for."""

import subprocess
import sys

import jax
import jax.numpy as jnp

OTHER = """
import jax
jax.numpy.zeros(8).block_until_ready()
print(jax.devices("gpu")[0].memory_stats()["bytes_limit"], flush=True)
input()
"""

command = [sys.executable, "-c", OTHER]
with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
    share = int(other.stdout.readline() or 0)
    try:
        print("taken by the other process:", share, "bytes")
        device = jax.devices("gpu")[0]
        jnp.zeros((share // 2 // 4,), jnp.float32, device=device).block_until_ready()
    finally:
        other.stdin.close()
