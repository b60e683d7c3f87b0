"""700 MiB wanted while 600 of the allowed 1024 MiB lie free in PyTorch's cache."""

import torch

MIB = 2**20
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(1024 * MIB / capacity)
first = torch.empty(600 * MIB, dtype=torch.uint8, device="cuda")
del first
print(f"in use: {torch.cuda.memory_allocated() / MIB:.0f} MiB")
print(f"held by PyTorch: {torch.cuda.memory_reserved() / MIB:.0f} MiB")

second = torch.empty(700 * MIB, dtype=torch.uint8, device="cuda")
print(f"held after the second: {torch.cuda.memory_reserved() / MIB:.0f} MiB")
retries = torch.cuda.memory_stats()["num_alloc_retries"]
print("retried with an emptied cache:", retries)
