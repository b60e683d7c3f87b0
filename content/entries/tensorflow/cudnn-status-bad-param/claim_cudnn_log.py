"""Let cuDNN's own log say which parameter it refuses."""
import ctypes
import importlib.util
import os
from pathlib import Path

os.environ["CUDNN_LOGLEVEL_DBG"] = "1"  # read at the first call of cuDNN
os.environ["CUDNN_LOGDEST_DBG"] = "cudnn.log"

folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
descriptor = ctypes.c_void_p()
cudnn.cudnnCreateTensorDescriptor(ctypes.byref(descriptor))
sizes, strides = (ctypes.c_int * 4)(0, 3, 8, 8), (ctypes.c_int * 4)(192, 64, 8, 1)
cudnn.cudnnSetTensorNdDescriptor(descriptor, 0, 4, sizes, strides)

log = Path("cudnn.log").read_text()
print(*[line for line in log.splitlines() if "function" in line or "Reason" in line], sep="\n")
assert "cudnnSetTensorNdDescriptor" in log and "dimA[i] <= 0" in log
