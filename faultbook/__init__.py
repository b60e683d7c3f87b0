"""Find GPU errors by their text. The package users install: standard library only, and nothing imported until needed.

`faultbook.install()` adds one line with the page's address under the traceback of an uncaught GPU exception.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it; importing that takes longer than all the rest
if TYPE_CHECKING:
    from faultbook.found import Found

__version__ = "0.1.0"


def install() -> None:
    """Print one line with the page's address under the traceback of an uncaught GPU exception. Twice is harmless."""
    from faultbook.hook import install as start  # imported here: `import faultbook` alone costs nothing

    start()


def uninstall() -> None:
    """Take back what `install` did."""
    from faultbook.hook import uninstall as stop  # see install

    stop()


def find(error: BaseException | str) -> Found | None:
    """Return what an exception or a text shows: `title`, `address`, and `step` where it shows the cause; else None.

    It never raises. None where the text shows no GPU error that is known, or FAULTBOOK=0.
    """
    from faultbook.found import found_in  # see install

    return found_in(error)


def load_ipython_extension(shell: object) -> None:
    """Do what `%load_ext faultbook` asks for."""
    from faultbook.hook import install as start  # see install

    start(shell)


def unload_ipython_extension(_shell: object) -> None:
    """Do what `%unload_ext faultbook` asks for."""
    uninstall()
