"""Describe two padded sequences, one of length 0, to the cuDNN that PyTorch brings; no kernel runs."""
import ctypes

import torch

cudnn = ctypes.CDLL("libcudnn.so.9")  # torch has loaded it
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p


def describe(*lengths):
    """Make the sequence description that TensorFlow makes: float, batch first, three steps at most."""
    descriptor = ctypes.c_void_p()
    cudnn.cudnnCreateRNNDataDescriptor(ctypes.byref(descriptor))
    array = (ctypes.c_int * len(lengths))(*lengths)
    fill = ctypes.c_float(0)
    # descriptor, float, batch-major and unpacked, longest, sequences, features, lengths, padding value
    status = cudnn.cudnnSetRNNDataDescriptor(descriptor, 0, 2, 3, len(lengths), 4, array, ctypes.byref(fill))
    return cudnn.cudnnGetErrorString(status).decode()


print("cuDNN", torch.backends.cudnn.version(), "lengths 3 and 2:", describe(3, 2), "lengths 3 and 0:", describe(3, 0))
assert describe(3, 2) == "CUDNN_STATUS_SUCCESS"
assert describe(3, 0) == "CUDNN_STATUS_BAD_PARAM"
