"""The kernel that traps, in a process that may die of it; the parent goes on."""

import multiprocessing

import torch

SOURCE = r"""
extern "C" __global__ void wait_for_peer(const int* flag, int patience) {
  for (int round = 0; round < patience; ++round) {
    if (*reinterpret_cast<const volatile int*>(flag) != 0) return;
  }
  asm volatile("trap;");
}
"""
context = multiprocessing.get_context("fork")  # safe: this process has not touched CUDA yet


def job():
    wait_for_peer = torch.cuda._compile_kernel(SOURCE, "wait_for_peer")
    flag = torch.zeros(1, dtype=torch.int32, device="cuda")
    wait_for_peer(grid=(1, 1, 1), block=(1, 1, 1), args=[flag, 1000])
    torch.cuda.synchronize()


child = context.Process(target=job)
child.start()
child.join()
print("exit code of the child:", child.exitcode, flush=True)
total = (torch.ones(3, device="cuda") + 1).sum().item()
print("sum afterwards:", total)
assert child.exitcode != 0
assert total == 6
