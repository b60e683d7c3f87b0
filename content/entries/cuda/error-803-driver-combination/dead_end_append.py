"""Append the host's folder to LD_LIBRARY_PATH: the compat library is still found first."""

from drivers import install, last_line

host = install("usr/lib/x86_64-linux-gnu", 0)
compat = install("usr/local/cuda/compat", 803)
answer = last_line("ask_runtime.py", compat, "/usr/local/cuda/lib64", host)
print(answer)
assert answer.startswith("cudaErrorSystemDriverMismatch: system has unsupported display driver")
