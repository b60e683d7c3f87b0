"""As under nohup, and torchrun does not handle SIGHUP."""

import os
import signal
import time

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    os.kill(os.getppid(), signal.SIGHUP)
    time.sleep(3)
    with open("done", "w") as done:
        done.write("trained")
else:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    handled = "--signals-to-handle=SIGTERM,SIGINT"
    main(["--standalone", "--nproc-per-node=1", handled, os.path.abspath(__file__)])
    with open("done") as done:
        answer = done.read()
    print(answer)
    assert answer == "trained"
