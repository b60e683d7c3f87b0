"""torchrun starts two processes of this file; the second has an error of its own."""

import os

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    if os.environ["RANK"] == "1":
        settings = {}
        print(settings["batch_size"])
else:
    main(["--standalone", "--nproc-per-node=2", os.path.abspath(__file__)])
