"""NVIDIA's pip package nvidia-cuda-nvcc-cu12: is nvcc in it?"""

from importlib.metadata import distribution

package = distribution("nvidia-cuda-nvcc-cu12")
programs = [file.name for file in package.files if "bin" in file.parts]
print("nvidia-cuda-nvcc-cu12", package.version, "| programs:", programs)
assert "nvcc" in programs
