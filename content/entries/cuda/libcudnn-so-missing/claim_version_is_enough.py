"""A folder with all of cuDNN but libcudnn_ops: it tells its version. Does it work?"""

import ctypes
from importlib.metadata import files
from pathlib import Path

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
folder = Path("cudnn").absolute()
folder.mkdir()
for library in main.parent.glob("libcudnn*"):
    if not library.name.startswith("libcudnn_ops"):
        (folder / library.name).symlink_to(library)
cudnn = ctypes.CDLL(str(folder / "libcudnn.so.9"))
print("cuDNN", cudnn.cudnnGetVersion())
handle = ctypes.c_void_p()
status = cudnn.cudnnCreateTensorDescriptor(ctypes.byref(handle))
assert status == 0, status
