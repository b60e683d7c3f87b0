"""The same, with @record on the main function: the summary then holds the traceback."""

import os

from torch.distributed.elastic.multiprocessing import errors
from torch.distributed.elastic.multiprocessing.errors import record
from torch.distributed.run import main


@record
def train():
    if os.environ["RANK"] == "1":
        settings = {}
        print(settings["batch_size"])


if "RANK" in os.environ:  # started by torchrun
    train()
else:
    summary = ""
    try:
        main(["--standalone", "--nproc-per-node=2", os.path.abspath(__file__)])
    except errors.ChildFailedError as error:
        summary = str(error)
    print(summary[-600:])
    assert "KeyError: 'batch_size'" in summary
