"""For a GPU that nvcc does not know: the newest architecture it knows, with PTX."""

from pathlib import Path

from toolkit import compile_kernel

code = "-gencode=arch=compute_90,code=[sm_90,compute_90]"
compile_kernel(code, "--no-compress", "-fatbin", output="kernel.fatbin")
content = Path("kernel.fatbin").read_bytes()
print("machine code and PTX in", len(content), "bytes")
assert b".target sm_90" in content  # the PTX, which a newer driver compiles for its GPU
