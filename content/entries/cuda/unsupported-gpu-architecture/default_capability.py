"""Give the script a value for the case that no GPU is found."""

from toolkit import compile_kernel

capability = "" or "90"  # what a detection without a GPU returned, or a default
compile_kernel(f"-gencode=arch=compute_{capability},code=sm_{capability}", "-cubin")
print("compiled for", capability)
assert capability == "90"
