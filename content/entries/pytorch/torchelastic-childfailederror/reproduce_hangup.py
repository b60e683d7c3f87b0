"""torchrun gets SIGHUP, as it does when the terminal is closed; here one of its processes sends it."""

import os
import signal
import time

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    os.kill(os.getppid(), signal.SIGHUP)
    time.sleep(20)
else:
    main(["--standalone", "--nproc-per-node=1", os.path.abspath(__file__)])
