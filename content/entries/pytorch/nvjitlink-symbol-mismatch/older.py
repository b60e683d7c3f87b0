"""A libnvJitLink as an older toolkit has it: the installed one without the functions that this cuSPARSE asks for."""

import re
from importlib.util import find_spec
from pathlib import Path

site = Path(find_spec("torch").origin).parent.parent
own = next(site.glob("nvidia/*/lib/libnvJitLink.so.*"))
cusparse = next(site.glob("nvidia/*/lib/libcusparse.so.*"))
release = re.search(rb"__nvJitLinkCreate_(\d+_\d+)\0", cusparse.read_bytes()).group(1)


def write_older(folder):
    """Write the older library into a folder, and return that folder's path."""
    folder.mkdir(parents=True, exist_ok=True)
    other = release[:-1] + b"x"  # 12_1 becomes 12_x: a name that nobody asks for
    (folder / own.name).write_bytes(own.read_bytes().replace(release + b"\0", other + b"\0"))
    return str(folder.absolute())
