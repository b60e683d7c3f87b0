"""Two processes of torchrun: does it give each of them a GPU of its own?"""

import socket
import subprocess
import sys

import torch

with open("worker.py", "w") as file:
    file.write("import os\n")
    file.write("mine = os.environ.get('CUDA_VISIBLE_DEVICES', 'not set')\n")
    file.write("open('rank' + os.environ['LOCAL_RANK'], 'w').write(mine)\n")
with socket.create_server(("127.0.0.1", 0)) as free:
    port = free.getsockname()[1]
subprocess.run(
    [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"]
    + ["--master-addr=127.0.0.1", f"--master-port={port}", "worker.py"],
    check=True,
)
first, second = open("rank0").read(), open("rank1").read()
print("torch", torch.__version__)
print("CUDA_VISIBLE_DEVICES of local rank 0:", first, "| of local rank 1:", second)
assert first != second, "both processes see the same GPUs"
