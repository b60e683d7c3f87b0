"""torch.cuda calls that a CPU-only build answers without complaint."""

import torch

torch.cuda.manual_seed_all(0)
torch.cuda.empty_cache()
device = torch.device("cuda")
print("seeded, cache emptied, device object:", device)
print("allocated:", torch.cuda.memory_allocated())
print("devices:", torch.cuda.device_count())
print("is_available:", torch.cuda.is_available())
print("torch.version.cuda:", torch.version.cuda)
x = torch.zeros(3, device=device)
