"""Convert once, where the data enter, to the dtype that the model has."""

import numpy as np
import torch

model = torch.nn.Linear(3, 1)
dtype = next(model.parameters()).dtype
features = np.array([[0.1, 0.2, 0.3]])
x = torch.from_numpy(features).to(dtype)
y = model(x)
print("input:", x.dtype, "| output:", y.dtype)
expected = features @ model.weight.detach().double().numpy().T + model.bias.item()
assert y.dtype == torch.float32 and abs(y.item() - expected.item()) < 1e-6
