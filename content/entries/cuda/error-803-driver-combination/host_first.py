"""Both folders stay; the one of the host is put before the other."""

from drivers import install, last_line

host = install("usr/lib/x86_64-linux-gnu", 0)
compat = install("usr/local/cuda/compat", 803)
before = last_line("ask_runtime.py", compat, host)
after = last_line("ask_runtime.py", host, compat)
print("compat first:", before)
print("host first:  ", after)
assert before.startswith("cudaErrorSystemDriverMismatch")
assert after.startswith("cudaErrorNoDevice")  # the host's library answers now; the simulated host has no GPU
