"""eps=1e-6 with a current cuDNN: the layer and the raw function, against the formula."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(8, 4, 16, 16, device="cuda") * 1e-3  # variance 1e-6: eps matters
layer = nn.BatchNorm2d(4, eps=1e-6).cuda()
output = layer(images)
weight, bias = torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")
mean, var = torch.zeros(4, device="cuda"), torch.ones(4, device="cuda")
raw = torch.cudnn_batch_norm(images, weight, bias, mean, var, True, 0.1, 1e-6)[0]

x = images.double()
centred = x - x.mean((0, 2, 3), keepdim=True)
expected = centred / torch.sqrt(x.var((0, 2, 3), unbiased=False, keepdim=True) + 1e-6)
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
for name, result in (("layer", output), ("raw function", raw)):
    print(name, "differs from the formula by at most", (result - expected).abs().max().item())
    assert torch.allclose(result.double(), expected, atol=1e-3)
