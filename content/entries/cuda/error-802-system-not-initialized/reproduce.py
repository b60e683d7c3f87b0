"""A healthy list of GPUs is not enough: cuInit answers 802 until the NVSwitch fabric is ready."""

import torch

x = torch.empty(3, device="cuda")
