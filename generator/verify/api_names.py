"""Look a program's names up in the frameworks it imports, without running it.

Started by path under any interpreter from Python 3.9 on, standard library only: reads {"name": {"source": "…",
"folder": "…"}, …} as JSON from standard input, with the folder of the modules beside each program, and writes
{"name": ["line 3: torch has no attribute 'cude'", …], …}.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import sys
from typing import Any, Iterator

UNKNOWN = object()
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def main() -> int:
    """Look up the programs on standard input; print what is wrong with each."""
    programs = json.load(sys.stdin)
    json.dump({name: all_wrong_with(**program) for name, program in programs.items()}, sys.stdout)
    return 0


def all_wrong_with(source: str, folder: str) -> list[str]:
    """Return what is wrong with a program, by line; what nobody foresaw is said of this program alone."""
    try:
        return sorted(wrong_with(source, folder), key=line_of)
    except Exception as error:  # noqa: BLE001 - a framework may raise anything where an attribute is asked for
        return ["its names could not be looked up: %s: %s" % (type(error).__name__, error)]


def line_of(words: str) -> int:
    """Return the line that something wrong is on."""
    return int(words.split(":", maxsplit=1)[0].split()[1])


def wrong_with(source: str, folder: str) -> Iterator[str]:
    """Yield what is wrong with a program: imports that fail, names that modules lack, arguments that calls refuse."""
    beside = {os.path.splitext(name)[0] for name in os.listdir(folder)}
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        yield "line %s: %s" % (error.lineno, error.msg)
        return
    names: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from bind(node, names, beside)
    assigned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    defined = {one.name for one in ast.walk(tree) if isinstance(one, DEFINITIONS)}
    defined |= {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
    for name in assigned | defined:
        names.pop(name, None)
    lookup = Lookup(names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield from lookup.attribute(node)
        elif isinstance(node, ast.Call):
            yield from lookup.call(node)


def bind(node: Any, names: dict[str, Any], beside: set[str]) -> Iterator[str]:
    """Import what an import statement names, and keep what each name stands for. Modules beside are left alone."""
    for alias in node.names:
        module = alias.name if isinstance(node, ast.Import) else node.module or ""
        if module.partition(".")[0] in beside:
            continue
        try:
            found = importlib.import_module(module)
            if isinstance(node, ast.Import):
                if not alias.asname:
                    found = importlib.import_module(module.partition(".")[0])
                names[alias.asname or module.partition(".")[0]] = found
            else:
                names[alias.asname or alias.name] = member(found, module, alias.name)
        except Exception as error:  # noqa: BLE001 - a framework that cannot be imported raises what it likes
            yield "line %d: %s" % (node.lineno, (str(error) or type(error).__name__).splitlines()[0])


def member(module: Any, path: str, name: str) -> Any:
    """Return what a module has under a name, also where that is a module to be imported first."""
    try:
        return getattr(module, name)
    except AttributeError:
        return importlib.import_module(path + "." + name)


class Lookup:
    """What the names of a program stand for."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def stands_for(self, node: ast.AST) -> Any:
        """Return the object that a dotted name stands for, or UNKNOWN."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, UNKNOWN)
        if isinstance(node, ast.Attribute):
            base = self.stands_for(node.value)
            return UNKNOWN if base is UNKNOWN else getattr(base, node.attr, UNKNOWN)
        return UNKNOWN

    def attribute(self, node: ast.Attribute) -> Iterator[str]:
        """Yield what is wrong with `a.b`."""
        base = self.stands_for(node.value)
        if base is UNKNOWN or hasattr(type(base), "__getattr__"):  # `torch.ops.x` has what the program registers there
            return
        if isinstance(node.ctx, ast.Load) and not hasattr(base, node.attr):
            yield "line %d: %s has no attribute '%s'" % (node.lineno, ast.unparse(node.value), node.attr)

    def call(self, node: ast.Call) -> Iterator[str]:
        """Yield what is wrong with the arguments of a call, where its signature can be read."""
        function = self.stands_for(node.func)
        if function is UNKNOWN or any(isinstance(one, ast.Starred) for one in node.args):
            return
        if any(keyword.arg is None for keyword in node.keywords):
            return
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return
        try:  # in part: stand-ins for what a compiler provides name parameters that nobody gives
            signature.bind_partial(*node.args, **{str(one.arg): one for one in node.keywords})
        except TypeError as error:
            yield "line %d: %s: %s" % (node.lineno, ast.unparse(node.func), error)


if __name__ == "__main__":
    raise SystemExit(main())
