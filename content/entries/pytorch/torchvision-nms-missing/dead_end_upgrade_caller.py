"""Upgrade the library whose import failed: what pip would do, and the import after."""

from index import would_install

answer = would_install("--upgrade", "transformers")
print("pip install --upgrade transformers:", answer)
assert "torch" not in answer
from torchvision.ops import nms
