"""torch in the first line of the requirements file."""

from pathlib import Path

from offline import make_python, pip

python = make_python("python")
Path("requirements.txt").write_text("torch\ndemo-extension\n")
output = pip(python, "--no-build-isolation", "-r", "requirements.txt")
print(output)
assert output.index("torch-99.0") < output.index("demo_extension-1.0.tar.gz")
assert "No module named 'torch'" in output and "pip-build-env-" not in output
