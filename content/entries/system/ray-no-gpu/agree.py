"""As many GPUs declared as CUDA_VISIBLE_DEVICES names."""

import ray

ray.init(num_gpus=1)
assert ray.cluster_resources()["GPU"] == 1
