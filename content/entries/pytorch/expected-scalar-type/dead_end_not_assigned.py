"""The conversion is called, and its result is dropped."""

import numpy as np
import torch

model = torch.nn.Linear(3, 1)
x = torch.from_numpy(np.array([[0.1, 0.2, 0.3]]))
x.float()
y = model(x)
