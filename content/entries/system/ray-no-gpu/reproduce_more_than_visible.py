"""More GPUs declared than CUDA_VISIBLE_DEVICES names."""

import ray

ray.init(num_gpus=2)
