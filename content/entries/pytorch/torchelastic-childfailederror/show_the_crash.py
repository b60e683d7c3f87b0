"""The same crash with Python's fault handler: it prints the lines in which each thread was."""

import ctypes
import glob
import os

from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    if os.environ["RANK"] == "1":
        ctypes.string_at(0)
else:
    os.environ["PYTHONFAULTHANDLER"] = "1"
    logs = ["--log-dir=logs", "--redirects=3"]
    try:
        main(["--standalone", "--nproc-per-node=2", *logs, os.path.abspath(__file__)])
    except ChildFailedError as error:
        print(type(error).__name__)
    said = ""
    for path in glob.glob("logs/**/stderr.log", recursive=True):
        with open(path) as log:
            said += log.read()
    print(said[-700:])
    assert "Segmentation fault" in said and "string_at" in said
