"""Put a CUDA toolkit on all the paths; the name is not one of CUDA's."""

import os
from pathlib import Path

toolkit = Path("cuda").absolute()  # a stand-in: its libraries are never asked
(toolkit / "lib64").mkdir(parents=True)
os.environ["CUDA_HOME"] = str(toolkit)
os.environ["LD_LIBRARY_PATH"] = str(toolkit / "lib64")

import ctypes

import torch
from extension import make_extension

print("torch", torch.__version__, "| CUDA_HOME:", os.environ["CUDA_HOME"])
path = make_extension("demo_extension.so", "_ZN3c104cuda9SetDeviceEa")
ctypes.CDLL(path)
