"""SO_REUSEADDR and SO_REUSEPORT on the socket that holds the port."""

import os
import socket

import torch.distributed as dist

first_job = socket.socket()
first_job.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
first_job.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
first_job.bind(("", 29500))
first_job.listen()
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo")
