"""autocast around a model whose input is float64."""

import numpy as np
import torch

model = torch.nn.Linear(3, 1)
x = torch.from_numpy(np.array([[0.1, 0.2, 0.3]]))
with torch.autocast("cpu", dtype=torch.bfloat16):
    y = model(x)
