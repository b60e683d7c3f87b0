"""Hand batches to a side stream: let it wait for them, and tell the allocator that it reads them."""

import torch

side = torch.cuda.Stream()
total = torch.zeros((), device="cuda")
for step in range(100):
    batch = torch.full((65536,), float(step), device="cuda")
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        total += batch.sum()
    batch.record_stream(side)
    del batch
torch.cuda.current_stream().wait_stream(side)
print("sum:", total.item())
assert total.item() == 65536 * sum(range(100))
