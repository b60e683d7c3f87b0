"""eps=1e-6 on a GPU with a current cuDNN: the layer and the raw cuDNN function, against the formula."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(8, 4, 16, 16, device="cuda") * 1e-3  # a variance of 1e-6, so that epsilon matters
layer = nn.BatchNorm2d(4, eps=1e-6).cuda()
output = layer(images)
weight, bias = torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")
raw = torch.cudnn_batch_norm(images, weight, bias, weight.clone(), weight.clone(), True, 0.1, 1e-6)[0]

x = images.double()
centred = x - x.mean((0, 2, 3), keepdim=True)
expected = centred / torch.sqrt(x.var((0, 2, 3), unbiased=False, keepdim=True) + 1e-6)
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
print(
    "largest difference from the formula:", (output - expected).abs().max().item(), (raw - expected).abs().max().item()
)
assert torch.allclose(output.double(), expected, atol=1e-3)
assert torch.allclose(raw.double(), expected, atol=1e-3)
