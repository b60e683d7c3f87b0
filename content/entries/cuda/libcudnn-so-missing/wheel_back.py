"""The same folders with the wheel: PyTorch is imported and finds its cuDNN."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# The installed packages once more, as links, in a folder of this program.
installed = Path(find_spec("torch").origin).parent.parent
site = Path("site-packages").absolute()
shutil.copytree(installed / "torch", site / "torch", copy_function=os.symlink)
(site / "nvidia").mkdir()
for package in (installed / "nvidia").iterdir():
    (site / "nvidia" / package.name).symlink_to(package)
for package in installed.iterdir():
    if package.name.isidentifier() or package.suffix == ".py":
        if package.name not in ("torch", "nvidia"):
            (site / package.name).symlink_to(package)

environment = {**os.environ, "PYTHONPATH": str(site)}
program = "import torch; print(torch.backends.cudnn.version())"
command = [sys.executable, "-S", "-c", program]
child = subprocess.run(command, capture_output=True, text=True, env=environment)
print(child.stdout, child.stderr[-400:])
assert child.returncode == 0 and 8000 <= int(child.stdout) < 9000
