"""cuDNN is told of a batch of 4 images and of one of 0 images; no device takes part."""
import ctypes
import importlib.util
from pathlib import Path

folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t


def describe(images, channels=3, height=28, width=28):
    """Describe a dense float tensor with the channels first."""
    descriptor = ctypes.c_void_p()
    cudnn.cudnnCreateTensorDescriptor(ctypes.byref(descriptor))
    sizes = (ctypes.c_int * 4)(images, channels, height, width)
    strides = (ctypes.c_int * 4)(channels * height * width, height * width, width, 1)
    status = cudnn.cudnnSetTensorNdDescriptor(descriptor, 0, 4, sizes, strides)
    return cudnn.cudnnGetErrorString(status).decode()


print("cuDNN", cudnn.cudnnGetVersion())
print("4 images:", describe(4), "0 images:", describe(0), "4 images without height:", describe(4, height=0))
assert describe(4) == "CUDNN_STATUS_SUCCESS"
assert describe(0) == describe(4, height=0) == "CUDNN_STATUS_BAD_PARAM"
