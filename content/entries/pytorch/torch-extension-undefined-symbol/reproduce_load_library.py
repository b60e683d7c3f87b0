"""The same library, loaded by torch.ops.load_library."""

import torch
from extension import make_extension

print("torch", torch.__version__)
path = make_extension("demo_extension.so", "_ZN3c104cuda9SetDeviceEa")
torch.ops.load_library(path)
