"""Call the nvcc of the pip package nvidia-cuda-nvcc, with a PATH of our own."""

import os
import shutil
import subprocess
from importlib.metadata import files
from pathlib import Path

nvcc = str(next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate())
Path("kernel.cu").write_text("__global__ void set(int *x) { *x = 1; }\n")


def no_compiler():
    """Return a PATH on which there is no compiler."""
    folder = Path("empty")
    folder.mkdir(exist_ok=True)
    return str(folder.absolute())


def gcc_for_c_alone():
    """Return a PATH with this machine's gcc first, as it is where no g++ of its version is installed.

    gcc looks for its parts beside itself: a copy of it in a new folder has links to all of them but the C++ compiler.
    """

    def ask(question):
        return subprocess.run(["gcc", question], capture_output=True, text=True, check=True).stdout.strip()

    libraries = Path(ask("-print-libgcc-file-name")).parent
    compilers = Path(ask("-print-prog-name=cc1plus")).parent
    for name in ("lib", "libexec"):
        parts = Path("c-alone", name, "gcc", ask("-dumpmachine"), libraries.name)
        parts.mkdir(parents=True, exist_ok=True)
        for file in [*libraries.iterdir(), *compilers.iterdir()]:
            if file.name != "cc1plus" and not (parts / file.name).exists():
                (parts / file.name).symlink_to(file)
    folder = Path("c-alone", "bin")
    folder.mkdir(exist_ok=True)
    shutil.copy(os.path.realpath(shutil.which("gcc")), folder / "gcc")
    return os.pathsep.join([str(folder.absolute()), os.environ["PATH"]])


def compile_kernel(*options, path=os.environ["PATH"], phase="-c", **variables):
    """Compile with this PATH, or fail with what nvcc says."""
    command = [nvcc, *options, phase, "kernel.cu", "-o", "kernel.o"]
    answer = subprocess.run(
        command, env={**os.environ, "PATH": path, **variables}, capture_output=True, text=True, check=False
    )
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip())
    return Path("kernel.o").stat().st_size
