"""The model is on the GPU, the batch is not."""

import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3)
images = torch.randn(2, 3, 8, 8)
device = "cuda"
model.to(device)
print("weight on", model.weight.device, "| images on", images.device)
y = model(images)
