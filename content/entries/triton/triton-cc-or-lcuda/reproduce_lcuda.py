"""The driver's folder holds libcuda.so.1 and no libcuda.so; Triton up to 3.5 links with -lcuda."""

from pathlib import Path

from parts import compile_helper, driver_library

folder = driver_library(Path("driver").absolute()).parent
compile_helper([str(folder)], libraries=["cuda"])
