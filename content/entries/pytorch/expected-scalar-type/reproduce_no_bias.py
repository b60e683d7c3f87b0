"""The same without a bias: a layer of its own kind, with words of its own."""

import numpy as np
import torch

model = torch.nn.Linear(3, 1, bias=False)
x = torch.from_numpy(np.array([[0.1, 0.2, 0.3]]))
y = model(x)
