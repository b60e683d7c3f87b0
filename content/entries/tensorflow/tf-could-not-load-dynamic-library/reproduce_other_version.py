"""All libraries are there; of cuDNN the files of another major version."""

from loader import missing
from stand_ins import NAMES, folder_with

names = [name if "cudnn" not in name else "cudnn.so.8" for name in NAMES]
assert missing(LD_LIBRARY_PATH=folder_with(names)) == {"libcudnn.so.9"}
