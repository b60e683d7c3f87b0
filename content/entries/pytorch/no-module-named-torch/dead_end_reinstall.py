"""torch installed once more, then the same build."""

from offline import make_python, pip, run

python = make_python("python")
pip(python, "torch")
print(pip(python, "--force-reinstall", "torch"))
output = pip(python, "demo-extension")
print(output)
assert run(python, "import torch; print(torch.__version__)") == "99.0"
assert "No module named 'torch'" in output and "pip-build-env-" in output
