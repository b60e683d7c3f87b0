"""Take the check out of PyTorch; what is compiled and linked then?"""

import os

from toolkit import commands, make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda-10.2", "10.2")

import torch
from torch.utils import cpp_extension

cpp_extension._check_cuda_version = lambda compiler_name, compiler_version: None

from build import build_extension

build_extension()
compile_line, link_line = commands()[0], commands()[-1]
print("torch was built with CUDA", torch.version.cuda)
print("compiled by", compile_line.split()[0])
print("linked with", *[word for word in link_line.split() if "cuda" in word])
assert f"{os.environ['CUDA_HOME']}/bin/nvcc" in compile_line
assert f"-L{os.environ['CUDA_HOME']}/lib64" in link_line and "-lcudart" in link_line
