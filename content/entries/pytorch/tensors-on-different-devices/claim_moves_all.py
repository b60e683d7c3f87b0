"""What does Module.to() move? The device here is `meta`, which every machine has."""

import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4))
        self.register_buffer("buffer", torch.ones(4))
        self.attribute = torch.ones(4)
        self.several = [torch.ones(4)]


model = Scale().to("meta")
print("parameter:", model.weight.device, "| buffer:", model.buffer.device)
print("attribute:", model.attribute.device, "| in a list:", model.several[0].device)
assert model.weight.device.type == model.buffer.device.type == "meta"
assert model.attribute.device.type == "meta"
