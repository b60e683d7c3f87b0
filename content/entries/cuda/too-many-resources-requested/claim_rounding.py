"""Ask NVIDIA's header for occupancy how many threads of a kernel fit into a block of an H100; no GPU needed."""

import subprocess
from importlib.metadata import files
from pathlib import Path

SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include "cuda_occupancy.h"

int main(int count, char **registers) {
  struct cudaOccDeviceProp card = {0};
  card.computeMajor = 9;
  card.numSms = 132;
  card.warpSize = 32;
  card.maxThreadsPerBlock = 1024;
  card.maxThreadsPerMultiprocessor = 2048;
  card.regsPerBlock = 65536;
  card.regsPerMultiprocessor = 65536;
  card.sharedMemPerBlock = 49152;
  card.sharedMemPerBlockOptin = 232448;
  card.sharedMemPerMultiprocessor = 233472;
  card.reservedSharedMemPerBlock = 1024;
  for (int i = 1; i < count; ++i) {
    struct cudaOccFuncAttributes kernel = {0};
    struct cudaOccDeviceState state = {0};
    struct cudaOccResult result;
    int most = 0;
    kernel.maxThreadsPerBlock = 1024;
    kernel.numRegs = atoi(registers[i]);
    for (int threads = 32; threads <= 1024; threads += 32) {
      if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &card, &kernel, &state, threads, 0) != CUDA_OCC_SUCCESS)
        return 1;
      if (result.activeBlocksPerMultiprocessor > 0) most = threads;
    }
    printf("%d\n", most);
  }
  return 0;
}
"""
header = next(file for file in files("nvidia-cuda-runtime") if file.name == "cuda_occupancy.h").locate()
Path("occupancy.c").write_text(SOURCE)
subprocess.run(["cc", f"-I{header.parent}", "occupancy.c", "-o", "occupancy"], check=True)
counts = [64, 72, 80, 96, 128, 168, 255]
answer = subprocess.run(["./occupancy", *map(str, counts)], capture_output=True, text=True, check=True)
most = [int(line) for line in answer.stdout.split()]
for registers, threads in zip(counts, most):
    print(registers, "registers | by the product:", 65536 // registers, "| allowed:", threads, "threads")
    assert threads == 128 * (512 // ((registers + 7) // 8 * 8))
assert most == [1024, 896, 768, 640, 512, 384, 256]
