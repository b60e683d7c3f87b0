"""--no-build-isolation where torch is installed and the build tools are not."""

from offline import make_python, pip

python = make_python("python", with_tools=False)
print(pip(python, "torch"))
output = pip(python, "--no-build-isolation", "demo-extension")
print(output[-600:])
assert "No module named 'torch'" not in output and "setuptools" in output
assert "Successfully installed demo-extension" not in output
