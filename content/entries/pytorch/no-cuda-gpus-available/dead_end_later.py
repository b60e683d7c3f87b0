"""The first CUDA call saw no GPU; afterwards the driver would start, and the process tries again."""

import os

import torch

assert not torch.cuda.is_available()  # the driver answers 100: no device
os.environ["SIMULATED_CUINIT"] = "0"  # from here on it would answer: success
os.environ["SIMULATED_DRIVER_VERSION"] = "11000"  # and a runtime that asked again would complain of its age
x = torch.zeros(3).cuda()
