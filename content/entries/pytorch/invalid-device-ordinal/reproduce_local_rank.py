"""More processes than GPUs: the last process asks for a GPU that is not there."""

import os

import torch

os.environ["LOCAL_RANK"] = str(torch.cuda.device_count())  # torchrun with one too many
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
