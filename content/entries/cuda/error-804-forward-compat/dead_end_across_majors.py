"""Take the compat folder out although the image is a whole major release ahead of the driver."""

from drivers import install, runtime_says

host = install("usr/lib/x86_64-linux-gnu", 0, 12080)
answer = runtime_says(host)
print(answer)
assert answer.startswith("35 cudaErrorInsufficientDriver: CUDA driver version is insufficient")
