"""pip install --upgrade torch; the index has the same release without a suffix."""

import subprocess
import sys
import zipfile

import torch

release = torch.__version__.split("+")[0]  # what the default index calls this release
info = f"torch-{release}.dist-info"
metadata = f"Metadata-Version: 2.1\nName: torch\nVersion: {release}\n"
tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
with zipfile.ZipFile(f"torch-{release}-py3-none-any.whl", "w") as wheel:
    wheel.writestr(f"{info}/METADATA", metadata)  # an empty wheel plays the index
    wheel.writestr(f"{info}/WHEEL", tags)
    wheel.writestr(f"{info}/RECORD", "")
pip = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", "."]
command = [*pip, "--dry-run", "--no-deps", "--upgrade", "torch"]
answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
print("installed:", torch.__version__, "| offered:", release)
print("pip says:", "already satisfied" if "already satisfied" in answer else answer)
assert "already satisfied" in answer and "Would install" not in answer
x = torch.zeros(3, device="cuda")
