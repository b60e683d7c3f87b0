"""The raw cuDNN function with a positive epsilon, checked against the formula."""

import torch

torch.manual_seed(0)
images = torch.randn(4, 8, 16, 16, device="cuda")
weight, bias = torch.ones(8, device="cuda"), torch.zeros(8, device="cuda")
mean, var = torch.zeros(8, device="cuda"), torch.ones(8, device="cuda")
output = torch.cudnn_batch_norm(images, weight, bias, mean, var, True, 0.1, 1e-5)[0]

x = images.double()
centred = x - x.mean((0, 2, 3), keepdim=True)
expected = centred / torch.sqrt(x.var((0, 2, 3), unbiased=False, keepdim=True) + 1e-5)
print("cuDNN", torch.backends.cudnn.version(), "largest difference:", (output - expected).abs().max().item())
assert torch.allclose(output.double(), expected, atol=1e-4)
