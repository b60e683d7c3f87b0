"""The GPU is newer than nvcc: 15.0 stands for a generation that this nvcc does not know."""

from toolkit import ask, compile_kernel

known = ask("--list-gpu-arch").split()
print("newest known:", max(known, key=lambda name: int(name.partition("_")[2])))
compile_kernel("-gencode=arch=compute_150,code=sm_150", "-cubin")
