"""The script with its full path; what comes after it goes to the script."""

import os
import sys

from torch.distributed.run import main

if "RANK" in os.environ:  # started by torchrun
    with open("done", "w") as done:
        done.write(" ".join(sys.argv[1:]))
else:
    main(["--standalone", "--nproc-per-node=1", os.path.abspath(__file__), "--epochs", "3"])
    with open("done") as done:
        answer = done.read()
    print(answer)
    assert answer == "--epochs 3"
