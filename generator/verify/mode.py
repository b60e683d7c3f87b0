"""How a program is run: in a fork of an interpreter that has imported its frameworks, or in a fresh one.

A fork saves the seconds of the import, and stands for `python FILE` only where the program cannot tell the
two apart. Everything here errs towards the fresh interpreter: that costs seconds, a wrong fork costs trust. So
the standard library's ways to reach other processes, the interpreter or the import system are refused by name, of
`os`, `sys`, `importlib` and `gc` only what is known to be harmless is let through, and what cannot be read from
the syntax tree is refused.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from pathlib import PurePath
from typing import Any

from generator.content.frameworks import FRAMEWORKS
from generator.content.programs import Snippet
from generator.content.syntax import parsed


def _name_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What may be used of an object that could change what an import or a process does. Anything else of it is
# refused, and so is the object itself where it is handed on, because what happens to it then cannot be read.
HARMLESS = {
    "os": _name_set("""
        DirEntry PathLike access chmod cpu_count curdir devnull environ fsdecode fsencode fspath fsync
        get_terminal_size getcwd getenv getloadavg getpid linesep link listdir lstat makedirs mkdir name pardir path
        pathsep readlink remove removedirs rename renames replace rmdir scandir sched_getaffinity sep stat strerror
        symlink sync truncate uname unlink urandom utime walk
    """),
    "os.environ": _name_set("copy get items keys values"),
    "sys": _name_set("""
        argv base_prefix byteorder exc_info excepthook executable exit flags float_info getdefaultencoding
        getfilesystemencoding getrecursionlimit getsizeof hash_info hexversion implementation int_info intern maxsize
        maxunicode platform prefix setrecursionlimit stderr stdin stdlib_module_names stdout thread_info version
        version_info warnoptions
    """),
    "importlib": _name_set("metadata resources util"),
    "importlib.util": _name_set("find_spec"),
    "gc": _name_set("collect disable enable"),
}
MAY_BE_SET = _name_set("sys.argv sys.excepthook sys.stderr sys.stdin sys.stdout")
READERS = _name_set("dict len list print repr set sorted str tuple")

PROCESSES_AND_THREADS = _name_set("""
    asyncio compileall concurrent ensurepip multiprocessing posix pty ray socketserver subprocess threading venv
    webbrowser torch.multiprocessing torch.utils.bottleneck torch.utils.collect_env
""")
MANY_HOSTS = _name_set("""
    jax.distributed jax.experimental.multihost_utils tensorflow.distribute.MultiWorkerMirroredStrategy
    tensorflow.distribute.ParameterServerStrategy tensorflow.distribute.Server tensorflow.distribute.coordinator
    tensorflow.distribute.cluster_resolver tensorflow.distribute.experimental torch.distributed
""")
SIGNALS_LIMITS_AND_THE_WAY_OUT = _name_set("atexit faulthandler resource signal")
LIBRARIES_LOADED_BY_HAND = _name_set("""
    ctypes tensorflow.load_library tensorflow.load_op_library torch.classes.load_library torch.ops.load_library
    torch.utils.cpp_extension.load torch.utils.cpp_extension.load_inline
