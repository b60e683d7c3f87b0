"""Try the next device number."""

import torch

torch.cuda.set_device(1)
