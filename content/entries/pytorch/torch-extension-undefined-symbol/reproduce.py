"""Import an extension that asks for SetDevice under another release's name for it."""

import sys
from pathlib import Path

import torch
from extension import make_extension

print("torch", torch.__version__)
make_extension("demo_extension.so", "_ZN3c104cuda9SetDeviceEa")
sys.path.insert(0, str(Path().absolute()))
import demo_extension
