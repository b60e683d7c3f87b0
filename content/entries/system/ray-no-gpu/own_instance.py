"""With address="local" the program starts a Ray of its own beside the one that runs."""

import subprocess
import sys

PROGRAM = """
import ray
ray.init(address="local")
print("GPUs:", ray.cluster_resources().get("GPU"))
"""

start = ["-m", "ray.scripts.scripts", "start", "--head", "--port=0"]
subprocess.run([sys.executable, *start], check=True)
child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert child.returncode == 0
assert "Started a local Ray instance" in child.stderr
assert "Connecting to existing Ray cluster" not in child.stderr
status = [sys.executable, "-m", "ray.scripts.scripts", "status"]
assert subprocess.run(status).returncode == 0
