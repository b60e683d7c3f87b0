"""A machine that seems to have a GPU: stand-ins for nvidia-smi, NVML, the driver library and PyTorch.

They show what is chosen, in which order and with which words, and nothing about a device.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from worker_runs import build_library

SMI = "580.95.05, NVIDIA Stub GPU, {memory}, 9.0, [N/A], 0, GPU-a"
NVML = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long long used(void) {
    const char *path = getenv("STUB_USED");
    FILE *file = path ? fopen(path, "r") : NULL;
    unsigned long long mib = 0;
    if (file && fscanf(file, "%llu", &mib) != 1) mib = 0;
    if (file) fclose(file);
    return mib;
}
int nvmlInit_v2(void) { return getenv("STUB_USED") ? 0 : 9; }
int nvmlSystemGetDriverVersion(char *text, unsigned length) { strncpy(text, "580.95.05", length); return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 1; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **card) { *card = (void *)1L; return 0; }
int nvmlDeviceGetName(void *card, char *text, unsigned length) { strncpy(text, "NVIDIA Stub GPU", length); return 0; }
int nvmlDeviceGetUUID(void *card, char *text, unsigned length) { strncpy(text, "GPU-a", length); return 0; }
int nvmlDeviceGetCudaComputeCapability(void *card, int *major, int *minor) { *major = 9; *minor = 0; return 0; }
int nvmlDeviceGetMigMode(void *card, unsigned *now, unsigned *pending) { return 3; }
int nvmlDeviceGetMemoryInfo(void *card, unsigned long long *memory) {
    memory[0] = 24576ULL << 20;
    memory[2] = used() << 20;
    return 0;
}
"""
DRIVER = """
#include <string.h>
int cuInit(unsigned flags) { return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGet(int *device, int index) { *device = index; return 0; }
int cuDeviceGetName(char *text, int length, int device) { strncpy(text, "NVIDIA Stub GPU", length); return 0; }
int cuDeviceTotalMem_v2(unsigned long *bytes, int device) { *bytes = 24576UL << 20; return 0; }
int cuDeviceGetAttribute(int *number, int attribute, int device) { *number = attribute == 75 ? 9 : 0; return 0; }
"""


def framework(folder: Path, name: str = "torch", release: str = "2.8.0") -> Path:
    """Put an empty package that seems to be a framework into a folder; return the folder."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(f"__version__ = {release!r}\n")
    (folder / name / "version.py").write_text("cuda = '12.8'\n")
    info = folder / f"{name}-{release}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {release}\n")
    return folder


def environment(folder: Path, python: str = sys.executable) -> Path:
    """Make what looks like an environment of its own of an interpreter; return its site-packages."""
    told = "import os, sys; print(os.path.realpath(sys.executable), '%d.%d' % sys.version_info[:2])"
    real, version = subprocess.run([python, "-c", told], capture_output=True, text=True, check=True).stdout.split()
    (folder / "bin").mkdir(parents=True)
    for name in ("python", "python3"):
        (folder / "bin" / name).symlink_to(real)
    (folder / "pyvenv.cfg").write_text(f"home = {Path(real).parent}\ninclude-system-site-packages = false\n")
    packages = folder / f"lib/python{version}/site-packages"
    packages.mkdir(parents=True)
    return packages


class StubHost:
    """A machine in a folder: its commands, its libraries, a home, and an interpreter without frameworks on PATH."""

    def __init__(self, folder: Path, libraries: Path, python: str = sys.executable) -> None:
        self.folder, self.home, self.bin = folder, folder / "home", folder / "bin"
        self.used = folder / "used"
        self.home.mkdir(parents=True)
        self.bin.mkdir()
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.packages = environment(folder / "plain", python)
        self.variables = {
            "HOME": str(self.home),
            "PATH": f"{self.bin}:{folder / 'plain/bin'}:/usr/sbin:/sbin",
            "LD_LIBRARY_PATH": str(libraries),
            "STUB_USED": str(self.used),
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.temporary),
        }
        self.in_use(0)
        self.smi()

    def in_use(self, mib: int) -> None:
        """Put memory in use on the GPU."""
        self.used.write_text(str(mib))

    def smi(self, memory: str = "24576") -> None:
        """Have an nvidia-smi that says so."""
        path = self.bin / "nvidia-smi"
        path.write_text(f"#!/bin/sh\necho '{SMI.format(memory=memory)}'\n")
        path.chmod(0o755)

    def without_smi(self) -> None:
        """Have none."""
        (self.bin / "nvidia-smi").unlink()

    def without_nvml(self) -> None:
        """Have a driver of which only the compute libraries are there, as in a container."""
        del self.variables["STUB_USED"]

    def run(self, *command: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command on this machine."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=cwd,
            env={**self.variables, **variables},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done


def stub_libraries(folder: Path, *, driver: bool = True) -> Path:
    """Compile the stand-ins for NVML and, if asked, the driver library; return their folder."""
    assert shutil.which("cc", path=os.environ["PATH"])
    build_library(folder, NVML, "libnvidia-ml.so.1")
    if driver:
        build_library(folder, DRIVER, "libcuda.so.1")
    return folder
