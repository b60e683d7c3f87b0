"""The optimizer is made first, the model moves afterwards: which parameters does the optimizer hold?"""

import torch

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.to("cuda")
held = optimizer.param_groups[0]["params"]
print("held:", [str(one.device) for one in held], "| still the model's:", held[0] is model.weight)
assert [one.device.type for one in held] == ["cpu", "cpu"]
