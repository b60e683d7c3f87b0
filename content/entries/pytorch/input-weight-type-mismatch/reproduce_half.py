"""A float16 model and a float32 image."""

import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3).half()
images = torch.randn(2, 3, 8, 8)
print("torch", torch.__version__, "|", images.dtype, model.weight.dtype, model.bias.dtype)
y = model(images)
