"""Does PyTorch refuse an architecture that CUDA 13 has dropped?"""

import os

os.environ["TORCH_CUDA_ARCH_LIST"] = "7.0"

import torch
from torch.utils import cpp_extension

print("torch", torch.__version__, "| built with CUDA", torch.version.cuda)
print(cpp_extension._get_cuda_arch_flags())
