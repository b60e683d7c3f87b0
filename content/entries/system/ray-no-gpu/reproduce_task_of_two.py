"""A task that asks for two GPUs, and one declared."""

import subprocess
import sys

PROGRAM = """
import ray
ray.init(num_gpus=1)

@ray.remote(num_gpus=2)
def on_two_gpus():
    pass

ray.get(on_two_gpus.remote(), timeout=20)
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "No available node types can fulfill resource request {" in child.stdout
assert "'GPU': 2.0" in child.stdout
assert "GetTimeoutError" in child.stderr
