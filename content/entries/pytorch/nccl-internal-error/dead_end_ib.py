"""The wrong interface, and InfiniBand switched off."""

import torch

torch.cuda.nccl.unique_id()
