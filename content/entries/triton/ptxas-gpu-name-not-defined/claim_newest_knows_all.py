"""The ptxas of the newest toolkit at hand: does it know every GPU that the older one knew?"""

import subprocess
from importlib.util import find_spec
from pathlib import Path

older = Path(find_spec("triton").origin).parent / "backends/nvidia/bin/ptxas"
newer = Path(find_spec("torch").origin).parent / "bin/ptxas"  # of CUDA 13.0, in torch 2.11
if not newer.exists():
    newer = older.with_name("ptxas-blackwell")  # of CUDA 13.4, in Triton 3.9
Path("empty.ptx").write_text(".version 7.0\n.target sm_50\n.address_size 64\n")


def knows(ptxas, name):
    """Ask a ptxas to compile an empty program for a GPU."""
    command = [ptxas, f"--gpu-name={name}", "empty.ptx", "-o", "empty.cubin"]
    answer = subprocess.run(command, capture_output=True, text=True)
    return "is not defined for option 'gpu-name'" not in answer.stderr


names = [
    "sm_60",
    "sm_70",
    "sm_75",
    "sm_80",
    "sm_90a",
    "sm_100a",
    "sm_103a",
    "sm_110a",
    "sm_121a",
]
known = {}
for ptxas in (older, newer):
    version = subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout
    known[ptxas] = [name for name in names if knows(ptxas, name)]
    print(version.splitlines()[-1], known[ptxas])
assert set(known[newer]) >= set(known[older])
