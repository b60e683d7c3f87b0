"""The scheduler gives GPU 0, which has the fault, to the next job."""

import os
import subprocess
import sys

FAULTY = "0"


def run_job(gpu):
    """Start a job on one GPU (simulated: number 0 answers 214, the others are healthy)."""
    there = {**os.environ, "CUDA_VISIBLE_DEVICES": gpu, "SIMULATED_CUINIT": "214" if gpu == FAULTY else "0"}
    done = subprocess.run([sys.executable, "ask_gpu.py"], env=there, capture_output=True, text=True, check=True)
    return done.stdout.strip()


answer = run_job("0")
print("GPU 0:", answer)
assert answer == "cudaErrorECCUncorrectable: uncorrectable ECC error encountered"
