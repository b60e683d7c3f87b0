"""Nobody looks at the answer; PyTorch's next launch reports it."""

import torch
from pinning import pin

pin()
torch.ones(3, device="cuda").mul(2)
