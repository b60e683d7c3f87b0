"""TORCH_CUDA_ARCH_LIST set when the program runs, after the code was compiled."""

import os

import torch
from kernel import load, machine_code

major, minor = torch.cuda.get_device_capability()
code = machine_code("sm_80" if major != 8 else "sm_75")
os.environ["TORCH_CUDA_ARCH_LIST"] = f"{major}.{minor}"

load(code)
