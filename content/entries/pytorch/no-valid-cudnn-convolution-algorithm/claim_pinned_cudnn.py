"""Is the cuDNN version left for the user to match with CUDA, or pinned by the package?"""

from importlib.metadata import requires

import torch

print("torch", torch.__version__, "| built for CUDA", torch.version.cuda)
needed = [line for line in requires("torch") or () if line.startswith("nvidia-cudnn")]
print("cuDNN it requires:", needed)
assert not any("==" in line for line in needed), "the package pins one cuDNN version"
