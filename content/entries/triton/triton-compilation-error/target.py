"""Compile a kernel for a GPU that need not be there."""

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


def compile_for(capability, kernel, signature, **constants):
    """Compile for a compute capability (90: H100, 86: RTX 30), and return the PTX."""
    constants = {(kernel.arg_names.index(name),): value for name, value in constants.items()}
    signature = {name: signature.get(name, "constexpr") for name in kernel.arg_names}
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants)
    return triton.compile(source, target=GPUTarget("cuda", capability, 32)).asm["ptx"]
