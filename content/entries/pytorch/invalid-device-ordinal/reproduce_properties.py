"""The same number for get_device_properties(): an AssertionError instead."""

import torch

number = torch.cuda.device_count()
torch.cuda.get_device_properties(number)
