"""Describe batches of 4 and of 0 sequences to the cuDNN that PyTorch brings; no kernel runs."""
import ctypes

import torch

cudnn = ctypes.CDLL("libcudnn.so.9")  # torch has loaded it
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p


def describe(batch, features=5):
    """Make the tensor description that TensorFlow makes for one time step of an RNN."""
    descriptor = ctypes.c_void_p()
    cudnn.cudnnCreateTensorDescriptor(ctypes.byref(descriptor))
    sizes = (ctypes.c_int * 3)(batch, features, 1)
    strides = (ctypes.c_int * 3)(features, 1, 1)
    status = cudnn.cudnnSetTensorNdDescriptor(descriptor, 0, 3, sizes, strides)
    return cudnn.cudnnGetErrorString(status).decode()


print("cuDNN", torch.backends.cudnn.version(), "batch of 4:", describe(4), "batch of 0:", describe(0))
assert describe(4) == "CUDNN_STATUS_SUCCESS"
assert describe(0) == "CUDNN_STATUS_BAD_PARAM"
