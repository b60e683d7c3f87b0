"""Half a GiB under a soft limit of a quarter more than the process has, as `ulimit -v` or a batch system sets it."""

import torch
from host_limit import leave

leave(256 * 2**20)
ones = torch.ones(2**27)
