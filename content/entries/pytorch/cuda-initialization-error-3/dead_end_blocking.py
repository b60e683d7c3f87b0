"""CUDA_LAUNCH_BLOCKING=1 was set before the program started, as the message says."""

import os

import torch

assert os.environ["CUDA_LAUNCH_BLOCKING"] == "1"
stream = torch.cuda.Stream()
