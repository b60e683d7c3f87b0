"""An extension built for another torch, played by one of torch's own small libraries.

A copy of libshm.so asks libc10.so for this torch's function that reports a failed check.
Writing another name over that one leaves what such an extension is: a library that asks
for a name this torch does not have.
"""

from importlib.util import find_spec
from pathlib import Path

NAME = b"_ZN3c106detail14torchCheckFailEPKcS2_jS2_\0"


def make_extension(path, asks_for=NAME[:-1].decode()):
    library = Path(find_spec("torch").origin).parent / "lib" / "libshm.so"
    content = library.read_bytes()
    assert NAME in content
    new = asks_for.encode().ljust(len(NAME), b"\0")
    Path(path).write_bytes(content.replace(NAME, new))
    return str(Path(path).absolute())
