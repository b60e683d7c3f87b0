"""Link with -lcuda where the stub's folder is on LIBRARY_PATH, and not on LD_LIBRARY_PATH."""

import os
import subprocess
from pathlib import Path

Path("stubs").mkdir()
Path("stub.c").write_text("int cuInit(unsigned flags) { (void)flags; return 34; }\n")
Path("program.c").write_text("int cuInit(unsigned);\nint main(void) { return cuInit(0); }\n")
make = ["cc", "-shared", "-fPIC", "stub.c", "-Wl,-soname,libcuda.so.1", "-o", "stubs/libcuda.so"]
subprocess.run(make, check=True)
there = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
there["LIBRARY_PATH"] = str(Path("stubs").absolute())
linked = subprocess.run(["cc", "program.c", "-lcuda", "-o", "program"], env=there).returncode == 0
assert not linked, "it was linked without LD_LIBRARY_PATH"
