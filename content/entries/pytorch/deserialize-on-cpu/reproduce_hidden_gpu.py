"""One process saves from a real GPU; this one, which may not see it, loads the file."""

import os
import subprocess
import sys

save = "import torch; torch.save(torch.ones(3, device='cuda'), 'tensor.pt')"
subprocess.run([sys.executable, "-c", save], check=True)
os.environ["CUDA_VISIBLE_DEVICES"] = ""  # as Ray does for workers without num_gpus

import torch

print("torch.version.cuda:", torch.version.cuda, "| GPUs:", torch.cuda.device_count())
tensor = torch.load("tensor.pt")
