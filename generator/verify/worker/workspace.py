"""The private folder of a run, and the environment variables that a program finds."""

from __future__ import annotations

import os

# Nothing else of the caller's environment reaches a program: no token, no proxy, no Python settings.
PASSED_ON = ("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "LD_LIBRARY_PATH")
PATH = "/usr/local/bin:/usr/bin:/bin"  # where programs find commands
# Where a user's interpreter finds packages beside its own; `-I` hides both. Set only where frameworks lie there.
PACKAGE_VARIABLES = ("PYTHONPATH", "PYTHONUSERBASE")
# numpy and torch start a pool of threads at import unless told otherwise, and a process with threads must not fork.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMEXPR_NUM_THREADS": "1"}


def clean_environment(folder: str, libraries: str = "") -> dict[str, str]:
    """Return the environment variables of a program; `libraries` is where the loader looks for libraries first."""
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    if libraries:
        passed["LD_LIBRARY_PATH"] = ":".join(filter(None, (libraries, passed.get("LD_LIBRARY_PATH"))))
    own = {"HOME": os.path.join(folder, "home"), "TMPDIR": os.path.join(folder, "tmp")}
    return {**passed, **own, "PATH": PATH, "LANG": "C.UTF-8", "COLUMNS": "100"}


class RunFolder:
    """The private folder of one run, removed at its end whatever the program left there."""

    def __init__(self, parent: str) -> None:
        self.parent, self.path = parent, ""

    def __enter__(self) -> str:
        import tempfile

        self.path = tempfile.mkdtemp(dir=self.parent, prefix="run-")
        return self.path

    def __exit__(self, *_error: object) -> None:
        remove(self.path)


def remove(folder: str) -> None:
    """Remove a folder, whatever a program left there."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    for parent, names, _files in os.walk(folder):
        for name in names:  # folders that nobody may enter
            if not os.path.islink(os.path.join(parent, name)):
                try:
                    os.chmod(os.path.join(parent, name), 0o700)
                except OSError:
                    pass  # removed meanwhile
    shutil.rmtree(folder, ignore_errors=True)


def remove_while_written(folder: str) -> None:
    """Remove a folder into which processes that are just being killed may still write, for ten seconds at most."""
    import time

    give_up = time.monotonic() + 10
    while os.path.exists(folder) and time.monotonic() < give_up:
        remove(folder)
        time.sleep(0.05)
