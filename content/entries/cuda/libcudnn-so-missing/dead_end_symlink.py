"""A link libcudnn.so.8 to libcudnn.so.9, beside its parts, and then a function of cuDNN 8."""

import ctypes
from importlib.metadata import files
from pathlib import Path

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
folder = Path("cudnn").absolute()
folder.mkdir()
for library in main.parent.glob("libcudnn*"):
    (folder / library.name).symlink_to(library)
(folder / "libcudnn.so.8").symlink_to(main)
cudnn = ctypes.CDLL(str(folder / "libcudnn.so.8"))
print("loaded; the version in it is", cudnn.cudnnGetVersion())
cudnn.cudnnRNNForwardTraining