""")
IMPORT_SYSTEM = _name_set("builtins code codeop distutils imp modulefinder pkgutil runpy site zipimport")
WATCHERS = _name_set("bdb cProfile pdb profile trace tracemalloc")
REFUSED = (
    PROCESSES_AND_THREADS
    | MANY_HOSTS
    | SIGNALS_LIMITS_AND_THE_WAY_OUT
    | LIBRARIES_LOADED_BY_HAND
    | IMPORT_SYSTEM
    | WATCHERS
)
IN_OTHER_MODULES = _name_set("builtins ctypes importlib os subprocess sys threading")  # as in `pathlib.os`
UNREADABLE = _name_set("__builtins__ __import__ compile eval exec")
WORKERS = _name_set("num_workers use_multiprocessing")
LOADER = "torch.utils.data.DataLoader"
LOADER_POSITION = 5  # of num_workers among its parameters
Import = ast.Import | ast.ImportFrom
Reason = tuple[int, str]
# Where they keep compiled kernels is settled when they are imported, and is to be the run's own folder.
KEEP_HOME = frozenset({"cupy", "triton"})


def exec_reason(snippet: Snippet) -> str:
    """Return why a program needs a fresh interpreter, or an empty text when a fork will do."""
    if not snippet.parses:
        return "it cannot be parsed"
    if snippet.fresh:
        return "its entry asks for a fresh interpreter"
    if snippet.variables:
        return "its entry sets " + ", ".join(name for name, _ in snippet.variables)
    for name in (snippet.name, *(name for name, _ in snippet.files)):
        if _can_be_imported(name, is_program=name == snippet.name):
            return f"an import could find {name}"
    keeping = [name for name in preloads(snippet) if name in KEEP_HOME]
    if keeping:
        return f"{keeping[0]} keeps the home directory it was imported with"
    return _of_program(snippet.text)


def preloads(snippet: Snippet) -> tuple[str, ...]:
    """Return the frameworks to import before a program is run in a fork, sorted."""
    tree = snippet.tree
    at_the_top = {root for node in tree.body if isinstance(node, Import) for root in _roots(node)} if tree else set()
    return tuple(root for root in snippet.frameworks if root in at_the_top)


def _can_be_imported(name: str, *, is_program: bool) -> bool:
    """Tell whether a file beside the program could be what an `import`, also one in a framework, finds or reads."""
    path = PurePath(name)
    if path.name.startswith("."):
        return True  # settings such as .numba_config.yaml are read from the working directory
    if is_program:
        return path.stem in FRAMEWORKS or path.stem in sys.stdlib_module_names
    return path.suffix in {".py", ".pyc", ".so"}


@lru_cache(maxsize=4096)  # a program is asked about once for each environment
def _of_program(text: str) -> str:
    tree = parsed(text)
    nodes = list(ast.walk(tree))
    found = [*_Reading(nodes).reasons(), *_about_imports(tree, nodes)]
    line, words = min(found, key=itemgetter(0), default=(0, ""))
    return f"line {line} {words}" if words else ""


# --- what is imported where --------------------------------------------------------------------


def _about_imports(tree: ast.Module, nodes: Iterable[ast.AST]) -> Iterator[Reason]:
    """Yield what makes a program one about import: a framework that comes late, or only under a condition."""
    for node in nodes:
        if isinstance(node, Import) and _frameworks(node) and node not in tree.body:
            yield node.lineno, f"imports {_frameworks(node)[0]} below the top level"
    seen: list[str] = []
    waiting = [root for node in tree.body if isinstance(node, Import) for root in _frameworks(node)]
    for statement in tree.body[: _end_of_imports(tree)]:
        if not isinstance(statement, Import):
            if not _is_inert(statement):
                yield statement.lineno, f"acts before it imports {waiting[len(seen)]}"
            continue
        for root in _frameworks(statement):
            if root not in seen and root < max(seen, default=""):
                # They are loaded beforehand in the order of their names, and the order can matter.
                yield statement.lineno, f"imports {root} after {max(seen)}"
            seen.append(root)


def _end_of_imports(tree: ast.Module) -> int:
    """Return the place of the last top-level import of a framework among the statements."""
    places = [place for place, node in enumerate(tree.body) if isinstance(node, Import) and _frameworks(node)]
    return max(places, default=-1) + 1


def _is_inert(node: ast.stmt) -> bool:
    """Tell whether a statement is a docstring, or gives a name to a literal."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name()], value=ast.Constant()):
            return True
    return False


def _frameworks(node: Import) -> tuple[str, ...]:
    return tuple(root for root in _roots(node) if root in FRAMEWORKS)


def _roots(node: Import) -> tuple[str, ...]:
    if isinstance(node, ast.ImportFrom):
        return () if node.level or not node.module else (node.module.partition(".")[0],)
    return tuple(alias.name.partition(".")[0] for alias in node.names)


# --- what is used ------------------------------------------------------------------------------


