#!/bin/sh
# Pin and hash all requirements again. Lock files carry no index address: where to fetch from is the user's setting.
set -eu
cd "$(dirname "$0")/../requirements"
tools=../.venvs/lock
[ -d "$tools/lib" ] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet uv==0.13.9 packaging
compile() { # input output options
  input=$1 output=$2
  shift 2
  "$tools/bin/uv" pip compile --quiet --upgrade --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-header --no-annotate --no-config "$@" "$input" -o "$output"
}
compile site.in site.txt --universal
compile fleet.in fleet.txt --universal
compile test.in test.txt --universal
cd environments
tools=../$tools
compile frameworks.in all.txt --universal
# What programs run in is for this platform alone: NVIDIA's libraries are.
for input in arrays jax-cpu jax-cuda nvcc nvcc-older ray tensorflow-cuda torch-cuda torch-newest torch-older without-gpu; do
  compile "$input.in" "$input.txt" --python-platform x86_64-manylinux_2_28
done
for input in torchvision-mismatched integrations-vllm; do
  compile "$input.in" "$input.txt" --python-platform x86_64-manylinux_2_28 --no-deps
done
# One lock for what every build of torch needs, another for its CUDA build and that build's libraries.
# frameworks-cpu.txt is kept by hand: the CPU build does not come from the index that this reads.
python3 - <<'PY'
import re
from pathlib import Path

blocks = re.split(r"\n(?=\S)", Path("all.txt").read_text().strip())
cuda = re.compile(r"(nvidia-|cuda-|triton|torch==)")
Path("frameworks.txt").write_text("\n".join(b for b in blocks if not cuda.match(b)) + "\n")
Path("cudnn.txt").write_text("\n".join(b for b in blocks if b.startswith("nvidia-cudnn-")) + "\n")
Path("frameworks-cuda.txt").write_text("\n".join(b for b in blocks if cuda.match(b)) + "\n")
Path("all.txt").unlink()
PY
# What tests of integrations need besides: the same versions of what frameworks has, and of the rest one more lock.
compile integrations.in integrations.txt --python-platform x86_64-manylinux_2_28 -c frameworks.txt -c frameworks-cuda.txt
python3 - <<'PY'
import re
from pathlib import Path

PIN = re.compile(r"[\w.-]+(?===)")
text = {name: Path(f"{name}.txt").read_text().strip() for name in ("integrations", "frameworks", "frameworks-cuda")}
there = {name for lock in ("frameworks", "frameworks-cuda") for name in re.findall(rf"(?m)^{PIN.pattern}", text[lock])}
blocks = re.split(r"\n(?=\S)", text["integrations"])
Path("integrations.txt").write_text("\n".join(b for b in blocks if PIN.match(b)[0] not in there) + "\n")
PY
cd ..
tools=../.venvs/lock
"$tools/bin/python" ../tools/lock_sizes.py "$tools/bin/uv"
