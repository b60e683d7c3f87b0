"""A tensor and a list of tensors, both converted before NumPy or Matplotlib gets them."""

import numpy as np
import torch

prediction = torch.arange(3.0, device="cuda", requires_grad=True)
losses = [prediction.sum() * step for step in range(3)]
y_pred = prediction.detach().cpu().numpy()
loss_values = torch.stack(losses).detach().cpu().numpy()
print(y_pred.tolist(), loss_values.tolist())
assert np.sum(y_pred) == 3.0 and np.array(loss_values).tolist() == [0.0, 3.0, 6.0]
