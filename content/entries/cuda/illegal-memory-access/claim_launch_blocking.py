"""The faulty call with CUDA_LAUNCH_BLOCKING=1: does the call itself raise, or the line after it?"""

import os

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

import torch
import torch.nn.functional as F

torch.manual_seed(0)
log_probs = torch.randn(5, 2, 4, device="cuda").log_softmax(2)
labels = torch.tensor([[1, 2], [3, 2147483647]], device="cuda")
loss = F.ctc_loss(log_probs, labels, (5, 5), (2, 2), reduction="none")
print("the faulty call returned without an error", flush=True)
os._exit(3)
