"""The folder is named in PATH."""

import os

from loader import missing
from stand_ins import NAMES, folder_with

assert len(missing(PATH=folder_with(NAMES) + os.pathsep + os.environ["PATH"])) == len(NAMES)
