"""cuDNN's answer to a negative epsilon, asked without a device."""

import ctypes
import importlib.util
import os
from pathlib import Path

os.environ.update(CUDNN_LOGERR_DBG="1", CUDNN_LOGDEST_DBG="cudnn.log")
folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t
x_desc, bn_desc = ctypes.c_void_p(), ctypes.c_void_p()
NCHW, FLOAT, SPATIAL = 0, 0, 1
assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(x_desc)) == 0
assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(bn_desc)) == 0
assert cudnn.cudnnSetTensor4dDescriptor(x_desc, NCHW, FLOAT, 4, 3, 5, 5) == 0
assert cudnn.cudnnDeriveBNTensorDescriptor(bn_desc, x_desc, SPATIAL) == 0

handle = ctypes.create_string_buffer(1 << 20)  # a real handle needs a GPU; zeros stand in for it
data = ctypes.create_string_buffer(1 << 16)
one, zero = ctypes.c_float(1), ctypes.c_float(0)
scaling = (handle, SPATIAL, ctypes.byref(one), ctypes.byref(zero))
epsilon, factor = ctypes.c_double(-1e-5), ctypes.c_double(0.1)
tensors = (x_desc, data, x_desc, data, bn_desc, data, data)
calls = {
    "cudnnBatchNormalizationForwardTraining": (*scaling, *tensors, factor, data, data, epsilon, data, data),
    "cudnnBatchNormalizationForwardInference": (*scaling, *tensors, data, data, epsilon),
}
print("cuDNN", cudnn.cudnnGetVersion())
reason = ctypes.create_string_buffer(500)
for name, arguments in calls.items():
    status = getattr(cudnn, name)(*arguments)
    cudnn.cudnnGetLastErrorString(reason, ctypes.c_size_t(500))
    print(name, status, cudnn.cudnnGetErrorString(status).decode(), "because:", reason.value.decode())
    assert cudnn.cudnnGetErrorString(status) == b"CUDNN_STATUS_BAD_PARAM"
    assert reason.value == b"epsilon < 0.0"
for line in Path("cudnn.log").read_text().splitlines():
    if "Reason" in line:
        print("log:", line)
