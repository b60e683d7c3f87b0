"""The first job is killed; a worker that it forked lives on and holds the port."""

import os
import signal
import time

import torch.distributed as dist

job = os.fork()
if job == 0:
    store = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
    if os.fork() == 0:
        time.sleep(30)  # a data worker: it has inherited the listening socket
        os._exit(0)
    time.sleep(30)
    os._exit(0)
time.sleep(3)
os.kill(job, signal.SIGKILL)
print("killed:", os.waitpid(job, 0)[1] == signal.SIGKILL)
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo")
