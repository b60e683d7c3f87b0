"""The same without the variable: NCCL chooses an interface itself."""

import os

import torch

os.environ.pop("NCCL_SOCKET_IFNAME", None)
token = torch.cuda.nccl.unique_id()
print(len(token), "bytes")
assert len(token) == 128
