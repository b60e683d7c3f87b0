"""A NumPy array is float64 unless told otherwise; a model is float32."""

import numpy as np
import torch

model = torch.nn.Linear(3, 1)
features = np.array([[0.1, 0.2, 0.3]])
x = torch.from_numpy(features)
print("torch", torch.__version__, "| input:", x.dtype, "| weight:", model.weight.dtype)
y = model(x)
