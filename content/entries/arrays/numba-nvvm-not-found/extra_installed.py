"""The same with the wheels that the extra brings."""

from packages import compile_with

output, errors = compile_with()
print(output, errors[-500:])
assert ".target sm_80" in output
