"""Puts unusable cuDNN libraries first on LD_LIBRARY_PATH and looks which ones PyTorch loads."""
import os
import subprocess
import sys

names = ["libcudnn.so.9"] + [f"libcudnn_{part}.so.9" for part in ("graph", "ops", "cnn", "adv")]
os.mkdir("other")
for name in names:
    open(f"other/{name}", "w").close()  # empty: a process that loads one of these cannot go on

program = """
import torch
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
maps = {line.split()[-1] for line in open("/proc/self/maps") if "libcudnn" in line}
print(*sorted(maps), sep="\\n")
"""
environment = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath("other"))
run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
print(run.stdout + run.stderr)
assert run.returncode != 0 or os.path.abspath("other") in run.stdout, "PyTorch loaded its own cuDNN"
