"""Checks of claims and their programs, without running them."""

from __future__ import annotations

import ast
import signal
from collections.abc import Iterator

from faultbook.matcher import MIN_PIECE
from faultbook.signatures import Compact, Signature
from generator.checks.claims import claims_in, rules_in
from generator.checks.hints import nearest
from generator.checks.rule import Check, Finding
from generator.content.loader import Content, LoadedEntry
from generator.content.model import Claim, Expectation, Rule, Statement, Symptom, rules_of
from generator.content.positions import Path
from generator.content.programs import Snippet, leaves_folder
from generator.content.syntax import nodes_in, statements_in
from generator.files import show
from generator.judge.assertions import always_true, deciding
from generator.judge.literal_match import matches, pieces_of
from generator.judge.needs import HAS_WORD, is_known, needs_gpu
from generator.judge.own_words import own_words_of
from generator.problems import Location

WHERE_TO_ASSERT = (
    "assert at the top level or in a function that the program calls by name; what a thread, another process, a class, "
    "a decorated function or a handler evaluates does not count, nor what a handler of AssertionError catches"
)
STARTED = 'int("TODO")'  # what generator/content/scaffold.py writes
MIN_SIGNATURE = 12
MAX_STARS = 12
SHOWING = frozenset({"print", "repr", "str", "format"})  # calls that never fail
ANY_EXCEPTION = frozenset({"object", "BaseException"})


def _snippet_of(loaded: LoadedEntry, claim: Claim | None) -> Snippet | None:
    return loaded.snippets.get(claim.snippet or "") if claim else None


