"""The same allocation, after the process has raised its soft limit to the hard one."""

import resource

import torch
from host_limit import leave

leave(256 * 2**20)
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
ones = torch.ones(2**27)
assert ones.sum() == 2**27
