"""As under nohup: SIGHUP is ignored when torchrun starts. torchrun installs its own handler."""

import os
import signal
import time

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    os.kill(os.getppid(), signal.SIGHUP)
    time.sleep(20)
else:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    main(["--standalone", "--nproc-per-node=1", os.path.abspath(__file__)])
