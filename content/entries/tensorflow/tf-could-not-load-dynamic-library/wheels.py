"""TensorFlow in a tree of links, and beside it files in the folders into which the wheels of and-cuda put NVIDIA's libraries."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

from stand_ins import folder_with

WHEELS = {
    "cublas": ["cublas.so.12", "cublasLt.so.12"],
    "cuda_runtime": ["cudart.so.12"],
    "cudnn": ["cudnn.so.9"],
    "cufft": ["cufft.so.11"],
    "cusolver": ["cusolver.so.11"],
    "cusparse": ["cusparse.so.12"],
}


def site_packages(place="site"):
    """Make the tree and return its folder: the loader takes a link's own folder for the place of the file."""
    package = Path(find_spec("tensorflow").origin).parent
    without = shutil.ignore_patterns("include", "__pycache__")
    shutil.copytree(package, Path(place, "tensorflow"), copy_function=os.symlink, ignore=without)
    for wheel, names in WHEELS.items():
        Path(place, "nvidia", wheel).mkdir(parents=True)
        folder_with(names, f"{place}/nvidia/{wheel}/lib")
    return str(Path(place).absolute())
