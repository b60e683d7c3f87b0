"""What the CUDA runtime calls the errors 900 to 908."""

import ctypes

import torch  # loads the CUDA runtime that it is linked to

maps = open("/proc/self/maps").read().split()
runtime = ctypes.CDLL(next(word for word in maps if "libcudart" in word))
runtime.cudaGetErrorName.restype = ctypes.c_char_p
runtime.cudaGetErrorString.restype = ctypes.c_char_p
print("torch", torch.__version__, "| CUDA", torch.version.cuda)
names = {}
for number in range(900, 909):
    names[number] = runtime.cudaGetErrorName(number).decode()
    print(number, names[number], "|", runtime.cudaGetErrorString(number).decode())
assert names[900] == "cudaErrorStreamCaptureUnsupported"
assert names[901] == "cudaErrorStreamCaptureInvalidated"
assert names[904] == "cudaErrorStreamCaptureUnjoined"
assert names[905] == "cudaErrorStreamCaptureIsolation"
assert names[906] == "cudaErrorStreamCaptureImplicit"
