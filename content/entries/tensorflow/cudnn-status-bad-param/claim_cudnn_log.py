"""Let cuDNN's own log say which parameter it refuses."""
import ctypes
import os
from pathlib import Path

import torch

os.environ["CUDNN_LOGLEVEL_DBG"] = "1"  # read at the first call of cuDNN
os.environ["CUDNN_LOGDEST_DBG"] = "cudnn.log"

cudnn = ctypes.CDLL("libcudnn.so.9")  # torch has loaded it
descriptor = ctypes.c_void_p()
cudnn.cudnnCreateTensorDescriptor(ctypes.byref(descriptor))
sizes, strides = (ctypes.c_int * 4)(0, 3, 8, 8), (ctypes.c_int * 4)(192, 64, 8, 1)
cudnn.cudnnSetTensorNdDescriptor(descriptor, 0, 4, sizes, strides)

log = Path("cudnn.log").read_text()
print("cuDNN", torch.backends.cudnn.version())
print(*[line for line in log.splitlines() if "function" in line or "Reason" in line], sep="\n")
assert "cudnnSetTensorNdDescriptor" in log and "dimA[i] <= 0" in log
