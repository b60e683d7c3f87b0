"""The wheel of nvJitLink is older than that of cuSPARSE."""

from child import import_torch
from older import write_older
from sites import copied, nvjitlink

nvjitlink.unlink()
write_older(nvjitlink.parent)
import_torch(options=["-S"], PYTHONPATH=str(copied))
