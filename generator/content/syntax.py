"""Syntax trees of programs: parsed when somebody asks for one, and only the last few held."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from functools import lru_cache

TREES_HELD = 32  # more than an entry has programs: what is asked of one is asked of all, one after another
BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")  # where statements hold other statements
SIMPLE = (ast.Expr, ast.Assign, ast.Assert, ast.Import, ast.ImportFrom)  # the frequent ones that hold none


@lru_cache(maxsize=TREES_HELD)
def parsed(program: str) -> ast.Module:
    """Parse a program, without the warnings that Python has for its author. Raises what `ast.parse` raises.

    A tree takes fifty times the memory of its program, so nothing that is kept may refer to one.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(program)


def compiled(program: str) -> ast.Module:
    """Parse a program that Python can run. Raises what `compile` raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = parsed(program)
        compile(tree, "program", "exec", dont_inherit=True)  # finds a `return` outside a function, and the like
    return tree


def statements_in(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every statement of a program, with handlers and cases. Expressions, most of a tree, are passed over."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, SIMPLE):
            for block in BLOCKS:
                waiting.extend(getattr(node, block, ()))


def children(node: ast.AST) -> list[ast.AST]:
    """Return what a node is made of, as `ast.iter_child_nodes` does; not whether it is loaded or stored."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None) if name != "ctx" else None
        if isinstance(value, list):
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def nodes_in(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all that is in it, in no particular order."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += children(found)
