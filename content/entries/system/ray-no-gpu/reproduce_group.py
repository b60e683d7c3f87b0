"""A placement group of two, and one GPU declared."""

import ray
from ray.util.placement_group import placement_group

ray.init(num_gpus=1)
group = placement_group([{"GPU": 1}] * 2)
ray.get(group.ready(), timeout=15)
