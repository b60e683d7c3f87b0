"""torch was replaced, torchvision was not: the first import of torchvision."""

from importlib.metadata import version

print("torch", version("torch"), "| torchvision", version("torchvision"))
from torchvision.ops import nms
