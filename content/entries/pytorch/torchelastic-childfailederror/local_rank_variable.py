"""The script takes its local rank from the variable, and torchrun hands it no argument."""

import argparse
import os
import sys

from torch.distributed.run import main

if "RANK" in os.environ:  # started by the launcher
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", "--local-rank", type=int, default=int(os.environ.get("LOCAL_RANK", "0")))
    local_rank = parser.parse_args().local_rank
    with open("done", "w") as done:
        done.write(f"{local_rank} {len(sys.argv)}")
else:
    main(["--standalone", "--nproc-per-node=1", os.path.abspath(__file__)])
    with open("done") as done:
        answer = done.read()
    print(answer)
    assert answer == "0 1"
