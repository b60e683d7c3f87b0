"""torch by a command of its own, then the rest."""

from offline import make_python, pip, run

python = make_python("python")
print(pip(python, "torch"))
output = pip(python, "--no-build-isolation", "torch", "demo-extension")
print(output)
assert run(python, "import demo_extension; print(demo_extension.built_for)") == "99.0"
