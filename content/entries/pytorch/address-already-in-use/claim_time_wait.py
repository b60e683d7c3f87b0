"""A job ends with a connection still open; the next one takes its port at once."""

import os

import torch.distributed as dist

server = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
client = dist.TCPStore("127.0.0.1", 29500)
client.set("step", "1")
del server  # the server closes first: its end of the connection waits
del client
with open("/proc/net/tcp", encoding="ascii") as v4, open("/proc/net/tcp6", encoding="ascii") as v6:
    rows = [line.split() for line in [*list(v4)[1:], *list(v6)[1:]]]
waiting = [row for row in rows if f":{29500:04X}" in row[1] + row[2] and row[3] == "06"]
print("connections in TIME_WAIT on port 29500:", len(waiting))
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo")
