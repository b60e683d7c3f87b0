"""What is the number behind `CUDA device`? Compared with the GPU that both ranks use."""

import os
import re
import subprocess
import sys

import torch
import torch.distributed as dist

rank = int(os.environ.get("RANK", "0"))
if rank == 0:  # the other rank is this program once more
    subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK="1"))
meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=2)
x = torch.ones(1, device="cuda")
try:
    dist.all_reduce(x)
    said = "no error"
except RuntimeError as error:
    said = str(error).splitlines()[-1]
number = int(re.search("both on CUDA device ([0-9a-f]+)", said).group(1), 16)
gpu = torch.cuda.get_device_properties(0)
address = gpu.pci_domain_id * 2**20 + gpu.pci_bus_id * 2**12 + gpu.pci_device_id * 2**4
print(f"{said} | PCI address in one number: {address:x}", flush=True)
assert number == address
assert number == x.device.index, "it is the address on the PCI bus, not the ordinal"
