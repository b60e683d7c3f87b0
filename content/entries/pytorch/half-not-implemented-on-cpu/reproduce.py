"""A float16 model where no GPU is used: the first linear layer."""

import torch

device = "cpu"  # what `"cuda" if torch.cuda.is_available() else "cpu"` gives
torch.manual_seed(0)
model = torch.nn.Linear(8, 4).half().to(device)
x = torch.randn(2, 8, dtype=torch.float16, device=device)
print("torch", torch.__version__, "| weights:", model.weight.dtype, model.weight.device)
y = model(x)
