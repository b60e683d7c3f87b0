"""Both files of the same version in one folder."""

from builtins_folder import compile_with

output, errors = compile_with("libnvrtc.so.", "libnvrtc-builtins.so.")
assert ".target sm_80" in output
