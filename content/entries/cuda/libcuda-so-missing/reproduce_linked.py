"""An extension that is linked with the driver: built against a stub, loaded without a driver."""

import ctypes
import subprocess
from pathlib import Path

Path("stubs").mkdir()
Path("driver.c").write_text("int cuInit(unsigned flags) { return 34; }\n")
Path("extension.c").write_text("int cuInit(unsigned);\nint start(void) { return cuInit(0); }\n")
cc = ["cc", "-shared", "-fPIC"]
# As in the toolkit: the stub's file is libcuda.so, and the name inside it is libcuda.so.1.
subprocess.run([*cc, "-Wl,-soname,libcuda.so.1", "driver.c", "-o", "stubs/libcuda.so"], check=True)
subprocess.run([*cc, "extension.c", "-o", "extension.so", "-Lstubs", "-lcuda"], check=True)
print("linked:", Path("extension.so").exists())
extension = ctypes.CDLL("./extension.so")
