"""One process saves from a real GPU; this one, which may see it too, loads the file."""

import os
import subprocess
import sys

save = "import torch; torch.save(torch.ones(3, device='cuda'), 'tensor.pt')"
subprocess.run([sys.executable, "-c", save], check=True)

import torch

print(torch.version.cuda, os.environ.get("CUDA_VISIBLE_DEVICES"), torch.cuda.is_available())
tensor = torch.load("tensor.pt")
assert tensor.is_cuda and tensor.tolist() == [1.0, 1.0, 1.0]
