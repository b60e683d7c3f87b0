"""Compile a kernel as CuPy does for a GPU, with the architecture given by hand: that takes no GPU."""

from importlib.metadata import distribution
from pathlib import Path

import cupy
from cupy.cuda.compiler import _NVRTCProgram

CUPY_HEADERS = f"-I{Path(cupy.__file__).parent / '_core' / 'include'}"
HALF = """
#include <cupy/float16.cuh>
extern "C" __global__ void set(float16 *x) { x[0] = float16(1.0f); }
"""


def cuda_headers():
    """The option that names the headers of NVIDIA's wheel."""
    files = distribution("nvidia-cuda-runtime").files
    header = next(file for file in files if file.name == "vector_types.h")
    return f"-I{header.locate().parent}"


def compile_kernel(source=HALF, *options, arch="compute_80"):
    """The PTX of this source."""
    program = _NVRTCProgram(source, "kernel.cubin.cu", method="ptx")
    ptx, names = program.compile((*options, f"-arch={arch}"))
    return ptx
