"""Is there PTX in this PyTorch, for GPUs that come later?"""

import torch

built_for = torch._C._cuda_getArchFlags().split()
print("torch", torch.__version__, "| built for", *built_for)
assert any(name.startswith("compute_") for name in built_for)
