"""The other process takes memory as it needs it; then there is room for this one."""

import os
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

environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
command = [sys.executable, "-c", OTHER]
with subprocess.Popen(
    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
) as other:
    share = int(other.stdout.readline() or 0)
    try:
        device = jax.devices("gpu")[0]
        x = jnp.zeros((share // 2 // 4,), jnp.float32, device=device).block_until_ready()
        print("allocated:", x.nbytes, "bytes")
        assert share > 0 and x.nbytes >= share // 2 - 4
    finally:
        other.stdin.close()
