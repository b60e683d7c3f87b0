"""The same call with the error swallowed: what is in the output?"""

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
output = ctypes.create_string_buffer(b"\xaa" * 1200)  # 4 x 3 x 5 x 5 floats that nobody has written
one, zero = ctypes.c_float(1), ctypes.c_float(0)
epsilon = ctypes.c_double(1e-6)
status = cudnn.cudnnBatchNormalizationForwardTraining(
    handle, SPATIAL, ctypes.byref(one), ctypes.byref(zero), x_desc, data, x_desc, output,
    bn_desc, data, data, ctypes.c_double(0.1), data, data, epsilon, data, data,
)  # fmt: skip
untouched = output.raw[:1200] == b"\xaa" * 1200
print("cuDNN", cudnn.cudnnGetVersion(), "status", status, "- output still what was there before:", untouched)
assert status == 3
assert untouched
