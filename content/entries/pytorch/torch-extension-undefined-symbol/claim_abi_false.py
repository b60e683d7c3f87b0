"""Which C++ strings does this torch, installed by pip, use?"""

import torch

print("torch", torch.__version__, "| cxx11 ABI:", torch._C._GLIBCXX_USE_CXX11_ABI)
assert torch._C._GLIBCXX_USE_CXX11_ABI is False
