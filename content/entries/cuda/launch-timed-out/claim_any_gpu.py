"""One kernel that runs for six seconds."""

import torch

SOURCE = r"""
extern "C" __global__ void wait(int seconds) {
  unsigned long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < seconds * 1000000000ull);
}
"""
wait = torch.cuda._compile_kernel(SOURCE, "wait")
torch.cuda.synchronize()
print("waiting", flush=True)
wait(grid=(1, 1, 1), block=(1, 1, 1), args=[6])
torch.cuda.synchronize()
print("the kernel came to its end")
