"""Both with the Python that the program runs with."""

from offline import make_python, pip, run

mine, other = make_python("mine"), make_python("other")
print(pip(other, "torch"))
print(pip(mine, "torch"))
output = pip(mine, "--no-build-isolation", "demo-extension")
print(output)
assert run(mine, "import torch, demo_extension; print(demo_extension.built_for)") == "99.0"
