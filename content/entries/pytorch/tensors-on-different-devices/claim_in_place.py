"""Does Tensor.to() move the tensor it is called on? The device here is `meta`."""

import torch

x = torch.ones(3)
x.to("meta")
print("after x.to('meta'):", x.device)
assert x.device.type == "meta"
