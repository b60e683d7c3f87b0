"""Reinstall torch alone: what pip would do, and the import after that."""

from index import would_install

answer = would_install("--force-reinstall", "torch==2.13.0")
print("pip install --force-reinstall torch==2.13.0:", answer)
assert "torchvision" not in answer
from torchvision.ops import nms
