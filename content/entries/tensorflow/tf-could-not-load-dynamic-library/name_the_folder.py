"""The same folder, named to the loader before Python starts."""

from loader import missing
from stand_ins import NAMES, folder_with

assert missing(LD_LIBRARY_PATH=folder_with(NAMES)) == set()
