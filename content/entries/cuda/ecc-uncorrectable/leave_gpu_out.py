"""Each job in a process of its own; a GPU that answers with an ECC error gets no further jobs."""

import os
import subprocess
import sys

FAULTY = "0"


def run_job(gpu):
    """Start a job on one GPU (simulated: number 0 answers 214, the others are healthy)."""
    there = {**os.environ, "CUDA_VISIBLE_DEVICES": gpu, "SIMULATED_CUINIT": "214" if gpu == FAULTY else "0"}
    done = subprocess.run([sys.executable, "ask_gpu.py"], env=there, capture_output=True, text=True, check=True)
    return done.stdout.strip()


usable = ["0", "1", "2"]
served_by = []
for _job in range(3):
    for gpu in list(usable):
        answer = run_job(gpu)
        if not answer.startswith("cudaErrorECCUncorrectable"):
            served_by.append(gpu)
            break
        print(f"GPU {gpu} taken out: {answer}")
        usable.remove(gpu)
print("jobs ran on:", served_by, "| still in use:", usable)
assert usable == ["1", "2"]
assert served_by == ["1", "1", "1"]
