"""Which assertions of a program decide how its run ends, read from its text.

One counts where the program itself evaluates it in its main thread, and where nothing keeps its failure from ending the
run: at the top level, or in a function that the program only ever calls by name. What is handed on or decorated may run
in a thread, in another process or never, and frameworks compile such functions, so nothing may be put into them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from generator.content.syntax import children

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.Module | Function
CATCH_ASSERTIONS = frozenset({"AssertionError", "Exception", "BaseException"})
SUPPRESS = frozenset({"suppress", "raises", "assertRaises"})
LEAVE = frozenset({"exit", "_exit", "abort"})
TRIES = (ast.Try, ast.TryStar)


def always_true(test: ast.expr) -> bool:
    """Tell whether what is asserted cannot be false: a constant, a tuple with something in it, a generator."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            return any(not isinstance(item, ast.Starred) for item in items)
        case ast.JoinedStr(values=parts):
            return any(isinstance(part, ast.Constant) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(map(always_true, values))
        case ast.Dict(keys=keys):
            return any(keys)
    return isinstance(test, ast.Lambda | ast.GeneratorExp)


def deciding(tree: ast.Module) -> Iterator[ast.Assert]:
    """Yield the assertions that decide: those at the top level, then those in functions that are only called."""
    yield from _deciding_in(tree)
    for function in _plain_functions(tree):
        yield from _deciding_in(function)


def _deciding_in(scope: Scope) -> Iterator[ast.Assert]:
    for node in _statements(scope.body):
        if isinstance(node, ast.Assert) and not always_true(node.test):
            yield node


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a scope, without those whose failure is caught, and without those of inner scopes."""
    for node in body:
        yield node
        if isinstance(node, Function | ast.ClassDef):
            continue
        caught = _suppresses(node)
        tried = isinstance(node, TRIES) and any(map(_swallows, node.handlers))
        for name, value in ast.iter_fields(node):
            if caught or (tried and name == "body") or not isinstance(value, list):
                continue
            for part in value:
                inner = part.body if isinstance(part, ast.ExceptHandler | ast.match_case) else [part]
                yield from _statements(one for one in inner if isinstance(one, ast.stmt))


def _swallows(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler catches a failed assertion and goes on."""
    catches = handler.type is None or _names(handler.type) & CATCH_ASSERTIONS
    nodes = [node for statement in handler.body for node in ast.walk(statement)]
    leaves = any(isinstance(node, ast.Call) and _last_name(node.func) in LEAVE for node in nodes)
    return bool(catches) and not leaves and not any(isinstance(node, ast.Raise) for node in nodes)


def _suppresses(node: ast.AST) -> bool:
    """Tell whether a `with` goes on after a failed assertion in it."""
    items = node.items if isinstance(node, ast.With | ast.AsyncWith) else []
    calls = [item.context_expr for item in items if isinstance(item.context_expr, ast.Call)]
    return any(
        _last_name(call.func) in SUPPRESS and any(_names(argument) & CATCH_ASSERTIONS for argument in call.args)
        for call in calls
    )


def _names(node: ast.expr) -> set[str]:
    return {_last_name(part) for part in ast.walk(node)}


def _last_name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


# --- functions that the program only calls ------------------------------------------------------


def _plain_functions(tree: ast.Module) -> list[Function]:
    """Return the functions whose every use is a call, made at the top level or in another such function."""
    uses = _Uses()
    uses.visit(tree)
    plain = {function.name: function for function in uses.functions if not function.decorator_list}
    plain = {name: function for name, function in plain.items() if uses.bound.count(name) == 1}
    while True:
        known: set[ast.AST] = {tree, *plain.values()}
        kept = {name: function for name, function in plain.items() if uses.only_called(name, function, known)}
        if len(kept) == len(plain):
            return list(kept.values())
        plain = kept


class _Uses(ast.NodeVisitor):
    """Where the functions of a program stand, and where each name is used and how."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.bound: list[str] = []
        self._scopes: list[ast.AST] = []
        self._scope_of: dict[Function, ast.AST] = {}
        self._called: set[ast.AST] = set()
        self._used: dict[str, list[tuple[ast.Name, ast.AST]]] = {}

    def only_called(self, name: str, function: Function, known: set[ast.AST]) -> bool:
        """Tell whether a function stands in a known scope and is called in such ones, and used in no other way."""
        used = self._used.get(name, [])
        places = {self._scope_of[function], *(scope for _node, scope in used)}
        return bool(used) and places <= known and all(node in self._called for node, _scope in used)

    def visit(self, node: ast.AST) -> None:
        """Take down what a node says, and look into it."""
        if isinstance(node, Function):
            self.functions.append(node)
            self.bound.append(node.name)
            self._scope_of[node] = self._scopes[-1]
        elif isinstance(node, ast.Call):
            self._called.add(node.func)
        elif isinstance(node, ast.Name):
            self._used.setdefault(node.id, []).append((node, self._scopes[-1]))
        if isinstance(node, TRIES) and any(map(_swallows, node.handlers)):
            self._look_into(node.body, node)
            self._look_into((*node.handlers, *node.orelse, *node.finalbody), self._scopes[-1])
        else:
            opens = isinstance(node, Scope | ast.ClassDef | ast.Lambda) or _suppresses(node)
            self._look_into(children(node), node if opens else self._scopes[-1])

    def _look_into(self, nodes: Iterable[ast.AST], scope: ast.AST) -> None:
        self._scopes.append(scope)
        for node in nodes:
            self.visit(node)
        self._scopes.pop()
