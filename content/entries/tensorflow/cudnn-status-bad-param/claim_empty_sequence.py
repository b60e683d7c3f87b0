"""cuDNN is told of two padded sequences, one of length 0; no device takes part."""
import ctypes
import importlib.util
from pathlib import Path

folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t


def describe(*lengths):
    """Make the sequence description that TensorFlow makes: float, batch first, three steps at most."""
    descriptor = ctypes.c_void_p()
    cudnn.cudnnCreateRNNDataDescriptor(ctypes.byref(descriptor))
    array = (ctypes.c_int * len(lengths))(*lengths)
    fill = ctypes.c_float(0)
    # descriptor, float, batch-major and unpacked, longest, sequences, features, lengths, padding value
    status = cudnn.cudnnSetRNNDataDescriptor(descriptor, 0, 2, 3, len(lengths), 4, array, ctypes.byref(fill))
    return cudnn.cudnnGetErrorString(status).decode()


print("cuDNN", cudnn.cudnnGetVersion(), "lengths 3 and 2:", describe(3, 2), "lengths 3 and 0:", describe(3, 0))
assert describe(3, 2) == "CUDNN_STATUS_SUCCESS"
assert describe(3, 0) == "CUDNN_STATUS_BAD_PARAM"
