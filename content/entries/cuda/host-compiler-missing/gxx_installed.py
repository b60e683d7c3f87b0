"""The same PATH, with the folder behind it into which a distribution puts gcc and g++."""

import os
import shutil

from toolkit import compile_kernel, no_compiler

installed = os.path.dirname(shutil.which("g++"))
size = compile_kernel(path=os.pathsep.join([no_compiler(), installed]))
print("compiled with", installed, "to", size, "bytes")
assert size > 0
