"""The compiler has another name or place: CC names it."""

import os
import shutil
from pathlib import Path

from parts import compile_helper, driver_library

folder = driver_library(Path("driver").absolute()).parent
elsewhere = Path("elsewhere/my-cc").absolute()
elsewhere.parent.mkdir()
elsewhere.write_text(f'#!/bin/sh\nPATH=/usr/bin:/bin exec {shutil.which("gcc")} "$@"\n')
elsewhere.chmod(0o755)
os.environ["CC"] = str(elsewhere)
os.environ["PATH"] = str(Path("empty").absolute())
module = compile_helper([str(folder)])
print(Path(module).name)
assert Path(module).stat().st_size > 0
