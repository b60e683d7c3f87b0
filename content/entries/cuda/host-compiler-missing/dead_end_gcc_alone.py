"""Install gcc alone where there was no compiler."""

from toolkit import compile_kernel, gcc_for_c_alone

compile_kernel(path=gcc_for_c_alone())
