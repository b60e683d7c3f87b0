"""Unusable cuDNN files first on LD_LIBRARY_PATH: which ones does PyTorch load?"""

import os
import subprocess
import sys

os.mkdir("other")
kinds = {
    8: ("", "_ops_infer", "_ops_train", "_cnn_infer", "_cnn_train", "_adv_infer", "_adv_train"),
    9: ("", "_graph", "_ops", "_cnn", "_adv"),
}
for major, parts in kinds.items():
    for part in parts:
        open(f"other/libcudnn{part}.so.{major}", "w").close()  # empty: loading it fails

program = """
import torch
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
maps = {line.split()[-1] for line in open("/proc/self/maps") if "libcudnn" in line}
print(*sorted(maps), sep="\\n")
"""
other = os.path.abspath("other")
run = subprocess.run(
    [sys.executable, "-c", program],
    env=dict(os.environ, LD_LIBRARY_PATH=other),
    capture_output=True,
    text=True,
    check=False,
)
print(run.stdout + run.stderr)
assert run.returncode != 0 or other in run.stdout, "PyTorch loaded its own cuDNN"
