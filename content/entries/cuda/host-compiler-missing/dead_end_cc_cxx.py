"""Set CC and CXX to compilers that are whole, and call nvcc."""

import shutil

from toolkit import compile_kernel, gcc_for_c_alone

compile_kernel(path=gcc_for_c_alone(), CC=shutil.which("gcc"), CXX=shutil.which("g++"))
