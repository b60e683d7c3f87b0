"""A build without CUDA: the answer is False on every machine."""

import torch

print(torch.__version__, torch.version.cuda, torch.cuda.is_available())
assert torch.version.cuda is None
assert not torch.cuda.is_available()
