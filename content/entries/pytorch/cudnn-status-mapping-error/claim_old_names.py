"""What does this cuDNN call the two statuses?"""

import ctypes

import torch  # loads the cuDNN that it is linked to

path = next(word for word in open("/proc/self/maps").read().split() if "libcudnn.so" in word)
cudnn = ctypes.CDLL(path)
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
version = torch.backends.cudnn.version()
numbers = (2, 7) if version < 90000 else (4003, 4006)  # from the headers of cuDNN 8 and 9
names = [cudnn.cudnnGetErrorString(number).decode() for number in numbers]
print("torch", torch.__version__, "| cuDNN", version, *names, sep="\n")
assert names == ["CUDNN_STATUS_ALLOC_FAILED", "CUDNN_STATUS_MAPPING_ERROR"]
