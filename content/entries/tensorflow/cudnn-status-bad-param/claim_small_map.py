"""A padded 3x3 convolution over feature maps of 1x1, by cuDNN, called directly."""
import torch

torch.manual_seed(0)
x = torch.randn(32, 3, 1, 1, device="cuda")
weight = torch.randn(32, 3, 3, 3, device="cuda")
# input, weight, padding, stride, dilation, groups, benchmark, deterministic, allow_tf32
y = torch.cudnn_convolution(x, weight, (1, 1), (1, 1), (1, 1), 1, False, False, False)
torch.cuda.synchronize()

expected = torch.nn.functional.conv2d(x.cpu(), weight.cpu(), padding=1)
torch.testing.assert_close(y.cpu(), expected, rtol=1e-3, atol=1e-3)
print("cuDNN", torch.backends.cudnn.version(), "accepted", tuple(x.shape), "and gave", tuple(y.shape))
