#!/bin/sh
# Pin and hash all requirements anew. Lock files carry no index address: where to fetch from is the user's setting.
set -eu
cd "$(dirname "$0")/../requirements"
environment=../.venvs/lock
[ -x "$environment/bin/uv" ] || { python3 -m venv "$environment" && "$environment/bin/pip" install --quiet uv==0.13.9; }
compile() { # input output
  "$environment/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-header --no-annotate --no-config "$1" -o "$2"
}
compile site.in site.txt
compile test.in test.txt
compile frameworks.in all.txt
# One lock for what every build of torch needs, another for its CUDA build and that build's libraries.
# torch-cpu.txt is kept by hand: the CPU build does not come from the index that this reads.
python3 - <<'PY'
import re
from pathlib import Path

blocks = re.split(r"\n(?=\S)", Path("all.txt").read_text().strip())
cuda = re.compile(r"(nvidia-|cuda-|triton|torch==)")
Path("frameworks.txt").write_text("\n".join(b for b in blocks if not cuda.match(b)) + "\n")
Path("cudnn.txt").write_text("\n".join(b for b in blocks if b.startswith("nvidia-cudnn-")) + "\n")
Path("torch-cuda.txt").write_text("\n".join(b for b in blocks if cuda.match(b)) + "\n")
Path("all.txt").unlink()
PY
