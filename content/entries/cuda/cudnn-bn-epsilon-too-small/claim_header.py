"""The limit as the header of the installed cuDNN states it."""

import importlib.util
import re
from pathlib import Path

folder = Path(importlib.util.find_spec("nvidia.cudnn").submodule_search_locations[0]) / "include"
version = re.findall(r"#define CUDNN_(?:MAJOR|MINOR|PATCHLEVEL) (\d+)", (folder / "cudnn_version.h").read_text())
limit = re.search(r"#define CUDNN_BN_MIN_EPSILON (\S+)", (folder / "cudnn_ops.h").read_text()).group(1)
print("cuDNN", ".".join(version), "CUDNN_BN_MIN_EPSILON", limit)
assert float(limit) >= 1e-5
