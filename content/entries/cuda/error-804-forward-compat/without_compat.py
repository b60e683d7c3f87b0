"""Same major release on both sides: without the compat folder, the host's library is enough."""

from drivers import install, runtime_says

host = install("usr/lib/x86_64-linux-gnu", 0, 13000)
compat = install("usr/local/cuda/compat", 804, 13050)
before = runtime_says(compat, host)
after = runtime_says(host)
print("compat first:", before)
print("host only:   ", after)
assert before.startswith("804 ")
assert after.startswith("100 cudaErrorNoDevice")  # accepted; the simulated host has no GPU
