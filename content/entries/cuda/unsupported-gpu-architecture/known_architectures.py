"""Keep of the list what this nvcc knows: `--list-gpu-arch` says it."""

from toolkit import ask, compile_kernel

wanted = ["70", "80", "90"]
known = ask("--list-gpu-arch").split()
usable = [number for number in wanted if f"compute_{number}" in known]
options = [f"-gencode=arch=compute_{number},code=sm_{number}" for number in usable]
compile_kernel(*options, "-fatbin", output="kernel.fatbin")
print("compiled for", usable, "| not for", [one for one in wanted if one not in usable])
assert usable == ["80", "90"]
