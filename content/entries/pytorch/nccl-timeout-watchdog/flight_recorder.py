"""Two GPUs with NCCL: the flight recorder writes what each rank had called, and torchfrtrace compares it."""

import os
import subprocess
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist

if "RANK" in os.environ:
    rank = int(os.environ["RANK"])
    meeting = "file://" + os.path.abspath("meeting")
    torch.cuda.set_device(rank)
    limit = timedelta(seconds=4)
    dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=2, timeout=limit)
    x = torch.ones(1, device="cuda")
    dist.all_reduce(x)
    torch.cuda.synchronize()
    if rank == 1:
        time.sleep(30)  # never comes
    dist.all_reduce(x)
    torch.cuda.synchronize()
    time.sleep(30)
else:
    where = os.path.abspath("trace_")
    recorder = {"TORCH_NCCL_TRACE_BUFFER_SIZE": "2000", "TORCH_NCCL_DUMP_ON_TIMEOUT": "1"}
    recorder.update(TORCH_NCCL_DEBUG_INFO_TEMP_FILE=where, TORCH_FR_DUMP_TEMP_FILE=where)
    for number in ("0", "1"):
        subprocess.Popen([sys.executable, __file__], env={**os.environ, **recorder, "RANK": number})
    give_up = time.monotonic() + 60
    while not os.path.exists(where + "0") and time.monotonic() < give_up:
        time.sleep(1)
    print(sorted(name for name in os.listdir() if name.startswith("trace_")))
    assert os.path.exists(where + "0")
