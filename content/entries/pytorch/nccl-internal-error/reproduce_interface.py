"""NCCL is told to use a network interface that this machine does not have."""

import torch

torch.cuda.nccl.unique_id()
