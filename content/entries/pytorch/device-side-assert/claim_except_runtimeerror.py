"""Is the new class still caught by `except RuntimeError`?"""

import torch

print("bases:", [c.__name__ for c in torch.AcceleratorError.__mro__])
try:
    raise torch.AcceleratorError("CUDA error: device-side assert triggered")
except RuntimeError as fault:
    print("caught as RuntimeError:", fault)
