"""numba-cuda without its extra: none of the wheels that hold NVRTC and NVVM."""

from packages import compile_with

output, errors = compile_with(leave_out=["libnvrtc", "libnvvm"])
print(output, errors[-500:])
assert 'Failure finding "libnvrtc.so' in errors
