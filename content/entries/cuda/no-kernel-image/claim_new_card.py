"""Has this PyTorch code for Blackwell (RTX 50), or PTX that a driver could use?"""

import torch

built_for = torch._C._cuda_getArchFlags().split()
print("torch", torch.__version__, "| built for", *built_for)
assert "sm_120" in built_for or any("compute_" in name for name in built_for)
