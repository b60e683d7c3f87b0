"""load_state_dict() puts the momentum where its parameters are."""

import torch

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
model(torch.ones(4, 3)).sum().backward()
optimizer.step()
model.to("cuda")
optimizer.load_state_dict(optimizer.state_dict())
optimizer.zero_grad()
model(torch.ones(4, 3, device="cuda")).sum().backward()
before = model.weight.detach().clone()
optimizer.step()
momentum = optimizer.state[model.weight]["momentum_buffer"]
print("momentum on", momentum.device, "|", momentum[0].tolist())
assert momentum.is_cuda
assert torch.allclose(momentum, torch.full_like(momentum, 7.6))  # 0.9 * 4 + 4
assert torch.allclose(before - model.weight, 0.1 * momentum, atol=1e-5)
