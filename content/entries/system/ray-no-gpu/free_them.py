"""The detached actor is ended, two actors share the GPU, and are ended for a third."""

import subprocess
import sys

import ray
from ray.util import list_named_actors as named

EARLIER = """
import ray
ray.init(address="auto")

@ray.remote(num_gpus=1)
class OnAGpu:
    def answer(self):
        return "here"

held = OnAGpu.options(name="held", lifetime="detached").remote()
print("an earlier program:", ray.get(held.answer.remote()))
"""

start = ["-m", "ray.scripts.scripts", "start", "--head", "--port=0", "--num-gpus=1"]
subprocess.run([sys.executable, *start], check=True)
subprocess.run([sys.executable, "-c", EARLIER], check=True)

ray.init(address="auto")


@ray.remote(num_gpus=1)
class OnAGpu:
    def answer(self):
        return "here"


print(named(all_namespaces=True))
for actor in named(all_namespaces=True):
    ray.kill(ray.get_actor(actor["name"], namespace=actor["namespace"]))

sharing = [OnAGpu.options(num_gpus=0.5).remote() for _ in range(2)]
assert ray.get([one.answer.remote() for one in sharing], timeout=20) == ["here", "here"]
for one in sharing:
    ray.kill(one)
second = OnAGpu.remote()
assert ray.get(second.answer.remote(), timeout=20) == "here"
