"""Conditions on the numbers of a message, such as `allocated + tried > 0.9 * total`.

Names, numbers with units (`2 GiB`), `+ - * /`, comparisons, `and`, `or`, `not` and parentheses, nothing else. A number
that is missing makes what is compared with it unknown, also behind `not`. Its twin is in
`site_overrides/assets/matcher.js`; both read tests/lookup/conditions.json.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from typing import Any, Callable, NamedTuple, Union

UNITS = {"byte": 1.0, "bytes": 1.0, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}
UNITS.update({"kib": 2.0**10, "mib": 2.0**20, "gib": 2.0**30, "tib": 2.0**40})
RESERVED = frozenset(("and", "or", "not"))
MAX_LENGTH = 500  # characters
MAX_DEPTH = 30
Value = Union[float, bool, None]
_TOKEN = re.compile(
    "[ \t\r\n]*(?:([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)|(<=|>=|==|!=|[-+*/<>()]))"
)
_REST = re.compile("[^ \t\r\n]")
_NAME = re.compile("[a-z][a-z0-9_]*")
Apply = Callable[[Any, Any], Any]
_SUMS: dict[str, Apply] = {"+": operator.add, "-": operator.sub}
_PRODUCTS: dict[str, Apply] = {"*": operator.mul, "/": operator.truediv}
_ORDERS: dict[str, Apply] = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
_COMPARISONS: dict[str, Apply] = {**_ORDERS, "==": operator.eq, "!=": operator.ne}
_OPERATORS = {**_SUMS, **_PRODUCTS, **_COMPARISONS}


class ConditionError(ValueError):
    """A text that is no condition: why, and the column of the place, counted from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message} (column {column})")
        self.column = column


class _Node(NamedTuple):
    """A part of a condition: a number (`value`), a name, or an operator with what it is applied to."""

    kind: str
    parts: tuple[_Node, ...] = ()
    value: float = 0.0

    @property
    def is_truth(self) -> bool:
        """Tell whether it holds or not, as opposed to being a number."""
        return self.kind in RESERVED or self.kind in _COMPARISONS


class Condition:
    """A condition that was read."""

    def __init__(self, root: _Node) -> None:
        self._root = root
        self.names = frozenset(_names(root))
        """The numbers that it needs."""

    def holds(self, numbers: Mapping[str, float]) -> bool | None:
        """Tell whether it holds of numbers; None where that cannot be known, because one of them is missing."""
        found = _evaluate(self._root, numbers)
        return None if found is None else bool(found)


def parse(text: str) -> Condition:
    """Read a condition."""
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"it is longer than {MAX_LENGTH} characters", MAX_LENGTH + 1)
    parser = _Parser(text)
    root = parser.disjunction()
    parser.expect_end()
    if not root.is_truth:
        raise ConditionError("it is a number; compare it with another", 1)
    return Condition(root)


def _names(node: _Node) -> Iterator[str]:
    if node.kind.startswith("."):
        yield node.kind[1:]
    for part in node.parts:
        yield from _names(part)


class _Parser:
    """One function for each level of precedence; a token is its text and its column."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._place = 0
        self._depth = 0

    @property
    def _next(self) -> str:
        return self._tokens[self._place][0]

    @property
    def _column(self) -> int:
        return self._tokens[self._place][1]

    def _take(self) -> str:
        taken = self._next
        self._place += 1
        return taken

    def expect_end(self) -> None:
        """Refuse what stands behind the condition."""
        if self._next:
            raise ConditionError(f"{self._next} does not belong here", self._column)

    def disjunction(self) -> _Node:
        """Read what `or` joins."""
        return self._joined("or", self._conjunction)

    def _conjunction(self) -> _Node:
        return self._joined("and", self._negation)

    def _joined(self, word: str, read: Callable[[], _Node]) -> _Node:
        column, left = self._column, read()
        while self._next == word:
            self._need(left, column, is_truth=True)
            self._take()
            right_column, right = self._column, read()
            self._need(right, right_column, is_truth=True)
            left = _Node(word, (left, right))
        return left

    def _negation(self) -> _Node:
        if self._next != "not":
            return self._comparison()
        self._deeper()
        self._take()
        column, part = self._column, self._negation()
        self._need(part, column, is_truth=True)
        self._depth -= 1
        return _Node("not", (part,))

    def _comparison(self) -> _Node:
        column, left = self._column, self._operated(_SUMS, self._product)
        if self._next not in _COMPARISONS:
            return left
        self._need(left, column, is_truth=False)
        sign = self._take()
        right_column, right = self._column, self._operated(_SUMS, self._product)
        self._need(right, right_column, is_truth=False)
        if self._next in _COMPARISONS:
            raise ConditionError("write two comparisons, joined by and", self._column)
        return _Node(sign, (left, right))

    def _product(self) -> _Node:
        return self._operated(_PRODUCTS, self._atom)

    def _operated(self, signs: Mapping[str, Any], read: Callable[[], _Node]) -> _Node:
        column, left = self._column, read()
        while self._next in signs:
            self._need(left, column, is_truth=False)
            sign = self._take()
            right_column, right = self._column, read()
            self._need(right, right_column, is_truth=False)
            left = _Node(sign, (left, right))
        return left

    def _atom(self) -> _Node:
        column, token = self._column, self._take()
        if token == "(":  # noqa: S105 - a parenthesis is no password
            self._deeper()
            inner = self.disjunction()
            if self._next != ")":
                raise ConditionError("a closing parenthesis is missing", self._column)
            self._take()
            self._depth -= 1
            return inner
        if token[:1].isdigit():
            return _Node("number", (), float(token) * self._unit())
        if _NAME.fullmatch(token) and token not in RESERVED:
            return _Node(f".{token}")
        found = f", not {token}" if token else ""
        raise ConditionError(f"a number or a name of one belongs here{found}", column)

    def _unit(self) -> float:
        """Return how many bytes the unit behind a number stands for: 1 where there is none."""
        word = self._next
        if not word or word in RESERVED or not (word[0].isalpha() or word[0] == "_"):
            return 1.0
        if word.lower() not in UNITS:
            raise ConditionError(f"{word} is no unit: take one of {', '.join(sorted(UNITS))}", self._column)
        self._take()
        return UNITS[word.lower()]

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ConditionError("it is nested too deeply", self._column)

    def _need(self, node: _Node, column: int, *, is_truth: bool) -> None:
        if node.is_truth != is_truth:
            needed = "a comparison belongs here" if is_truth else "a number belongs here, not a comparison"
            raise ConditionError(needed, column)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    place = 0
    found = _TOKEN.match(text, place)
    while found:
        place = found.end()
        token = found.group().lstrip(" \t\r\n")
        yield token, place - len(token) + 1
        found = _TOKEN.match(text, place)
    rest = _REST.search(text, place)
    if rest:
        raise ConditionError(f"{rest.group()} does not belong here", rest.start() + 1)
    yield "", len(text) + 1


def _evaluate(node: _Node, numbers: Mapping[str, float]) -> Value:
    if node.kind == "number":
        return node.value
    if node.kind.startswith("."):
        return numbers.get(node.kind[1:])
    values = [_evaluate(part, numbers) for part in node.parts]
    if node.kind in ("and", "or"):
        decisive = node.kind == "or"
        return decisive if decisive in values else None if None in values else not decisive
    if None in values or (node.kind == "/" and values[1] == 0):
        return None
    if node.kind == "not":
        return not values[0]
    found: Value = _OPERATORS[node.kind](*values)
    return found
