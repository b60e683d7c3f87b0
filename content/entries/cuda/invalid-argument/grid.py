"""A kernel that counts its blocks, and one block more than y and z take."""

import cupy

kernel = cupy.RawKernel(r'extern "C" __global__ void count(int *total) { atomicAdd(total, 1); }', "count")
total = cupy.zeros(1, dtype=cupy.int32)
blocks = 65536
