"""The same kernel; what it uses is an argument."""

from kernel import compile_kernel

SOURCE = """
extern "C" __global__ void scale(float *x, int n, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}
"""

ptx = compile_kernel(SOURCE)
assert b".entry scale" in ptx
