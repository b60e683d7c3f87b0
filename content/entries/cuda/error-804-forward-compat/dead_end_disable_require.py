"""Switch off the version check of the container start; the library is the same as before."""

import os

os.environ["NVIDIA_DISABLE_REQUIRE"] = "1"

import torch

x = torch.ones(3, device="cuda")
