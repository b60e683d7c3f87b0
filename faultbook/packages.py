"""Which packages of the GPU world are installed, from their metadata alone: none of them is imported."""

from __future__ import annotations

import os
import re
import sys
from importlib import metadata

# Frameworks, and what is known to break with another version of CUDA or of a framework.
NAMES = frozenset(
    """
    accelerate apex auto-gptq autoawq bitsandbytes causal-conv1d cuda-bindings cuda-core cuda-python cudf-cu11
    cudf-cu12 cuml-cu11 cuml-cu12 deepspeed diffusers exllamav2 fairscale faiss-cpu faiss-gpu flash-attn
    flash-attn-3 flashinfer-python flax gptqmodel horovod jax jaxlib keras lightgbm lightning llama-cpp-python
    mamba-ssm megatron-core mindspore mindspore-gpu ml-dtypes mmcv mmcv-full mxnet numba numba-cuda numpy
    onnxruntime onnxruntime-gpu opencv-contrib-python opencv-python opencv-python-headless optax paddlepaddle
    paddlepaddle-gpu peft pycuda pynvml pytorch-lightning pytorch-triton ray rmm-cu11 rmm-cu12 sglang tensorflow
    tensorflow-cpu tf-nightly torch torch-geometric torch-scatter torchao torchaudio torchvision transformer-engine
    transformers triton triton-windows trl unsloth vllm warp-lang xformers xgboost xgboost-cpu
    """.split()  # noqa: SIM905 - a list would be a page long
)
PREFIXES = ("nvidia-", "jax-cuda", "cupy", "tensorrt", "cuda-toolkit", "pytorch-triton", "transformer-engine-")
CONDA = re.compile(
    r"((?:cuda|cudatoolkit|cudnn|nccl|pytorch|libtorch|tensorflow|jaxlib|cupy|numba|libcu[a-z]+)(?:-[a-z-]+)?)-([^-]+)-[^-]+"
)


def packages() -> dict[str, str]:
    """Return name → version of what is installed, sorted; torch and TensorFlow with the CUDA they were built for."""
    found: dict[str, str] = {}
    for distribution in metadata.distributions():
        name, version = _told(distribution)
        if name:
            found.setdefault(name, version)  # the first one is the one that would be imported
    return dict(sorted(found.items()))


def _told(distribution: metadata.Distribution) -> tuple[str, str]:
    """Return name and version of what is of interest; a broken installation of one package hides no other."""
    try:
        name = re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()
        wanted = name in NAMES or name.startswith(PREFIXES)
        return (name, _version(name, distribution)) if wanted else ("", "")
    except (KeyError, TypeError, ValueError, OSError):
        return "", ""


def _version(name: str, distribution: metadata.Distribution) -> str:
    version = distribution.version
    built = _BUILT.get(name)
    if built is None:
        return version
    path, pattern, form = built
    told = re.search(pattern, _text(distribution, path))
    if name == "torch":
        tagged = re.search(r"(?m)^__version__ = '([^']+)'", _text(distribution, path))
        version = tagged.group(1) if tagged else version
    return f"{version} ({form.format(told.group(1))})" if told else version


def is_installed(name: str) -> bool:
    """Tell whether a package is installed, by its metadata."""
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def is_cpu_build_of_torch() -> bool:
    """Tell whether the torch that would be imported was built for no GPU, of NVIDIA's or another vendor's."""
    try:
        text = _text(metadata.distribution("torch"), "torch/version.py")
    except metadata.PackageNotFoundError:
        return False
    values = dict(re.findall(r"(?m)^(cuda|hip|xpu)(?:: [^=]+)? = (\S+)", text))
    return "cuda" in values and all(value == "None" for value in values.values())


# What a framework wrote down when it was built: file, where in it, and how to say it.
_BUILT = {
    "torch": ("torch/version.py", r"(?m)^cuda(?:: [^=]+)? = '([^']+)'", "built for CUDA {}"),
    "tensorflow": ("tensorflow/python/platform/build_info.py", r"'cuda_version', '([^']+)'", "built for CUDA {}"),
}


def _text(distribution: metadata.Distribution, path: str) -> str:
    try:
        with open(str(distribution.locate_file(path)), encoding="utf-8", errors="replace") as file:
            return file.read(1 << 16)
    except OSError:
        return ""


def conda_packages() -> dict[str, str]:
    """Return name → version of what conda installed of CUDA and frameworks, by the names of its records."""
    try:
        records = os.listdir(os.path.join(sys.prefix, "conda-meta"))
    except OSError:
        return {}
    matches = (CONDA.fullmatch(name[: -len(".json")]) for name in sorted(records) if name.endswith(".json"))
    return {found.group(1): found.group(2) for found in matches if found}
