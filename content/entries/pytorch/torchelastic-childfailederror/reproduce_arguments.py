"""An older script that knows --local_rank, and a launcher that hands it --local-rank."""

import argparse
import os

from torch.distributed.launch import main

if "RANK" in os.environ:  # started by the launcher
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=0)
    print("local rank", parser.parse_args().local_rank)
else:
    main(["--nproc-per-node=1", os.path.abspath(__file__)])
