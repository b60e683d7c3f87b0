"""Does this torch still export SetDevice as PyTorch 2.1 did?"""

from pathlib import Path

import torch

library = Path(torch.__file__).parent / "lib" / "libc10_cuda.so"
content = library.read_bytes()
now = [b"_ZN3c104cuda9SetDeviceE" + end for end in (b"i", b"a", b"ab")]
found = [name.decode() for name in now if name + b"\0" in content]
print("torch", torch.__version__, "exports", *found)
assert "_ZN3c104cuda9SetDeviceEi" in found
