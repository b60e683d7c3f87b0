"""The same call for each data type that a layer can be converted to."""

import ctypes
import os

import torch

cudnn = ctypes.CDLL(os.path.join(os.path.dirname(torch.__file__), "lib", "libcaffe2_gpu.so"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t
NCHW, SPATIAL = 0, 1
handle = ctypes.create_string_buffer(1 << 20)  # a real handle needs a GPU; zeros stand in for it
data = ctypes.create_string_buffer(1 << 16)
epsilon = ctypes.c_double(1e-6)
for name, number, scalar in (("half", 2, ctypes.c_float), ("double", 1, ctypes.c_double), ("float", 0, ctypes.c_float)):
    x_desc, bn_desc = ctypes.c_void_p(), ctypes.c_void_p()
    assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(x_desc)) == 0
    assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(bn_desc)) == 0
    assert cudnn.cudnnSetTensor4dDescriptor(x_desc, NCHW, number, 4, 3, 5, 5) == 0
    assert cudnn.cudnnDeriveBNTensorDescriptor(bn_desc, x_desc, SPATIAL) == 0
    status = cudnn.cudnnBatchNormalizationForwardTraining(
        handle, SPATIAL, ctypes.byref(scalar(1)), ctypes.byref(scalar(0)), x_desc, data, x_desc, data,
        bn_desc, data, data, ctypes.c_double(0.1), data, data, epsilon, data, data,
    )  # fmt: skip
    said = cudnn.cudnnGetErrorString(status).decode()
    print("cuDNN", cudnn.cudnnGetVersion(), name, "epsilon", epsilon.value, said)
    assert said == "CUDNN_STATUS_BAD_PARAM"
