"""The library that finds no device comes first."""

from libraries import start, two_libraries

machine, linux = two_libraries()
output, errors = start(linux, machine)
assert "Call to cuInit results in CUDA_ERROR_NO_DEVICE" in errors
