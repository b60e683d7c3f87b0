"""The operators of a transformer block and of a small CNN, in float16 on the CPU."""

import torch
from torch.nn import functional as F

torch.manual_seed(0)
x = torch.randn(1, 2, 4, 8).half()
image = torch.randn(1, 3, 8, 8).half()
block = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).half()
results = {
    "transformer layer": block(torch.randn(1, 4, 8).half()),
    "attention": F.scaled_dot_product_attention(x, x, x),
    "conv2d": torch.nn.Conv2d(3, 4, 3).half()(image),
    "batch_norm": torch.nn.BatchNorm2d(3).half()(image),
    "max_pool2d": F.max_pool2d(image, 2),
    "interpolate": F.interpolate(image, scale_factor=2, mode="bilinear"),
    "gelu": F.gelu(x),
}
for name, value in results.items():
    print(name, value.dtype)
    assert value.dtype == torch.float16 and value.isfinite().all()
