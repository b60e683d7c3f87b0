"""What the cuDNN 7.4.1 in the torch 1.0.0 wheel says to 1e-6, without a device."""

import ctypes
import os

import torch

cudnn = ctypes.CDLL(os.path.join(os.path.dirname(torch.__file__), "lib", "libcaffe2_gpu.so"))
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
refused = []
for epsilon in (1e-5, 9.99e-6, 1e-6):
    status = cudnn.cudnnBatchNormalizationForwardTraining(
        handle, SPATIAL, ctypes.byref(one), ctypes.byref(zero), x_desc, data, x_desc, data,
        bn_desc, data, data, ctypes.c_double(0.1), data, data, ctypes.c_double(epsilon), data, data,
    )  # fmt: skip
    print("cuDNN", cudnn.cudnnGetVersion(), "epsilon", epsilon, cudnn.cudnnGetErrorString(status).decode())
    if cudnn.cudnnGetErrorString(status) == b"CUDNN_STATUS_BAD_PARAM":
        refused.append(epsilon)
assert refused == [9.99e-6, 1e-6]
