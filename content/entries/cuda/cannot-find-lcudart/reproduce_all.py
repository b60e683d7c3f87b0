"""What a build asks for where no CUDA is installed for linking."""

import os
import subprocess
from pathlib import Path

NAMES = "cudart cudart_static cudadevrt cublas cublasLt curand cufft cusolver cusparse nvrtc".split()
Path("program.c").write_text("int main(void) { return 0; }\n")
command = ["cc", "program.c", "-o", "program", *(f"-l{name}" for name in NAMES)]
there = {name: value for name, value in os.environ.items() if name != "LIBRARY_PATH"}
answer = subprocess.run(command, env=there, capture_output=True, text=True)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
