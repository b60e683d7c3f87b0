"""The file is there and cannot be loaded: what does Numba say?"""

import os
from pathlib import Path

import without_numba_cuda

library = Path("cuda-12.1/nvvm/lib64/libnvvm.so.4.0.0").absolute()
library.parent.mkdir(parents=True)
library.touch()
os.environ["CUDA_HOME"] = str(library.parents[2])

from kernel import compile_kernel

said = ""
try:
    compile_kernel()
except Exception as error:
    said = str(error)
print(said)
assert not ("cannot be found" in said and library.exists())
