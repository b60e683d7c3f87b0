"""A working host library, and before it on the path the compat folder of an image."""

from drivers import install, last_line

host = install("usr/lib/x86_64-linux-gnu", 0)
compat = install("usr/local/cuda/compat", 803)
answer = last_line("ask_runtime.py", compat, host)
print(answer)
assert answer.startswith("cudaErrorSystemDriverMismatch: system has unsupported display driver")
