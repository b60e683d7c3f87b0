"""A projection for 768 features gets the output of an encoder with 1024."""

import torch

torch.manual_seed(0)
model = torch.nn.Linear(768, 16)
embedding = torch.randn(1, 1024)  # such as another CLIP vision model
y = model(embedding)
