"""Name torch and torchvision in one pip command, torch with its version."""

from importlib.metadata import version

from index import would_install

print("installed: torch", version("torch"), "| torchvision", version("torchvision"))
answer = would_install("torch==2.13.0", "torchvision")
print("pip install torch==2.13.0 torchvision:", answer)
assert answer == "Would install torchvision-0.28.0"
