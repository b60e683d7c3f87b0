"""The optimizer has its momentum already when the model moves to the GPU."""

import torch

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
model(torch.ones(4, 3)).sum().backward()
optimizer.step()
model.to("cuda")
optimizer.zero_grad()
model(torch.ones(4, 3, device="cuda")).sum().backward()
momentum = optimizer.state[model.weight]["momentum_buffer"]
print("weight on", model.weight.device, "| momentum on", momentum.device)
optimizer.step()
