"""A device number from a machine with more GPUs."""

import torch

number = torch.cuda.device_count()  # stands for the `cuda:7` of somebody else's script
print("GPUs that this process sees:", number)
x = torch.zeros(1, device=f"cuda:{number}")
