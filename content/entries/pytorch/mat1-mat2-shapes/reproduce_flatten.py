"""A network that was built for 28 × 28 images gets one of 32 × 32."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3, padding=1),
    torch.nn.MaxPool2d(2),
    torch.nn.Flatten(),
    torch.nn.Linear(8 * 14 * 14, 10),
)
images = torch.randn(4, 1, 32, 32)
print("torch", torch.__version__, "| expected features:", model[-1].in_features)
y = model(images)
