"""The folder is named inside the program, before TensorFlow is imported."""

from loader import missing
from stand_ins import NAMES, folder_with

inside = f"import os\nos.environ['LD_LIBRARY_PATH'] = {folder_with(NAMES)!r}\n"
assert len(missing(before=inside)) == len(NAMES)
