"""Does ray.get_gpu_ids() in the script say whether Ray has a GPU?"""

import ray

ray.init(num_gpus=1)
print("cluster:", ray.cluster_resources().get("GPU"), "ids:", ray.get_gpu_ids())
assert bool(ray.get_gpu_ids()) == ("GPU" in ray.cluster_resources())
