"""The same with the compiler's folder first on PATH."""

import subprocess
from importlib.metadata import files

nvcc = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate()

command = ["sh", "-c", "nvcc --version"]
answer = subprocess.run(
    command, env={"PATH": f"{nvcc.parent}:/usr/bin:/bin"}, capture_output=True, text=True, check=False
)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
print(answer.stdout.splitlines()[-2])
assert "release 13." in answer.stdout
