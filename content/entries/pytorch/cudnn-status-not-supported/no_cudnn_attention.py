"""Attention without cuDNN among the backends that PyTorch may choose."""

import torch
import torch.nn.functional as F

torch.backends.cuda.enable_cudnn_sdp(False)
torch.manual_seed(0)
q, k, v = (torch.rand(2, 4, 8, 16) for _ in range(3))
y = F.scaled_dot_product_attention(q, k, v)
by_hand = torch.softmax(q @ k.transpose(-2, -1) / 4, dim=-1) @ v
print("torch", torch.__version__, "| cuDNN allowed:", torch.backends.cuda.cudnn_sdp_enabled())
assert not torch.backends.cuda.cudnn_sdp_enabled()
assert torch.allclose(y, by_hand, atol=1e-5)
