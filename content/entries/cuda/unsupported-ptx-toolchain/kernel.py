"""A kernel that stores 1: as PTX of a version that no driver knows yet, and as machine code."""

import subprocess
from importlib.util import find_spec
from pathlib import Path

import torch
from torch.cuda._utils import _cuda_load_module

BODY = """
.target sm_75
.address_size 64
.visible .entry set_one(.param .u64 out)
{
    .reg .b64 %address;
    ld.param.u64 %address, [out];
    st.u32 [%address], 1;
    ret;
}
"""
newest_ptx = ".version 99.0" + BODY  # as from a toolkit that is newer than the driver


def machine_code(architecture):
    """What nvcc does on the build machine: the toolkit compiles its own PTX."""
    ptxas = Path(torch.__file__).parent / "bin" / "ptxas"
    if not ptxas.exists():  # where torch has none of its own, Triton brings one
        ptxas = Path(find_spec("triton").origin).parent / "backends" / "nvidia" / "bin" / "ptxas"
    Path("kernel.ptx").write_text(".version 8.0" + BODY)
    subprocess.run([ptxas, f"-arch={architecture}", "kernel.ptx", "-o", "kernel.cubin"], check=True)
    return Path("kernel.cubin").read_bytes()


def load(code):
    """Hand PTX or machine code to the driver."""
    torch.zeros(1, device="cuda")  # makes the CUDA context
    return _cuda_load_module(code)
