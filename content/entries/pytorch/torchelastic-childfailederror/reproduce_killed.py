"""The second process gets SIGKILL, as the kernel sends it when memory runs out; here it sends it to itself."""

import os
import signal

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    if os.environ["RANK"] == "1":
        os.kill(os.getpid(), signal.SIGKILL)
else:
    main(["--standalone", "--nproc-per-node=2", os.path.abspath(__file__)])
