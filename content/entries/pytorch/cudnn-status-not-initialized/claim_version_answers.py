"""Does a version number from torch.backends.cudnn prove that cuDNN can start?"""

import ctypes

import torch  # loads the cuDNN that it is linked to

print("cuDNN available:", torch.backends.cudnn.is_available())
print("cuDNN version:", torch.backends.cudnn.version())
path = next(word for word in open("/proc/self/maps").read().split() if "libcudnn.so" in word)
cudnn = ctypes.CDLL(path)
handle = ctypes.c_void_p()
status = cudnn.cudnnCreate(ctypes.byref(handle))
print("cudnnCreate:", status)
assert status == 0, "cuDNN has a version and does not start"
