"""Bytes become float32 between 0 and 1, which is what image models are trained on."""

import numpy as np
import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3)
picture = np.full((8, 8, 3), 255, dtype=np.uint8)
images = torch.from_numpy(picture).permute(2, 0, 1).unsqueeze(0).float() / 255
y = model(images)
expected = model.weight.sum((1, 2, 3)) + model.bias  # an image of ones
print("range:", images.min().item(), images.max().item(), "| output:", tuple(y.shape))
assert images.max() == 1 and torch.allclose(y[0, :, 0, 0], expected, atol=1e-5)
