"""Does the wheel of the compiler bring the headers?"""

from importlib.metadata import distribution

names = {file.name for file in distribution("nvidia-cuda-nvrtc").files}
print(sorted(name for name in names if name.endswith(".h")))
assert "nvrtc.h" in names
assert not {"cuda_fp16.h", "vector_types.h"} & names
