"""The driver answers 101 at the start: does cuda:0 help, or `cuda` without a number?"""

import torch

for device in ("cuda:1", "cuda:0"):
    try:
        torch.zeros(1, device=device)
    except RuntimeError as error:
        print(device, "->", str(error).splitlines()[0][-35:])
x = torch.zeros(1, device="cuda")
