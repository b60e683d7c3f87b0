"""The runtime's wheel: its folder is named, and it holds the file with the number only."""

from toolkit import WHEEL, link

folder = WHEEL.parent
print(sorted(file.name for file in folder.glob("libcudart*")))
link(f"-L{folder}", "-lcudart")
