"""Does nvcc write an older PTX version when it compiles for an older GPU?"""

import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path

nvcc = next(file for file in distribution("nvidia-cuda-nvcc").files if file.name == "nvcc").locate()
Path("kernel.cu").write_text("__global__ void set_one(int *out) { *out = 1; }\n")


def ptx_version(architecture):
    subprocess.run([nvcc, f"-arch={architecture}", "-ptx", "kernel.cu", "-o", "kernel.ptx"], check=True)
    return float(re.search(r"\.version (\S+)", Path("kernel.ptx").read_text())[1])


older, newer = ptx_version("compute_75"), ptx_version("compute_90")
print(f"for compute_75: {older} | for compute_90: {newer}")
assert older < newer
