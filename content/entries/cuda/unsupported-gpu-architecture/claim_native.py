"""-arch=native on a machine without a GPU, as in `docker build`."""

from pathlib import Path

from toolkit import compile_kernel

answer = compile_kernel("-arch=native", "-ptx", output="kernel.ptx")
print(answer.strip())
print(next(line for line in Path("kernel.ptx").open() if ".target" in line).strip())
