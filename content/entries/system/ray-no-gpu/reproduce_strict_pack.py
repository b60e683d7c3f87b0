"""STRICT_PACK asks one node for two GPUs; there are two nodes with one each."""

import subprocess
import sys

import ray
from ray.util.placement_group import placement_group

start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--num-gpus=1"]
subprocess.run([*start, "--head", "--port=6379"], check=True)
subprocess.run([*start, "--address=127.0.0.1:6379"], check=True)

ray.init(address="auto")
print(ray.cluster_resources().get("GPU"), ray.available_resources().get("GPU"))
print([(n["NodeManagerAddress"], n["Resources"].get("GPU")) for n in ray.nodes()])
group = placement_group([{"GPU": 1}] * 2, strategy="STRICT_PACK")
ray.get(group.ready(), timeout=15)
