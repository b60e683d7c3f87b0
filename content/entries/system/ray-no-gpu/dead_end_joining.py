"""num_gpus for a cluster that runs already."""

import subprocess
import sys

import ray

start = ["-m", "ray.scripts.scripts", "start", "--head", "--port=0"]
subprocess.run([sys.executable, *start], check=True)
ray.init(num_gpus=1)
