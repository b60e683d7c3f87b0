"""One command for torch and for the package whose build needs it."""

from offline import make_python, pip

python = make_python("python")
output = pip(python, "--no-build-isolation", "torch", "demo-extension")
print(output)
assert "No module named 'torch'" in output and "pip-build-env-" not in output
