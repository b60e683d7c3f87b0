"""Compare the sizes of the two parts, and take the encoder that the model was made for."""

import torch

torch.manual_seed(0)
model = torch.nn.Linear(768, 16)
for encoder in (torch.nn.Linear(32, 1024), torch.nn.Linear(32, 768)):
    embedding = encoder(torch.randn(1, 32))
    print("the layer expects:", model.in_features, "| it gets:", embedding.shape[-1])
    if model.in_features == embedding.shape[-1]:
        y = model(embedding)
assert y.shape == (1, 16) and embedding.shape[-1] == 768
