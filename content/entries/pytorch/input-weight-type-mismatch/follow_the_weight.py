"""Device and dtype of the batch are taken from the model."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3).to(device, torch.bfloat16)
images = torch.randn(2, 3, 8, 8)
weight = next(model.parameters())
images = images.to(weight.device, weight.dtype)
y = model(images)
expected = torch.nn.functional.conv2d(
    images.float(), model.weight.float(), model.bias.float()
)
print("images:", images.device, images.dtype, "| output:", y.dtype)
assert y.device == weight.device and y.dtype == torch.bfloat16
assert torch.allclose(y.float(), expected, atol=0.05)
