"""One mistake, two image sizes."""

import torch

model = torch.nn.Conv2d(3, 4, 3, bias=False).double()
torch.set_num_threads(1)
messages = []
for size in (8, 128):
    try:
        model(torch.ones(1, 3, size, size))
    except RuntimeError as error:
        messages.append(str(error))
        print(f"{size} x {size}:", error)
assert messages[0] == messages[1]