def _bound_names(nodes: Iterable[ast.AST]) -> dict[str, set[str]]:
    """Return what each imported name stands for: `import os as o` gives `{"o": {"os"}}`. Scopes are not told apart."""
    names: dict[str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                names.setdefault(bound, set()).add(alias.name if alias.asname else bound)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                names.setdefault(alias.asname or alias.name, set()).add(f"{node.module}.{alias.name}")
    return names


def _prefixes(dotted: str) -> Iterator[str]:
    parts = dotted.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


class _Reading:
    """What a program uses. It is read from the outside in: `os` in `os.path` has been seen with what it stands in."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._nodes = nodes
        self._names = _bound_names(nodes)
        self._found: list[Reason] = []
        self._seen: set[ast.expr] = set()
        self._only_read: set[ast.expr] = set()
        self._called: set[ast.expr] = set()

    def reasons(self) -> list[Reason]:
        """Return the line and the words of each thing that a fork would not stand for."""
        for node in self._nodes:
            read = READ_AS.get(type(node))
            if read:
                read(self, node)
        return self._found

    def _report(self, node: ast.stmt | ast.expr, words: str) -> None:
        self._found.append((node.lineno, words))

    def _stands_for(self, node: ast.expr) -> set[str]:
        """Resolve a name through the imports. `getattr` with a literal name is an attribute."""
        match node:
            case ast.Name():
                return self._names.get(node.id, set())
            case (
                ast.Attribute(value=base, attr=attribute)
                | ast.Call(func=ast.Name(id="getattr"), args=[base, ast.Constant(value=str(attribute)), *_])
            ):
                return {f"{known}.{attribute}" for known in self._stands_for(base)}
        return set()

    def _check_use(self, node: ast.expr, dotted: str) -> None:
        if self._is_refused(node, dotted):
            return
        if dotted in HARMLESS or dotted in FRAMEWORKS:
            if node not in self._only_read:
                self._report(node, f"changes {dotted} or hands it on")
        elif dotted == LOADER and node not in self._called:
            self._report(node, "hands DataLoader on")

    def _is_refused(self, node: ast.stmt | ast.expr, dotted: str) -> bool:
        """Report a name that is refused, whether it is imported or used."""
        names = list(_prefixes(dotted))
        refused = {name for name in names if name in REFUSED}
        refused.update(name for name in names[1:] if name.rpartition(".")[2] in IN_OTHER_MODULES)
        for parent, name in pairwise(names):
            if parent in HARMLESS and name.rpartition(".")[2] not in HARMLESS[parent]:
                refused.add(name)
        if refused:
            self._report(node, f"uses {min(refused)}")
        return bool(refused)

    def read_import(self, node: ast.Import) -> None:
        """Look at `import a.b as c`."""
        self._check_import(node, [alias.name for alias in node.names])

    def read_import_from(self, node: ast.ImportFrom) -> None:
        """Look at `from a import b as c`."""
        module = "." * node.level + (node.module or "")
        if any(alias.name == "*" for alias in node.names):
            self._report(node, f"imports everything from {module}")
        self._check_import(node, [module] if node.level else [f"{module}.{alias.name}" for alias in node.names])

    def _check_import(self, node: Import, names: Iterable[str]) -> None:
        for name in names:
            root = name.partition(".")[0]
            private = root.startswith("_") and root != "__future__"
            if private or (root not in sys.stdlib_module_names and root not in FRAMEWORKS):
                self._report(node, f"imports {root or name}")
            elif not name.endswith(".*"):
                self._is_refused(node, name)

    def read_name(self, node: ast.Name) -> None:
        """Look at a name that stands by itself."""
        known = self._names.get(node.id)
        if node in self._seen:
            return
        if node.id in UNREADABLE and not known:
            self._report(node, f"uses {node.id}")
        for dotted in known or ():
            self._check_use(node, dotted)

    def read_attribute(self, node: ast.Attribute) -> None:
        """Look at `a.b.c` as a whole."""
        known = self._stands_for(node)
        if known:
            self._seen.add(node.value)
        if node in self._seen:
            return
        for dotted in known:
            self._check_use(node, dotted)
            is_set = not isinstance(node.ctx, ast.Load) and dotted.rpartition(".")[0] in HARMLESS
            if is_set and dotted not in MAY_BE_SET:
                self._report(node, f"sets {dotted}")

    def read_call(self, node: ast.Call) -> None:
        """Look at a call: `getattr` as what it stands for, and others for the processes they may start."""
        self._called.add(node.func)
        for dotted in self._stands_for(node):
            self._seen.add(node.args[0])
            if node not in self._seen:
                self._check_use(node, dotted)
        if isinstance(node.func, ast.Name) and node.func.id in READERS:
            self._only_read.update(node.args)
        for keyword in node.keywords:
            if keyword.arg in WORKERS and not (isinstance(keyword.value, ast.Constant) and not keyword.value.value):
                self._report(node, f"may start worker processes: {keyword.arg}")
        if LOADER in self._stands_for(node.func):
            unknown = [
                *(isinstance(value, ast.Starred) for value in node.args),
                *(not key.arg for key in node.keywords),
            ]
            if any(unknown) or len(node.args) > LOADER_POSITION:
                self._report(node, "may start worker processes: DataLoader")

    def read_subscript(self, node: ast.Subscript) -> None:
        """Note that `a[b]` only reads `a`, unless it is set or deleted."""
        if isinstance(node.ctx, ast.Load):
            self._only_read.add(node.value)

    def read_compare(self, node: ast.Compare) -> None:
        """Note that `a in b` only reads `b`."""
        self._only_read.update(node.comparators)

    def read_dict(self, node: ast.Dict) -> None:
        """Note that `{**a}` only reads `a`."""
        self._only_read.update(value for key, value in zip(node.keys, node.values, strict=True) if key is None)

    def read_constant(self, node: ast.Constant) -> None:
        """Look for files that say which process this is and how it was started."""
        if isinstance(node.value, str) and "/proc/" in node.value:
            self._report(node, "reads /proc")


READ_AS: dict[type[ast.AST], Callable[[_Reading, Any], None]] = {
    ast.Import: _Reading.read_import,
    ast.ImportFrom: _Reading.read_import_from,
    ast.Name: _Reading.read_name,
    ast.Attribute: _Reading.read_attribute,
    ast.Call: _Reading.read_call,
    ast.Subscript: _Reading.read_subscript,
    ast.Compare: _Reading.read_compare,
    ast.Dict: _Reading.read_dict,
    ast.Constant: _Reading.read_constant,
}
