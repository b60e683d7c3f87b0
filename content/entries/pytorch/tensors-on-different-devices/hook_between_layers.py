"""A hook moves each layer's input to the layer's device."""

import torch


def to_own_device(layer, inputs):
    own = next(layer.parameters(), None)  # a layer without any works where its input is
    return inputs if own is None else tuple(value.to(own.device) for value in inputs)


first = torch.nn.Linear(4, 4).to("cuda")
second = torch.nn.Linear(4, 2)  # did not fit: stays on the CPU
model = torch.nn.Sequential(first, second)
for layer in model:
    layer.register_forward_pre_hook(to_own_device)
x = torch.ones(3, 4, device="cuda")
y = model(x)
print("output on", y.device)
assert y.device.type == "cpu" and y.shape == (3, 2)
