"""The second process reads from address 0."""

import ctypes
import os

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    if os.environ["RANK"] == "1":
        ctypes.string_at(0)
else:
    main(["--standalone", "--nproc-per-node=2", os.path.abspath(__file__)])
