"""torchrun --standalone beside a job on the default port."""

import os
import socket
import subprocess
import sys

if "RANK" in os.environ:  # started by torchrun
    import torch.distributed as dist

    dist.init_process_group("gloo")
    print("rank", dist.get_rank(), "of", dist.get_world_size())
    dist.destroy_process_group()
else:
    first_job = socket.socket()
    first_job.bind(("", 29500))
    first_job.listen()
    torchrun = [sys.executable, "-m", "torch.distributed.run"]
    command = [*torchrun, "--standalone", "--nproc_per_node=1", os.path.abspath(__file__)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    print(answer.stdout.strip(), "| exit code:", answer.returncode)
    assert answer.returncode == 0 and "rank 0 of 1" in answer.stdout
