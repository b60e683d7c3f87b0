"""A bfloat16 weight and a float32 input, multiplied in both orders."""

import torch

weight = torch.ones(1, 3, 2, dtype=torch.bfloat16)
x = torch.ones(1, 2, 3)
messages = []
for first, second in ((x, weight), (weight, x)):
    try:
        torch.bmm(first, second)
    except RuntimeError as error:
        messages.append(str(error))
for message in messages:
    print(message)
assert all("expected scalar type BFloat16" in message for message in messages)