def _exists(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, claim in claims_in(loaded):
        if claim.snippet and claim.snippet not in loaded.snippets and not leaves_folder(claim.snippet):
            message = f"there is no program {claim.snippet} in the entry's folder"
            hint = (
                nearest(claim.snippet, loaded.snippets) or "create it beside entry.yaml, with a name that ends in .py"
            )
            yield Finding(loaded.file.at(*path, "snippet"), message, hint)


def _parses(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for snippet in loaded.snippets.values():
        if snippet.problem:
            yield Finding(snippet.problem.location, snippet.problem.message, snippet.problem.hint)


def _stays_inside(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    hint = "name a .py file that stands beside entry.yaml"
    for path, claim in claims_in(loaded):
        if claim.snippet and leaves_folder(claim.snippet):
            yield Finding(loaded.file.at(*path, "snippet"), f"{claim.snippet} is not in the entry's folder", hint)
    for path, claim in claims_in(loaded):
        snippet = _snippet_of(loaded, claim)
        if snippet and snippet.leads_out:
            message = f"{snippet.name} is a link that leads out of the entry's folder"
            yield Finding(loaded.file.at(*path, "snippet"), message, "put the file itself there")


def _is_used(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    used = {claim.snippet for _path, claim in claims_in(loaded)}
    used.update(file for program in loaded.entry.programs.values() for file in program.files)
    for name in sorted(loaded.snippets.keys() - used):
        yield Finding(loaded.file.at(), f"no claim runs {name}", "name it in a claim or delete it")


def _has_snippet_or_reason(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, claim in claims_in(loaded):
        judged = isinstance(claim, Statement) and claim.judged is not None
        given = [bool(claim.snippet), claim.not_run is not None, judged]
        if not any(given):
            yield Finding(
                loaded.file.at(*path), f"'{claim.id}' has no snippet and no reason", "add snippet: or not_run:"
            )
        elif sum(given) > 1:
            message = f"'{claim.id}' has more than one of snippet, not_run and judged"
            yield Finding(loaded.file.at(*path), message, "a claim that runs needs no other judge")
        if isinstance(claim, Statement) and claim.snippet and claim.expect is None:
            message = f"claim '{claim.id}' does not say what the statement predicts"
            yield Finding(loaded.file.at(*path), message, "add expect: completes, symptom or {raises: […]}")


def _known_needs(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, claim in claims_in(loaded):
        for index, need in enumerate(claim.needs):
            if not is_known(need):
                hint = nearest(need, HAS_WORD) or f"one of {', '.join(sorted(HAS_WORD))}, gpu-memory:16GiB, torch>=2.5"
                yield Finding(loaded.file.at(*path, "needs", index), f"need '{need}' is not known", hint)


def called_names(node: ast.AST) -> Iterator[str]:
    """Yield the last names of what a piece of program calls: `torch.zeros(…).cuda()` gives zeros and cuda."""
    for part in nodes_in(node):
        if isinstance(part, ast.Call):
            function = part.func
            if isinstance(function, ast.Attribute):
                yield function.attr
            elif isinstance(function, ast.Name):
                yield function.id
        elif isinstance(part, ast.Subscript):
            yield "[]"


def failing_calls(tree: ast.Module) -> set[str]:
    """Return what the last statement of a reproduction calls: the failing call stands there."""
    for statement in reversed(tree.body):
        names = set(called_names(statement)) - SHOWING
        if names:
            return names
    return set()


def _device_is_real(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, claim in claims_in(loaded):
        if "simulated-driver" not in claim.needs:
            continue
        other = next((need for need in claim.needs if need == "no-driver" or needs_gpu((need,))), None)
        if other:
            where = loaded.file.at(*path, "needs", claim.needs.index(other))
            hint = "a simulated driver shows what is printed and what cures it on the host, never what a device does"
            yield Finding(where, f"'{other}' beside 'simulated-driver': no machine has both", hint)


def _shares_failing_call(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    reproductions = {claim.id: claim for claim in loaded.entry.reproduce}
    for index, workaround in enumerate(loaded.entry.workarounds):
        program = _snippet_of(loaded, workaround)
        tree = program.tree if program else None
        for cured in workaround.cures:
            original = _snippet_of(loaded, reproductions.get(cured))
            if program is None or tree is None or original is None or original.tree is None:
                continue
            wanted = failing_calls(original.tree)
            if wanted and wanted.isdisjoint(called_names(tree)):
                message = (
                    f"{program.name} never calls {' or '.join(sorted(wanted))}, the failing call of {original.name}"
                )
                hint = "a workaround is the same program with the change"
                yield Finding(loaded.file.at("workarounds", index, "snippet"), message, hint)


def _asserts_result(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, claim in claims_in(loaded):
        program = _snippet_of(loaded, claim)
        tree = program.tree if program and path[0] in ("workarounds", "dead_ends") else None
        if program is None or tree is None or not _ends_clean(getattr(claim, "expect", None)):
            continue
        if any(deciding(tree)):
            continue
        where = loaded.file.at(*path, "snippet")
        if any(isinstance(node, ast.Assert) for node in statements_in(tree)):
            yield Finding(where, f"no assertion of {program.name} decides how it ends", WHERE_TO_ASSERT)
        else:
            hint = "end it with an assert that the result is right" if path[0] == "workarounds" else "assert the harm"
            yield Finding(where, f"{program.name} asserts nothing", hint)


def _ends_clean(expect: Expectation | None) -> bool:
    return expect == "completes" or any(rule.exits == 0 for rule in rules_of(expect))


def _can_fail(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    hint = "assert a comparison; a message goes behind a comma, without parentheses around both"
    for program in loaded.snippets.values():
        for node in statements_in(program.tree) if program.tree else ():
            if isinstance(node, ast.Assert) and always_true(node.test):
                where = Location(show(program.path), node.lineno, node.col_offset + 1)
                yield Finding(where, "this assertion is always true", hint)


def _is_written(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for program in loaded.snippets.values():
        for number, line in enumerate(program.content.decode(errors="replace").splitlines(), 1):
            if STARTED in line:
                where = Location(show(program.path), number, line.index(STARTED) + 1)
                hint = "write the shortest program that raises the error"
                yield Finding(where, "this program is still the one that `new` began", hint)


def _not_its_own_words(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for (path, claim), (_role, judged) in zip(claims_in(loaded), loaded.entry.all_claims(), strict=True):
        program = _snippet_of(loaded, claim)
        words = own_words_of(loaded.entry, judged, program) if program and program.parses else ""
        if program and words:
            message = f"{program.name} says '{words}' itself, so its run reproduces nothing"
            hint = "let the library say it, or make a claim of what the program shows"
            yield Finding(loaded.file.at(*path, "snippet"), message, hint)


def _specific_signatures(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for index, symptom in enumerate(loaded.entry.symptoms):
        length = sum(map(len, pieces_of(symptom.signature)))
        if length < MIN_SIGNATURE:
            message = f"the signature has {length} literal characters; it would match almost anything"
            where = loaded.file.at("symptoms", index, "match" if symptom.match else "text")
            yield Finding(where, message, f"at least {MIN_SIGNATURE}")
        elif not matches(symptom.signature, symptom.text):
            message = f"match '{symptom.signature}' does not find its own text"
            yield Finding(loaded.file.at("symptoms", index, "match"), message, "take it from the text, word by word")
        else:
            yield from _findable(loaded, index, symptom)


def _findable(loaded: LoadedEntry, index: int, symptom: Symptom) -> Iterator[Finding]:
    """Find what keeps look-up from finding a wording that stands in its own text."""
    signature = Signature(symptom.signature)
    if max(map(len, signature.pieces)) < MIN_PIECE:
        message = "no part of the signature between two stars is long enough to be looked up"
        hint = f"keep {MIN_PIECE} characters in a row, white space not counted"
    elif symptom.signature.count("*") > MAX_STARS:
        message, hint = f"the signature has more than {MAX_STARS} stars", "keep its most telling part"
    elif not signature.spans(Compact(symptom.text)):
        message = "look-up does not find the signature in its own text: it begins or ends inside a word"
        hint = "take whole words, or put a * where it is cut"
    else:
        return
    yield Finding(loaded.file.at("symptoms", index, "match" if symptom.match else "text"), message, hint)


def _possible_expectations(_content: Content, loaded: LoadedEntry) -> Iterator[Finding]:
    for path, rule in rules_in(loaded):
        yield from _possible_exception(loaded, path, rule)
        if isinstance(rule.exits, str) and rule.exits not in signal.Signals.__members__:
            hint = nearest(rule.exits, signal.Signals.__members__) or "write a number, or a signal such as SIGABRT"
            where = loaded.file.at(*path, "exits")
            yield Finding(where, f"'{rule.exits}' is not a signal", hint)
        if isinstance(rule.exits, int) and rule.exits not in range(256):
            where = loaded.file.at(*path, "exits")
            yield Finding(where, f"no program exits with {rule.exits}", "write 0 to 255, or a signal such as SIGABRT")


def _possible_exception(loaded: LoadedEntry, path: Path, rule: Rule) -> Iterator[Finding]:
    for index, name in enumerate(rule.raises or ()):
        wrong = None
        if not all(part.isidentifier() for part in name.split(".")):
            wrong = f"'{name}' is not the name of a class", "write the message under message:"
        elif name.rpartition(".")[2] in ANY_EXCEPTION:
            wrong = f"every exception is a '{name}'", "name the class that is raised"
        if wrong:
            yield Finding(loaded.file.at(*path, "raises", index), *wrong)
    if rule.raises == ():
        yield Finding(loaded.file.at(*path, "raises"), "no exception is named", "name at least one class")
    if rule.message is not None and not pieces_of(rule.message):
        where = loaded.file.at(*path, "message")
        yield Finding(where, "the message has no literal text, so nothing meets it", "write words of it, or delete it")


SNIPPET_CHECKS = (
    Check("SNIP001", "exists", "every claim is run", _exists),
    Check("SNIP002", "parses", "every claim is run", _parses),
    Check(
        "SNIP003", "stays-inside", "an entry is one folder, and no file of the machine is ever published", _stays_inside
    ),
    Check("SNIP004", "is-used", "a program that no claim runs proves nothing", _is_used),
    Check("SNIP005", "has-snippet-or-reason", "what cannot be run says why", _has_snippet_or_reason),
    Check("SNIP006", "known-needs", "a need that nothing can meet hides a claim for ever", _known_needs),
    Check("SNIP007", "shares-failing-call", "a cure must cure the same program", _shares_failing_call),
    Check("SNIP008", "asserts-result", "a program that merely ends has not shown a right result", _asserts_result),
    Check("SNIP009", "specific-signatures", "a look-up never guesses", _specific_signatures),
    Check(
        "SNIP010",
        "possible-expectations",
        "what can never happen is never met, and what always happens shows nothing",
        _possible_expectations,
    ),
    Check("SNIP014", "device-is-real", "a stand-in for a driver proves nothing about a device", _device_is_real),
    Check("SNIP016", "is-written", "a placeholder confirms its own symptom", _is_written),
    Check(
        "SNIP017",
        "not-its-own-words",
        "an error that the program raises itself is not reproduced",
        _not_its_own_words,
    ),
    Check("SNIP015", "can-fail", "an assertion that cannot fail shows nothing", _can_fail),
)
