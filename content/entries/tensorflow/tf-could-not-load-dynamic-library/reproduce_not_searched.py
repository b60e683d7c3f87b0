"""All libraries are there, in a folder that the loader does not search."""

from loader import missing
from stand_ins import NAMES, folder_with

folder_with(NAMES)
assert len(missing()) == len(NAMES)
