"""PTX for an old architecture: the driver compiles it for the GPU that is here."""

import torch
from kernel import PTX, load

module = load(PTX)
out = torch.zeros(1, dtype=torch.int32, device="cuda")
module.set_one(grid=(1, 1, 1), block=(1, 1, 1), args=[out])
torch.cuda.synchronize()
print("PTX for sm_75 on", torch.cuda.get_device_name(), "| stored:", out.item())
assert out.item() == 1
