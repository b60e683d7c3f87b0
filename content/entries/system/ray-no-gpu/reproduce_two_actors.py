"""Two actors that ask for a GPU each, and one GPU declared."""

import ray

ray.init(num_gpus=1)


@ray.remote(num_gpus=1)
class OnAGpu:
    def answer(self):
        return "here"


first = OnAGpu.remote()
print("first:", ray.get(first.answer.remote()))
second = OnAGpu.remote()
ray.wait([second.answer.remote()], timeout=5)
print(ray.cluster_resources().get("GPU"), ray.available_resources().get("GPU"))
ray.get(second.answer.remote(), timeout=10)
