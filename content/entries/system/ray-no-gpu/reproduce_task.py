"""A task that asks for a GPU, where Ray finds none."""

import subprocess
import sys

PROGRAM = """
import ray
ray.init()
print("GPUs:", ray.cluster_resources().get("GPU"))

@ray.remote(num_gpus=1)
def on_a_gpu():
    pass

ray.get(on_a_gpu.remote(), timeout=20)
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "GPUs: None" in child.stdout
assert "No available node types can fulfill resource request {" in child.stdout
assert "GetTimeoutError" in child.stderr
