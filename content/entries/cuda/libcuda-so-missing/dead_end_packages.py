"""Every CUDA package that pip has installed here, searched for the file."""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
libraries = sorted(path.name for path in packages.glob("nvidia/**/lib*.so*"))
print(len(libraries), "NVIDIA libraries, of them named libcuda.so:", [n for n in libraries if n.startswith("libcuda.so")])
assert libraries
driver = ctypes.CDLL("libcuda.so.1")
