"""`python -m faultbook`, and the command `faultbook`."""

from __future__ import annotations

import sys

INTERRUPTED = 130  # what shells give for an interrupt


def main() -> int:
    """Run what the command line asks for; return the exit status."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["run"]:
        # The program to be run is to find as little imported as without us: not the parser of the other commands.
        from faultbook.runner import main as run

        return run(arguments[1:])
    try:
        from faultbook.cli import main as look_up

        return look_up(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
