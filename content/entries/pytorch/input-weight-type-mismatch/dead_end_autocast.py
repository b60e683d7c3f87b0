"""autocast around a model that gets bytes."""

import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3)
images = torch.full((2, 3, 8, 8), 255, dtype=torch.uint8)
with torch.autocast("cpu", dtype=torch.bfloat16):
    y = model(images)
