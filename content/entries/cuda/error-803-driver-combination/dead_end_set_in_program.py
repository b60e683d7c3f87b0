"""Set LD_LIBRARY_PATH at the top of the script: the loader has read it before Python began."""

import os

from drivers import install

os.environ["LD_LIBRARY_PATH"] = install("usr/lib/x86_64-linux-gnu", 0)

import torch

x = torch.zeros(3, device="cuda")
