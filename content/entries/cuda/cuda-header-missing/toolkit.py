"""The CUDA toolkit of the pip packages nvidia-cuda-nvcc and nvidia-cuda-runtime, and a file that includes a header."""

import os
import subprocess
from importlib.metadata import files
from pathlib import Path

cuda = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate().parent.parent


def compile_with(*command, header, suffix=".cpp", **variables):
    """Compile a file that includes this header, or fail with what the compiler says."""
    source = Path("main").with_suffix(suffix)
    source.write_text(f"#include <{header}>\n")
    answer = subprocess.run(
        [*command, "-c", str(source), "-o", "main.o"],
        env={**os.environ, "LC_ALL": "C", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip())
    return Path("main.o").stat().st_size
