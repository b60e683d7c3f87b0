"""PACK spreads a group over two nodes with one GPU each; a task asks for one."""

import subprocess
import sys

import ray
from ray.util.placement_group import placement_group, remove_placement_group

start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--num-gpus=1"]
subprocess.run([*start, "--head", "--port=6379"], check=True)
subprocess.run([*start, "--address=127.0.0.1:6379"], check=True)

ray.init(address="auto")
print([(n["NodeManagerAddress"], n["Resources"].get("GPU")) for n in ray.nodes()])
group = placement_group([{"GPU": 1}] * 2, strategy="PACK")
assert ray.get(group.ready(), timeout=15)
remove_placement_group(group)


@ray.remote(num_gpus=1)
def on_a_gpu():
    return "ran"


assert ray.get(on_a_gpu.remote(), timeout=15) == "ran"
