"""The failing operator with builds of PyTorch for one CUDA version after another."""

import torch

print("torch", torch.__version__, "| built for CUDA", torch.version.cuda)
factor = torch.linalg.cholesky(torch.eye(3, dtype=torch.float16))
