"""The host gets a driver for the image's CUDA, and the compat folder is left out."""

from drivers import install, runtime_says

old_host = install("old/usr/lib/x86_64-linux-gnu", 0, 12080)
new_host = install("new/usr/lib/x86_64-linux-gnu", 0, 13050)
compat = install("usr/local/cuda/compat", 804, 13000)
before = runtime_says(compat, old_host)
after = runtime_says(new_host)
print("old driver, compat first:", before)
print("new driver:              ", after)
assert before.startswith("804 ")
assert after.startswith("100 cudaErrorNoDevice")  # accepted; the simulated host has no GPU
