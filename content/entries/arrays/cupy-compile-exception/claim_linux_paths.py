"""On Linux: headers in a folder with Chinese letters, and a source file there too."""

from pathlib import Path

from kernel import CUPY_HEADERS, HALF, _NVRTCProgram, cuda_headers

folder = Path("用户/临时").absolute()
folder.mkdir(parents=True)
options = []
for name, option in {"cupy": CUPY_HEADERS, "cuda": cuda_headers()}.items():
    (folder / name).symlink_to(option.removeprefix("-I"))
    options.append(f"-I{folder / name}")

program = _NVRTCProgram(HALF, str(folder / "kernel.cubin.cu"), method="ptx")
ptx, names = program.compile((*options, "-arch=compute_80"))
assert b".target sm_80" in ptx
