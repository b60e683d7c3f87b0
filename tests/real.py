"""The command line as tests of whole builds start it, and the real content's site."""

import contextlib
import functools
import multiprocessing
import os
import subprocess
import sys
import tempfile
from multiprocessing import forkserver
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "content"
SETTINGS = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "true", "IMAGES": "never"}
BELOW = "below/errors/"
REDIRECT = '<meta http-equiv="refresh"'
ADDRESS = f"https://example.org/{BELOW}"
FORKS = multiprocessing.get_context("forkserver")
LIMIT = 600  # seconds that a command may take
# What takes longer to import than most commands take.
IMPORTED = [
    "generator.cli",
    "generator.commands.build",
    "generator.commands.due",
    "generator.commands.building",
    "generator.commands.verifying",
    "generator.build.site",
]


def generator(*arguments, cwd):
    """Run the command line in a folder and a process of its own, which is forked from one that has imported it."""
    _prepare()
    arguments = list(map(str, arguments))
    with tempfile.TemporaryDirectory() as folder:
        said = [Path(folder) / name for name in ("stdout", "stderr")]
        process = FORKS.Process(target=_run, args=(arguments, Path(cwd).absolute(), said))
        process.start()
        process.join(LIMIT)
        if process.is_alive():
            process.kill()
            raise TimeoutError(f"{arguments} did not end in {LIMIT} s: {said[1].read_text('utf-8')}")
        return subprocess.CompletedProcess(arguments, process.exitcode, *(path.read_text("utf-8") for path in said))


@functools.cache
def _prepare():
    FORKS.set_forkserver_preload(IMPORTED)
    with contextlib.chdir(ROOT):  # which is where it looks for modules
        forkserver.ensure_running()


def _run(arguments, cwd, said):
    for path, stream in zip(said, (sys.stdout, sys.stderr), strict=True):
        with path.open("w") as file:
            os.dup2(file.fileno(), stream.fileno())
        stream.reconfigure(encoding="utf-8")
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(SETTINGS)
    from generator.cli import main

    main(arguments, prog_name="python -m generator")


def pages_of(site):
    """Return the text of every page by its path; a redirect at an old address is none."""
    texts = {file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}
    return {name.removesuffix("index.html"): text for name, text in texts.items() if REDIRECT not in text}


def build_real(target):
    """Build the real content's site without running anything, in a process that shares nothing with another."""
    arguments = ("--verify", "never", "--content", CONTENT, "--site", target, "--address", ADDRESS)
    command = [sys.executable, "-m", "generator", "build", *arguments]
    return subprocess.run(
        command, cwd=target.parent, env={**SETTINGS, "IMAGES": "auto"}, capture_output=True, text=True, check=False
    )
