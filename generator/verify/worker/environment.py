"""Describe this environment: frameworks, GPUs, driver and compiler, and the isolation that programs can have here."""

from __future__ import annotations

import os
import re
import sys

from .gpu_listing import find_gpus
from .gpus import GpuPool
from .isolation import FULLY_ISOLATED, NOTHING_ISOLATED
from .protocol import FRAMEWORKS, PROTOCOL
from .session import Session, make_job
from .workspace import PACKAGE_VARIABLES, PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .messages import Facts, Isolation

TRY_ISOLATION = """
import ctypes, os
try:
    print("cuInit", ctypes.CDLL("libcuda.so.1").cuInit(0))
except (OSError, AttributeError):
    print("no driver")
open("written", "w").close()
os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
"""


def probe() -> Facts:
    """Describe interpreter, frameworks and GPUs, and the isolation to be had, without importing a framework here."""
    import platform

    simulated = simulated_driver()
    driver, gpus = (None, []) if simulated else find_gpus()
    watched = {"GPU memory": "watched for other users" if GpuPool().is_watched() else "not watched"} if gpus else {}
    return {
        "protocol": PROTOCOL,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system() + "-" + platform.machine(),
        "libc": "-".join(platform.libc_ver()),
        "distributions": dict(sorted(distributions().items())),
        "torch_cuda": torch_cuda(),
        "kind": "simulated-driver" if simulated else "device" if gpus else "no-device",
        "driver": driver,
        "simulated_driver": simulated,
        "gpus": gpus,
        "compiler": c_compiler(),
        "isolation": {**best_isolation(sys.executable), **watched},
    }


def simulated_driver() -> str | None:
    """Return the version of the stand-in that programs here would get for the driver library, or None."""
    import ctypes

    try:
        return str(ctypes.CDLL("libcuda.so.1").faultbook_simulated_driver())
    except (OSError, AttributeError):
        return None


def c_compiler() -> str | None:
    """Return the version of the C compiler that programs here can call, or None."""
    import shutil
    import subprocess

    found = shutil.which("cc", path=PATH)
    if not found:
        return None
    try:
        done = subprocess.run([found, "-dumpfullversion"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def best_isolation(python: str) -> Isolation:
    """Return the most isolation that programs can be run in here, by trying, CUDA's initialisation included."""
    job = make_job("try.py", TRY_ISOLATION)
    packages = {name: os.environ[name] for name in PACKAGE_VARIABLES if name in os.environ}
    gpu_pool = GpuPool(watched=False)  # a busy GPU says nothing of isolation
    session = Session(python, NOTHING_ISOLATED, gpu_pool=gpu_pool, packages=packages)
    try:
        expected: str | None = None
        for wanted in isolations():
            session.isolation = wanted
            seen = session.run(job, "exec")  # which must find the interpreter and this package, too
            if "harness" in seen or seen["exit_code"] != 0:
                continue
            if not expected and seen["stdout"].startswith("cuInit"):
                session.isolation = NOTHING_ISOLATED
                freely = session.run(job, "exec")
                expected = None if "harness" in freely else freely["stdout"]
            if seen["stdout"] in (expected, "no driver\n"):
                return wanted
    finally:
        session.close()
    return NOTHING_ISOLATED


def isolations() -> Iterator[Isolation]:
    """Yield every combination of what can be isolated, the most first."""
    for names in (
        ("network", "processes", "files"),
        ("network", "processes"),
        ("network", "files"),
        ("network",),
        ("processes", "files"),
        ("processes",),
        ("files",),
    ):
        yield {**NOTHING_ISOLATED, **{name: FULLY_ISOLATED[name] for name in names}}


def distributions(folders: Iterable[str] | None = None) -> dict[str, str]:
    """Return the frameworks installed in folders, or on the path, by the names of their folders of metadata."""
    found: dict[str, str] = {}
    for folder in sys.path if folders is None else folders:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue  # an archive, or not there
        for name in names:
            parts = re.match(r"(.+?)-([^-]+)(-py[\d.]+)?\.(dist|egg)-info$", name)
            distribution = re.sub(r"[-_.]+", "-", parts.group(1)).lower() if parts else ""
            if parts and FRAMEWORKS.match(distribution):
                found.setdefault(distribution, parts.group(2))  # the first on the path is the one that is imported
    return found


def torch_cuda() -> str | None:
    """Return the CUDA version torch was built for, read from its version file, or None."""
    for folder in sys.path:
        try:
            with open(os.path.join(folder, "torch", "version.py"), encoding="utf-8") as file:
                found = re.search(r"^cuda(?:: [^=]+)? = '([^']+)'", file.read(), re.MULTILINE)
        except OSError:
            continue
        return found.group(1) if found else None
    return None
