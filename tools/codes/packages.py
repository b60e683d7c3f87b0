"""Which library's codes are read from which package, header and function."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.codes.enums import Constant, defines, enumerators


@dataclass(frozen=True, slots=True)
class Messages:
    """The function by which a library says a code in words.

    `files` is how the names of the shared libraries in the package begin that are needed for it, the one that has the
    function first. With `installed`, it comes with the driver and not in a package.
    """

    function: str
    files: tuple[str, ...]
    by_pointer: bool = False
    """The text is not returned: it is put where the second argument points."""
    installed: bool = False
    version: str | None = None
    """The function that puts the CUDA version of an installed library where its argument points."""


@dataclass(frozen=True, slots=True)
class Names:
    """The function by which a library says the name of a number, for old versions whose header is in no package."""

    package: str
    """Distributions that bring the library along, a pattern."""
    file: str
    """The library's file, a pattern. Its group, if it has one, is the version."""
    function: str
    version: str | None = None
    """The function that returns the version as one number, 7605 for 7.6.5."""
    numbers: tuple[int, ...] = (*range(1001), 10_000)


@dataclass(frozen=True, slots=True)
class Source:
    """Where the codes of one library stand."""

    library: str
    package: str
    """The distribution, without the ending that names a CUDA version (`-cu12`)."""
    headers: tuple[str, ...]
    """Names of the header that has the codes; the first one in a package that has them is read."""
    type_name: str | None
    """The enum; none: the codes are macros."""
    messages: Messages | None = None
    names: Names | None = None
    left_out: str = r"(?!)"
    """Names in the header that are no codes."""
    numbered: str | None = None
    """What codes without a name of their own are called, before the number; the header's names are mnemonics."""

    def is_code(self, name: str) -> bool:
        """Return whether a name in a header or a catalog is that of a code."""
        return not re.fullmatch(self.left_out, name)

    def constants(self, text: str) -> list[Constant]:
        """Return the codes in a header, in its order. Raises HeaderError."""
        found = defines(text) if self.type_name is None else enumerators(text, self.type_name)
        return [constant for constant in found if self.is_code(constant.name)]


XID_LEFT_OUT = r"ROBUST_CHANNEL_ERROR_RECOVERY_LEVEL_.*|ROBUST_CHANNEL_LAST_ERROR|RESERVED.*|.*_UNUSED_.*"
CUDNN_HEADERS = ("cudnn_graph.h", "cudnn_ops_infer.h", "cudnn.h")  # where the enum is in 9, in 8, and before
SOURCES = {
    source.library: source
    for source in (
        Source(
            "cuda-runtime",
            "nvidia-cuda-runtime",
            ("driver_types.h",),
            "cudaError",
            Messages("cudaGetErrorString", ("libcudart.so",)),
            Names("torch", r"libcudart[-\w]*\.so\.(\d+\.\d+)", "cudaGetErrorName"),
        ),
        Source(
            "cuda-driver",
            "nvidia-cuda-runtime",
            ("cuda.h",),
            "CUresult",
            Messages(
                "cuGetErrorString", ("libcuda.so.1",), by_pointer=True, installed=True, version="cuDriverGetVersion"
            ),
        ),
        Source(
            "cudnn",
            "nvidia-cudnn",
            CUDNN_HEADERS,
            "cudnnStatus_t",
            names=Names(r"cupy-cuda\d+", r"libcudnn\.so\.\d+", "cudnnGetErrorString", "cudnnGetVersion"),
        ),
        Source(
            "cublas",
            "nvidia-cublas",
            ("cublas_api.h",),
            "cublasStatus_t",
            Messages("cublasGetStatusString", ("libcublas.so", "libcublasLt.so")),
        ),
        Source("cusolver", "nvidia-cusolver", ("cusolver_common.h",), "cusolverStatus_t"),
        Source("cufft", "nvidia-cufft", ("cufft.h",), "cufftResult"),
        Source(
            "cusparse",
            "nvidia-cusparse",
            ("cusparse.h",),
            "cusparseStatus_t",
            Messages("cusparseGetErrorString", ("libcusparse.so", "libnvJitLink.so")),
        ),
        Source("nvrtc", "nvidia-cuda-nvrtc", ("nvrtc.h",), "nvrtcResult"),
        Source(
            "nccl",
            "nvidia-nccl",
            ("nccl.h",),
            "ncclResult_t",
            Messages("ncclGetErrorString", ("libnccl.so",)),
            left_out="ncclNumResults",
        ),
        Source("xid", "open-gpu-kernel-modules", ("nverror.h",), None, left_out=XID_LEFT_OUT, numbered="Xid"),
    )
}
