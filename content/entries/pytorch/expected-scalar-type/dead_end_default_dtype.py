"""torch.set_default_dtype before the array is converted."""

import numpy as np
import torch

torch.set_default_dtype(torch.float32)
model = torch.nn.Linear(3, 1)
x = torch.tensor(np.array([[0.1, 0.2, 0.3]]))
y = model(x)
