"""The same driver and the same call, with a PyTorch for CUDA 12."""

import torch

print("torch", torch.__version__, "for CUDA", torch.version.cuda)
try:
    x = torch.zeros(3).cuda()
    answer = "a tensor on the GPU"
except RuntimeError as error:
    answer = str(error)
print(answer)
# The simulated driver has no GPU; that PyTorch counts GPUs shows that the driver is new enough for it.
assert "too old" not in answer
assert "No CUDA GPUs are available" in answer
