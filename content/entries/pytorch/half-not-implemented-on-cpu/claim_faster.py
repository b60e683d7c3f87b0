"""Time one matrix product in three dtypes on one core; the best of five each."""

import time

import torch

torch.manual_seed(0)
torch.set_num_threads(1)
milliseconds = {}
for dtype in (torch.float32, torch.bfloat16, torch.float16):
    a = torch.randn(256, 256).to(dtype)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        a @ a
        times.append((time.perf_counter() - start) * 1000)
    milliseconds[dtype] = min(times)
print("torch", torch.__version__, "|", torch.backends.cpu.get_cpu_capability())
for dtype, best in milliseconds.items():
    factor = best / milliseconds[torch.float32]
    print(f"{dtype}: {best:.2f} ms, {factor:.1f} times float32")
assert milliseconds[torch.float16] < milliseconds[torch.float32]
