"""600 MiB lie free in PyTorch's cache, 1 GiB is the limit, and 700 MiB are wanted, without empty_cache()."""
import torch

MIB = 2**20
torch.cuda.set_per_process_memory_fraction(1024 * MIB / torch.cuda.get_device_properties(0).total_memory)
first = torch.empty(600 * MIB, dtype=torch.uint8, device="cuda")
del first
print(f"cached: {torch.cuda.memory_reserved() / MIB:.0f} MiB, in use: {torch.cuda.memory_allocated() / MIB:.0f} MiB")

second = torch.empty(700 * MIB, dtype=torch.uint8, device="cuda")
print(f"cached and in use: {torch.cuda.memory_reserved() / MIB:.0f} MiB")
print("allocations retried after the cache was emptied:", torch.cuda.memory_stats()["num_alloc_retries"])
