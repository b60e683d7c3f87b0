"""The ptxas of CUDA 12.4, asked for Hopper and for two Blackwell GPUs, without Triton."""

import subprocess
from importlib.metadata import files

DISTRIBUTION = "nvidia-cuda-nvcc-cu12"
ptxas = next(f.locate() for f in files(DISTRIBUTION) if f.name == "ptxas")
with open("empty.ptx", "w") as ptx:
    ptx.write(".version 7.0\n.target sm_70\n.address_size 64\n")
refused = []
for name in ("sm_90a", "sm_100a", "sm_120"):
    command = [ptxas, f"--gpu-name={name}", "empty.ptx", "-o", "empty.cubin"]
    answer = subprocess.run(command, capture_output=True, text=True)
    print(name, answer.returncode, answer.stderr.strip())
    if answer.returncode != 0:
        refused.append(name)
assert not refused, refused
