"""Two CuPy packages in one environment: does the import stop?"""

import warnings
from pathlib import Path

second = Path("cupy_cuda12x-14.2.0.dist-info")  # what pip leaves of a second package
second.mkdir()
(second / "METADATA").write_text("Metadata-Version: 2.1\nName: cupy-cuda12x\nVersion: 14.2.0\n")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import cupy
told = [str(warning.message) for warning in caught]
print("imported:", cupy.__version__, "| warned:", any("multiple CuPy packages" in text for text in told))
x = cupy.arange(3)
