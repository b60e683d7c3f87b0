"""CUDA_LAUNCH_BLOCKING=1, as the message suggests."""

import os

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

import torch
from kernel import load, machine_code

major, minor = torch.cuda.get_device_capability()
load(machine_code("sm_80" if major != 8 else "sm_75"))
