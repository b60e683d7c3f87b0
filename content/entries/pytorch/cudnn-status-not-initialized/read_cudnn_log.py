"""Let cuDNN 9 write down which call failed; its log was switched on before the program started."""

import ctypes

import torch  # loads the cuDNN that it is linked to

path = next(word for word in open("/proc/self/maps").read().split() if "libcudnn.so" in word)
cudnn = ctypes.CDLL(path)
handle = ctypes.c_void_p()
status = cudnn.cudnnCreate(ctypes.byref(handle))
log = open("cudnn.log").read()
reason = next((line.strip() for line in log.splitlines() if "Reason:" in line), "none")
print("torch", torch.__version__, "| cuDNN", torch.backends.cudnn.version(), "| status", status)
print(reason)
assert status != 0 and "CUDNN_STATUS_NOT_INITIALIZED; Reason: cudaGetDeviceCount" in reason
