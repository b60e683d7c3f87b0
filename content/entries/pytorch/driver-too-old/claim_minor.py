"""A driver for the first CUDA release of the same major version."""

import os

import torch

major, minor = torch.version.cuda.split(".")
os.environ["SIMULATED_DRIVER_VERSION"] = f"{major}000"
print("torch for CUDA", torch.version.cuda, "on a driver for CUDA", f"{major}.0")
x = torch.zeros(3).cuda()
