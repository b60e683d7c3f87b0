"""Run the cell again after the driver was repaired."""

import os

import torch

assert not torch.cuda.is_available()
os.environ["SIMULATED_CUINIT"] = "0"  # the repair: from here on the driver would start
x = torch.zeros(3).cuda()
