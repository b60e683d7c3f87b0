"""Which number does this cuDNN give the status?"""

import ctypes

import torch  # loads the cuDNN that it is linked to

path = next(word for word in open("/proc/self/maps").read().split() if "libcudnn.so" in word)
cudnn = ctypes.CDLL(path)
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
version = torch.backends.cudnn.version()
names = {number: cudnn.cudnnGetErrorString(number).decode() for number in (8, 5000)}
print("cuDNN", version, names)
ours, other = (5000, 8) if version >= 90000 else (8, 5000)
assert names[ours] == "CUDNN_STATUS_EXECUTION_FAILED"
assert names[other] == "CUDNN_UNKNOWN_STATUS"
