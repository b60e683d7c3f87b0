"""Has this PyTorch code for Pascal and Volta (GTX 10, P100, V100)?"""

import torch

built_for = torch._C._cuda_getArchFlags().split()
print("torch", torch.__version__, "| built for", *built_for)
assert "sm_60" in built_for and "sm_70" in built_for
