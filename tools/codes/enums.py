"""C header → names and numbers: an `enum`, or a list of `#define NAME (number)`.

This reads what status headers are made of: comments, attributes, preprocessor lines within an enum, numbers in all
of C's forms, and expressions of numbers and earlier names. Anything else is an error that names the place.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.DOTALL)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
ENUM = re.compile(r"\benum\b(?P<before>[^{};]*)\{(?P<body>[^{}]*)\}(?P<after>[^{};]*);")
ITEM = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)(?P<attributes>[^=]*)(?:=(?P<value>.*))?", re.DOTALL)
INTEGER = re.compile(r"\b(?P<digits>0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\b")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(?P<name>[A-Za-z_]\w*)[ \t]+(?P<value>[^\n]*?)[ \t]*$", re.MULTILINE)
OPENING, CLOSING = "([", ")]"
OPERATIONS: dict[type[ast.AST], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


class HeaderError(Exception):
    """A header does not have what is looked for, or in a form that is not understood."""


class Constant(NamedTuple):
    """A name with its number. `alias_of`: it is a deprecated spelling of that name."""

    name: str
    number: int
    alias_of: str | None = None


def enumerators(text: str, type_name: str) -> list[Constant]:
    """Return the constants of an enum in the header's order. `type_name` is its tag or its typedef."""
    plain = PREPROCESSOR.sub("", STRING_OR_COMMENT.sub(_without_content, text))
    for found in ENUM.finditer(plain):
        if type_name in re.findall(r"\w+", f"{found['before']} {found['after']}"):
            return _constants(found["body"], type_name)
    raise HeaderError(f"there is no enum {type_name}")


def defines(text: str) -> list[Constant]:
    """Return the macros without parameters whose value is a number or another such macro, in the header's order."""
    values: dict[str, int] = {}
    for found in DEFINE.finditer(STRING_OR_COMMENT.sub(_without_content, text)):
        try:
            values[found["name"]] = _evaluate(found["value"], values)
        except HeaderError:
            continue  # a macro that is no number
    if not values:
        raise HeaderError("there is no #define of a number")
    return [Constant(name, number) for name, number in values.items()]


def _without_content(found: re.Match[str]) -> str:
    return '""' if found[0].startswith('"') else " "


def _constants(body: str, type_name: str) -> list[Constant]:
    values: dict[str, int] = {}
    deprecated: set[str] = set()
    number = -1
    for item in _split(body):
        found = ITEM.fullmatch(item)
        if found is None:
            raise HeaderError(f"enum {type_name}: '{item.strip()}' is not understood")
        name = found["name"]
        try:
            number = number + 1 if found["value"] is None else _evaluate(found["value"], values)
        except HeaderError as error:
            raise HeaderError(f"enum {type_name}: {name}: {error}") from error
        if values.setdefault(name, number) != number:
            raise HeaderError(f"enum {type_name}: {name} is both {values[name]} and {number}")
        if "deprecat" in found["attributes"].lower():
            deprecated.add(name)
    return list(_with_aliases(values, deprecated))


def _with_aliases(values: dict[str, int], deprecated: set[str]) -> Iterator[Constant]:
    """Tell of each deprecated name which current name has its number, if one has."""
    current: dict[int, str] = {}
    for name, number in values.items():
        if name not in deprecated:
            current.setdefault(number, name)
    for name, number in values.items():
        yield Constant(name, number, current.get(number) if name in deprecated else None)


def _split(body: str) -> Iterator[str]:
    """Split at the commas that stand outside brackets. A comma may follow the last item."""
    depth = start = 0
    for place, char in enumerate(body):
        depth += (char in OPENING) - (char in CLOSING)
        if char == "," and depth == 0:
            yield body[start:place]
            start = place + 1
    if body[start:].strip():
        yield body[start:]


def _evaluate(expression: str, names: dict[str, int]) -> int:
    """Return the value of a constant expression of C."""
    try:
        tree = ast.parse(INTEGER.sub(_integer, expression).strip(), mode="eval")
        return _value(tree.body, names)
    except (SyntaxError, KeyError, ValueError) as error:
        raise HeaderError(f"the value '{' '.join(expression.split())}' is not understood") from error


def _integer(found: re.Match[str]) -> str:
    digits = found["digits"]
    octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    return str(int(digits, 8 if octal else 0))


def _value(node: ast.expr, names: dict[str, int]) -> int:
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=op, operand=operand):
            return OPERATIONS[type(op)](_value(operand, names))
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATIONS[type(op)](_value(left, names), _value(right, names))
    raise ValueError(ast.dump(node))
