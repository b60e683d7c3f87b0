"""ray.init() joins the cluster that was started on the machine."""

import subprocess
import sys

PROGRAM = """
import ray
ray.init()
print("GPUs:", ray.cluster_resources().get("GPU"))
"""

start = ["-m", "ray.scripts.scripts", "start", "--head", "--port=0"]
subprocess.run([sys.executable, *start], check=True)
child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "Connecting to existing Ray cluster" in child.stderr
assert "GPUs: None" in child.stdout
