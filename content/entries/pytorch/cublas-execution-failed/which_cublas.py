"""Which cuBLAS files has this process loaded?"""

import torch

loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libcublas" in line}
print("torch", torch.__version__, *sorted(loaded), sep="\n")
folders = {path.rsplit("/", 1)[0] for path in loaded}
assert len(loaded) == 2 and len(folders) == 1
assert "site-packages" in folders.pop()
