"""Start the worker by path, under any Python from 3.9 on.

python -I PATH/worker/__main__.py probe      describe this environment as JSON
python -I PATH/worker/__main__.py devices    list the GPUs that the CUDA driver library itself reports, as JSON
"""

from __future__ import annotations

import json
import os
import sys

# Under a name of its own, and not by way of sys.path: a program may have, or import, a module called `worker`.
package = type(sys)("faultbook_worker")
package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
sys.modules[package.__name__] = package


def main(arguments: list[str]) -> int:
    """Do what the command line asks, and import only what that takes; return the exit code."""
    command, code = arguments[0] if arguments else "", 0
    add_user_packages()
    writes_nothing, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # the package may be another user's
    if command == "program":
        from faultbook_worker.program import run_program

        sys.dont_write_bytecode = writes_nothing
        code = run_program(arguments[3], int(arguments[1]), json.loads(arguments[2]))
    elif command == "zygote":
        from faultbook_worker.zygote import serve_as_zygote

        sys.dont_write_bytecode = writes_nothing
        code = serve_as_zygote(int(arguments[1]), arguments[2], arguments[3:])
    elif command == "probe":
        from faultbook_worker.environment import probe

        json.dump(probe(), sys.stdout)
    elif command == "devices":
        from faultbook_worker.driver import list_devices

        json.dump(list_devices(), sys.stdout)
    else:
        print(__doc__, file=sys.stderr)
        code = 2
    return code


def add_user_packages() -> None:
    """Put the folders that `-I` leaves out back on the path, where `python -c` has them."""
    folders = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
    sys.path[:0] = folders
    if not os.environ.get("PYTHONUSERBASE"):
        return
    import site

    before = list(sys.path)
    site.addsitedir(site.getusersitepackages())  # which also reads its .pth files
    added = [folder for folder in sys.path if folder not in before]
    own = (place for place, folder in enumerate(before) if folder.endswith(("site-packages", "dist-packages")))
    place = next(own, len(before))
    sys.path[:] = [*before[:place], *added, *before[place:]]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))  # sys.exit may be the program's by now
