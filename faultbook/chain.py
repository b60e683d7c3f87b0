"""An exception with all that led to it → text, as a traceback would print it, of bounded size."""

from __future__ import annotations

from collections.abc import Iterator

MAX_EXCEPTIONS = 20
MAX_TEXT = 20_000  # characters of one message; of a longer one the beginning and the end


def text_of(exception: BaseException) -> str:
    """Return type and message of an exception and of those behind it, the innermost first, as tracebacks have them."""
    return "\n".join(_told(each) for each in reversed(list(_chain(exception))))


def _chain(exception: BaseException) -> Iterator[BaseException]:
    """Yield an exception, then those it was raised from or during, and the members of groups; each once."""
    waiting = [exception]
    seen: set[int] = set()
    while waiting and len(seen) < MAX_EXCEPTIONS:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        behind = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
        members = getattr(current, "exceptions", None)  # of an ExceptionGroup
        inner = [behind, *(members if isinstance(members, (list, tuple)) else ())]
        waiting.extend(each for each in reversed(inner) if isinstance(each, BaseException))


def _told(exception: BaseException) -> str:
    kind = type(exception)
    module = "" if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}."
    notes = getattr(exception, "__notes__", None)  # since Python 3.11
    parts = [exception, *(notes[:MAX_EXCEPTIONS] if isinstance(notes, list) else ())]
    return f"{module}{kind.__qualname__}: " + "\n".join(_bounded(part) for part in parts)


def _bounded(part: object) -> str:
    try:
        text = "".join((str(part),))  # a plain text, without methods of its own
    except Exception:  # noqa: BLE001 - it is the program's own method; the rest of the chain may still tell
        return ""
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT // 2] + "\n" + text[-MAX_TEXT // 2 :]
    return text
