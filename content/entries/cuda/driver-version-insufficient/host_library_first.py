"""The same two libraries; the folder of the older one is taken off LD_LIBRARY_PATH."""

from drivers import install, runtime_says

host = install("usr/lib/x86_64-linux-gnu", 0, 13000)
older = install("opt/older-driver/lib", 0, 12080)
before = runtime_says(older, host)
after = runtime_says(host)
print("older library first:", before)
print("host only:          ", after)
assert before.startswith("35 ")
assert after.startswith("100 cudaErrorNoDevice")  # accepted; the simulated host has no GPU
