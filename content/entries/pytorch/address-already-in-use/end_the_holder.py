"""Find who holds the port, end that process with SIGTERM, and start again."""

import os
import signal
import time

import torch.distributed as dist


def holders(port):
    """Return the processes with a socket that listens on a port, as `ss -ltnp` does."""
    inodes = set()
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(name, encoding="ascii") as file:
            rows = [line.split() for line in list(file)[1:]]
        for row in rows:
            if row[1].endswith(f":{port:04X}") and row[3] == "0A":  # listening
                inodes.add(f"socket:[{row[9]}]")
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            targets = {os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")}
        except OSError:
            continue
        if targets & inodes:
            found.add(int(pid))
    return found


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
os.waitpid(job, 0)
left = holders(29500)
print("the port is held by", len(left), "process; the killed one among them:", job in left)
assert len(left) == 1 and job not in left  # before anything is ended
for pid in left:
    os.kill(pid, signal.SIGTERM)
time.sleep(1)
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo")
print("rank", dist.get_rank(), "of", dist.get_world_size())
assert dist.get_world_size() == 1
