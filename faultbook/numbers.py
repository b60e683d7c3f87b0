"""Status codes by their numbers: in a log (`cuda runtime error (77)`, `cuInit() 34`), or asked for (`error 700`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from faultbook.normalize import lower

MAX_QUESTION = 60  # characters; what is longer is a log, not a question for a number
MAX_DIGITS = 5
_PARTS = re.compile("[a-z]+|[0-9]+|[^\\x00-\\x7f]+")
_FILLERS = frozenset(("error", "err", "code", "status", "number", "no", "cuda", "gpu", "nvidia"))
_FILLERS_ZH = frozenset(("错误", "错误码", "错误代码", "报错", "代码", "是什么", "什么意思", "怎么办", "状态码"))
# As people write it, or the kernel's line without its beginning: `(PCI:0000:01:00): 79`. `xid` is a database's.
_XID = re.compile(
    "(?:^|[^A-Za-z0-9_])X(?:id|ID)(?: ?\\([A-Za-z0-9:.]{1,24}\\))?[ :=#]{0,3}([0-9]{1,3})(?![A-Za-z0-9_])"
)
# A function of CUDA's driver or runtime, and what it returned: `cuInit failed with error: 34`, `cuModuleLoad() 301`.
_CALL = re.compile("(?:^|[^A-Za-z0-9_])(cuda|cu)(?!Blas|Dnn|Fft|Rand|Solver|Sparse|Tensor)[A-Z][a-z][A-Za-z0-9_]+")
_RETURNED = re.compile(
    "(?:[Ee]rr(?:or)?|ERR(?:OR)?|[Cc]ode|[Ss]tatus|[Rr]eturn value)[^A-Za-z0-9]{0,4}"
    "(?:(?:code|status|number|no|with|is|was|value)[^A-Za-z0-9]{1,3}){0,2}([0-9]{1,3})(?![0-9A-Za-z_]|[.][0-9])"
    "|(?:returned|returns|failed|failed with)[^A-Za-z0-9]{1,4}([0-9]{2,3})(?![0-9A-Za-z_]| ?[A-Za-z%]|[.][0-9])"
    "|\\(\\)[ :=]{0,4}([0-9]{1,3})$"
)
# What names no function: `CUDA error 710`.
_NAMED = re.compile(
    "(?:^|[^A-Za-z0-9_])(?:CUDA|[Cc]uda)(?: [Dd]river| [Rr]untime| API)?[ _-]?"
    "(?:[Ee]rr(?:or)?|ERR(?:OR)?|[Ff]ailure)(?:[ _][Cc]ode)?[ :=(#]{1,3}"
    "([0-9]{1,3})(?![0-9A-Za-z_]|[.][0-9])"
)
_MAX_CALL = 1000  # characters of a line that are read
_GPU_WORDS = ("gpu", "nvidia", "nvrm", "cuda", "nccl", "dmesg", "pci", "显卡")
_LIBRARY_WORDS = {"driver": "cuda-driver", "runtime": "cuda-runtime"}


class NumberIndex:
    """Which status codes have, or had, a number."""

    def __init__(self, codes: Iterable[Mapping[str, Any]]) -> None:
        self._by_number: dict[int, list[str]] = {}
        self._library: dict[str, str] = {}
        self._ever: dict[tuple[str, int], list[str]] = {}
        # A deprecated spelling has its old number for itself, and shares the new one with the current spelling.
        for code in sorted(codes, key=lambda code: bool(code.get("alias_of"))):
            self._library[code["name"]] = code["library"]
            for given in code["numbers"]:
                key = code["library"], given["number"]
                if not (code.get("alias_of") and key in self._ever):
                    _add(self._by_number, given["number"], code["name"])
                    _add(self._ever, key, code["name"])

    def read(self, library: str, text: str, place: int, after: str) -> tuple[str, int] | None:
        """Return the code whose number stands at a place of a compact text, and where that ends.

        A number that one code has now and another had before tells neither: nobody knows which version printed it.
        """
        end = place
        while end < len(text) and end - place <= MAX_DIGITS and text[end] in "0123456789":
            end += 1
        if not place < end <= place + MAX_DIGITS or not text.startswith(after, end):
            return None
        number = int(text[place:end])
        names = self._ever.get((library, number), []) if number else []  # 0 is success: another number of the line
        return (names[0], end + len(after)) if len(names) == 1 else None

    def asked(self, lines: list[str]) -> tuple[int, tuple[str, ...], bool] | None:
        """Return the number that a short question asks for, its codes of all times, and whether a library is named."""
        if len(lines) != 1 or len(lines[0]) > MAX_QUESTION:
            return None
        parts = _PARTS.findall(lower(lines[0]))
        digits = [part for part in parts if part[0] in "0123456789" and len(part) <= MAX_DIGITS]
        words = [part for part in parts if part not in digits]
        libraries = [word for word in words if word in _LIBRARY_WORDS or word in self._libraries]
        if len(digits) != 1 or not all(word in _FILLERS or word in _FILLERS_ZH or word in libraries for word in words):
            return None
        names = self._by_number.get(int(digits[0]), [])
        wanted = [_LIBRARY_WORDS.get(word, word) for word in libraries]
        found = [name for name in names if not wanted or self._library[name] in wanted]
        return (int(digits[0]), tuple(found), bool(wanted)) if found else None

    def mentioned(self, lines: list[str]) -> tuple[str, str] | None:
        """Return the first Xid that a text speaks of, as people write it (`Xid 79`), and the line."""
        for line in lines:
            for found in _XID.finditer(line):
                names = self._ever.get(("xid", int(found.group(1))), [])
                if names:
                    return names[0], line
        return None

    def returned(self, line: str) -> str | None:
        """Return the code whose number a line says that CUDA, or a function of it, returned; an exit code is none."""
        call = _CALL.search(line, 0, _MAX_CALL)
        found = (call and _RETURNED.search(line, 0, _MAX_CALL)) or _NAMED.search(line, 0, _MAX_CALL)
        if found is None or "exit" in line:
            return None
        library = "cuda-driver" if call and call.group(1) == "cu" else "cuda-runtime"
        number = int(next(digits for digits in found.groups() if digits))
        names = self._ever.get((library, number), []) if number else []
        return names[0] if len(names) == 1 else None

    @property
    def _libraries(self) -> frozenset[str]:
        return frozenset(self._library.values())


def speaks_of_gpus(text: str) -> bool:
    """Tell whether a compact text is about a GPU, so that an xid in it is no database's."""
    return any(word in text for word in _GPU_WORDS)


def _add(table: dict[Any, list[str]], key: Any, name: str) -> None:
    names = table.setdefault(key, [])
    if name not in names:
        names.append(name)
