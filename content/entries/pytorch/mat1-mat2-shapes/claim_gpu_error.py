"""The same mistake on the CPU and, without any data, on the meta device."""

import torch

for device in ("cpu", "meta"):
    model = torch.nn.Linear(768, 16, device=device)
    try:
        model(torch.empty(1, 1024, device=device))
        print(device, "accepts it")
    except RuntimeError as error:
        print(device, "says:", error)
model = torch.nn.Linear(768, 16)
y = model(torch.empty(1, 1024))
