"""Which cuDNN files has this process loaded, and of which version are they?"""

import torch

version = torch.backends.cudnn.version()
loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libcudnn" in line}
print(version, *sorted(loaded), sep="\n")
folders = {path.rsplit("/", 1)[0] for path in loaded}
assert version and len(folders) == 1
assert "site-packages" in folders.pop()
