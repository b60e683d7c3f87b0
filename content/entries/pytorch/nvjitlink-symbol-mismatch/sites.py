"""The installed packages once more, as links, in a folder of this program, where one library can be exchanged."""

import os
import shutil
from pathlib import Path

from older import own
from older import site as installed

copied = Path("site-packages").absolute()
for package in ("torch", "nvidia"):
    shutil.copytree(installed / package, copied / package, copy_function=os.symlink)
for package in installed.iterdir():
    if package.name.isidentifier() or package.suffix == ".py":
        if package.name not in ("torch", "nvidia"):
            (copied / package.name).symlink_to(package)
nvjitlink = copied / own.relative_to(installed)
