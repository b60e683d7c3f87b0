"""Training steps of a small convolutional network, with and without cuDNN."""

import time

import torch
from torch import nn

torch.manual_seed(0)
layers = [nn.Conv2d(3, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU()]
for _ in range(3):
    layers += [nn.Conv2d(64, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU()]
model = nn.Sequential(*layers).cuda()
images = torch.randn(64, 3, 64, 64, device="cuda")


def seconds_per_step(steps=20):
    for step in range(steps + 5):
        if step == 5:  # the first steps warm up
            torch.cuda.synchronize()
            start = time.perf_counter()
        model(images).square().mean().backward()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / steps


with_cudnn = seconds_per_step()
with torch.backends.cudnn.flags(enabled=False):
    without = seconds_per_step()
print("torch", torch.__version__, torch.cuda.get_device_name())
print(f"with cuDNN {1e3 * with_cudnn:.2f} ms a step, without {1e3 * without:.2f} ms: {without / with_cudnn:.1f} times")
assert without > 1.3 * with_cudnn
