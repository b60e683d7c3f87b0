"""Two Pythons: one has torch, the pip in use belongs to the other."""

from offline import make_python, pip, run

mine, other = make_python("mine"), make_python("other")
print(pip(mine, "torch"))
started = run(other, "import torch")
print(started)
assert run(mine, "import torch; print(torch.__version__)") == "99.0"
output = pip(other, "--no-build-isolation", "demo-extension")
print(output)
assert "No module named 'torch'" in started and "No module named 'torch'" in output
assert "pip-build-env-" not in output
