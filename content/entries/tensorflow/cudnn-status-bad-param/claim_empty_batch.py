"""cuDNN is told of a batch of 4 and of a batch of 0 sequences; no device takes part."""
import ctypes
import importlib.util
from pathlib import Path

folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t


def describe(batch, features=5):
    """Make the tensor description that TensorFlow makes for one time step of an RNN."""
    descriptor = ctypes.c_void_p()
    cudnn.cudnnCreateTensorDescriptor(ctypes.byref(descriptor))
    sizes = (ctypes.c_int * 3)(batch, features, 1)
    strides = (ctypes.c_int * 3)(features, 1, 1)
    status = cudnn.cudnnSetTensorNdDescriptor(descriptor, 0, 3, sizes, strides)
    return cudnn.cudnnGetErrorString(status).decode()


print("cuDNN", cudnn.cudnnGetVersion(), "batch of 4:", describe(4), "batch of 0:", describe(0))
assert describe(4) == "CUDNN_STATUS_SUCCESS"
assert describe(0) == "CUDNN_STATUS_BAD_PARAM"
