"""cuDNN itself, called as ONNX Runtime calls it, with a driver that is older than it needs."""

import ctypes

import torch  # loads the cuDNN that it is linked to

path = next(word for word in open("/proc/self/maps").read().split() if "libcudnn.so" in word)
cudnn = ctypes.CDLL(path)
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
handle = ctypes.c_void_p()


def check(status):
    if status != 0:
        raise RuntimeError(f"cudnnCreate: {cudnn.cudnnGetErrorString(status).decode()} ({status})")


print("torch", torch.__version__, "| cuDNN", torch.backends.cudnn.version())
check(cudnn.cudnnCreate(ctypes.byref(handle)))
