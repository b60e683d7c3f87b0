"""A GeForce host with a driver for CUDA 13.0; the image brings the library of CUDA 13.5 and finds it first."""

from drivers import install, runtime_says

host = install("usr/lib/x86_64-linux-gnu", 0, 13000)
compat = install("usr/local/cuda/compat", 804, 13050)
answer = runtime_says(compat, host)
print(answer)
assert answer.startswith("804 cudaErrorCompatNotSupportedOnDevice: forward compatibility was attempted")
