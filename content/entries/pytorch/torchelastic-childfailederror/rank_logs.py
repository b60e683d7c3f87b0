"""The same, with a log for each rank."""

import glob
import os

from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    if os.environ["RANK"] == "1":
        settings = {}
        print(settings["batch_size"])
else:
    logs = ["--log-dir=logs", "--redirects=3", "--tee=3"]
    try:
        main(["--standalone", "--nproc-per-node=2", *logs, os.path.abspath(__file__)])
    except ChildFailedError as error:
        print(type(error).__name__)
    found = {}
    for path in glob.glob("logs/**/stderr.log", recursive=True):
        with open(path) as log:
            found[path] = "KeyError: 'batch_size'" in log.read()
    print(found)
    assert sum(found.values()) == 1
    assert all(path.endswith("1/stderr.log") for path, has_it in found.items() if has_it)
