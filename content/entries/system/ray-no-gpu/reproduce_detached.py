"""A detached actor keeps its GPU when the program that made it has ended."""

import subprocess
import sys

import ray

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


second = OnAGpu.remote()
ray.get(second.answer.remote(), timeout=10)
