"""A mistake in the kernel's own source."""

from kernel import compile_kernel

SOURCE = """
extern "C" __global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}
"""

compile_kernel(SOURCE)
