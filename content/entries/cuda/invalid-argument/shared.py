"""A kernel that wants 60 KiB of dynamic shared memory; 48 KiB are given unasked."""

import cupy

SOURCE = r"""
extern "C" __global__ void fill(int *out) {
    extern __shared__ int part[];
    part[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = part[threadIdx.x];
}
"""
size = 60 * 1024
kernel = cupy.RawKernel(SOURCE, "fill")
out = cupy.zeros(32, dtype=cupy.int32)
