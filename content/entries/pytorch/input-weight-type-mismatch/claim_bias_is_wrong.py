"""Which tensor is the odd one out when the message names the bias?"""

import torch

model = torch.nn.Conv2d(3, 4, 3).half()
images = torch.ones(2, 3, 8, 8)
message = ""
try:
    model(images)
except RuntimeError as error:
    message = str(error)
print(message)
print("weight:", model.weight.dtype, "| bias:", model.bias.dtype, "| input:", images.dtype)
assert "bias type" in message
assert model.bias.dtype != model.weight.dtype
