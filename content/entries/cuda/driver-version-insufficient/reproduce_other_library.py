"""The host's driver is for CUDA 13.0; an older libcuda.so.1 is found before its library."""

from drivers import install, runtime_says

host = install("usr/lib/x86_64-linux-gnu", 0, 13000)
older = install("opt/older-driver/lib", 0, 12080)
answer = runtime_says(older, host)
print(answer)
assert answer.startswith("35 cudaErrorInsufficientDriver: CUDA driver version is insufficient")
