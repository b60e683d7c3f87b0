"""The search that Triton makes before it builds its launcher."""

from triton.backends.nvidia.driver import libcuda_dirs

print(libcuda_dirs())
