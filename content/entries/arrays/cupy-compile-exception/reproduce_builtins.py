"""libnvrtc is there, libnvrtc-builtins is not."""

from builtins_folder import compile_with

output, errors = compile_with("libnvrtc.so.")
assert "nvrtc-builtins" in errors and "CompileException" in errors
