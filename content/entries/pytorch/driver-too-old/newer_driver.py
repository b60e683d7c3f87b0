"""The same call on a newer driver: one for CUDA 13.2, simulated."""

import torch

print("torch", torch.__version__, "for CUDA", torch.version.cuda)
try:
    x = torch.zeros(3).cuda()
    answer = "a tensor on the GPU"
except RuntimeError as error:
    answer = str(error)
print(answer)
assert "too old" not in answer
assert "No CUDA GPUs are available" in answer
