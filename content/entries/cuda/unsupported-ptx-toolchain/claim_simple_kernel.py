"""The PTX compiler of CUDA 12.4, and a kernel that uses nothing new: does the version in its first line matter?"""

import subprocess
from importlib.metadata import distribution
from pathlib import Path

ptxas = next(file for file in distribution("nvidia-cuda-nvcc-cu12").files if file.name == "ptxas").locate()
body = "\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n"


def compile_ptx(version):
    Path("kernel.ptx").write_text(f".version {version}{body}")
    command = [ptxas, "-arch=sm_75", "kernel.ptx", "-o", "kernel.cubin"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    print(version, "->", (answer.stdout + answer.stderr).strip() or "compiled")
    return answer.returncode


assert compile_ptx("8.4") == 0
assert compile_ptx("9.0") == 0
