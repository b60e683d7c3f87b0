"""torchrun is given a script that is not in this folder."""

from torch.distributed.run import main

main(["--standalone", "--nproc-per-node=1", "train.py"])
