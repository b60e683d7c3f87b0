"""What number is CUDNN_STATUS_BAD_PARAM?"""

import ctypes
import importlib.util
from pathlib import Path

folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0])
cudnn = ctypes.CDLL(str(folder / "lib" / "libcudnn.so.9"))
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
cudnn.cudnnGetVersion.restype = ctypes.c_size_t
print("cuDNN", cudnn.cudnnGetVersion())
for number in (3, 4, 2000, 2005):
    print(number, cudnn.cudnnGetErrorString(number).decode())
assert cudnn.cudnnGetErrorString(4) == b"CUDNN_STATUS_BAD_PARAM"
