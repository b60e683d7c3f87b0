"""cuDNN's answer to small epsilons, asked without a device."""

import ctypes
import importlib.util
import os
from pathlib import Path

os.environ["CUDA_VISIBLE_DEVICES"] = ""  # the same answer on every machine
folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t
handle = ctypes.create_string_buffer(1 << 20)  # a real handle needs a GPU; zeros stand in for it
data = ctypes.create_string_buffer(1 << 16)
NCHW, SPATIAL = 0, 1


def answer(data_type, scalar, epsilon):
    x_desc, bn_desc = ctypes.c_void_p(), ctypes.c_void_p()
    assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(x_desc)) == 0
    assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(bn_desc)) == 0
    assert cudnn.cudnnSetTensor4dDescriptor(x_desc, NCHW, data_type, 4, 3, 5, 5) == 0
    assert cudnn.cudnnDeriveBNTensorDescriptor(bn_desc, x_desc, SPATIAL) == 0
    status = cudnn.cudnnBatchNormalizationForwardTraining(
        handle, SPATIAL, ctypes.byref(scalar(1)), ctypes.byref(scalar(0)), x_desc, data, x_desc, data,
        bn_desc, data, data, ctypes.c_double(0.1), data, data, ctypes.c_double(epsilon), data, data,
    )  # fmt: skip
    return cudnn.cudnnGetErrorString(status).decode()


print("cuDNN", cudnn.cudnnGetVersion())
refused = []
for name, data_type, scalar in (("float", 0, ctypes.c_float), ("half", 2, ctypes.c_float)):
    for epsilon in (1e-4, 1e-5, 1e-6, 0.0, -1e-6):
        said = answer(data_type, scalar, epsilon)
        print(f"{name}, epsilon {epsilon}: {said}")
        if said == "CUDNN_STATUS_BAD_PARAM":
            refused.append((name, epsilon))
assert ("float", 1e-6) in refused
