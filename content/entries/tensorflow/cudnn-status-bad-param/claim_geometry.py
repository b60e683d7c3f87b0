"""Strides, dilations and kernel sizes that do not fit the image evenly, by cuDNN."""
import itertools

import torch

torch.manual_seed(0)
images = torch.randn(2, 3, 30, 31, device="cuda")
count = 0
for kernel, stride, dilation in itertools.product((1, 2, 3, 5, 7), (1, 2, 3, 4), (1, 2, 3)):
    weight = torch.randn(4, 3, kernel, kernel, device="cuda")
    # input, weight, padding, stride, dilation, groups, benchmark, deterministic, allow_tf32
    pairs = ((1, 1), (stride, stride), (dilation, dilation))
    y = torch.cudnn_convolution(images, weight, *pairs, 1, False, False, False)
    expected = torch.nn.functional.conv2d(images.cpu(), weight.cpu(), None, stride, 1, dilation)
    torch.testing.assert_close(y.cpu(), expected, rtol=1e-3, atol=1e-3)
    count += 1
print("cuDNN", torch.backends.cudnn.version(), "accepted all", count, "combinations on 30x31 images")
