"""Move a model to a hard-coded device, as many published training scripts do."""

import torch

model = torch.nn.Linear(4, 2)
print("torch", torch.__version__, "| cuda.is_available():", torch.cuda.is_available())
model.to("cuda")
