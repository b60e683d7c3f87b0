"""Observation → verdict: what a run means for a claim, a cause and an entry."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import id_of

from generator.content.loader import LoadedEntry, load_content
from generator.content.model import Rule
from generator.content.programs import load_snippet
from generator.evidence.records import Environment, Observation, Outcome, Raised, observation_key
from generator.evidence.store import Evidence
from generator.judge import version_table as versions
from generator.judge.expectations import mismatch
from generator.judge.summary import Summary, summarize
from generator.judge.verdicts import (
    UNOPPOSED,
    JudgedClaim,
    Verdict,
    believable,
    first_unmet,
    judge_entry,
    needs_of,
    not_run_reason,
)
from generator.judge.version_ranges import admits
from generator.render.labels import label_of, reason_text

TEXT = {"en": "text", "zh": "文字"}
SYMPTOM = "RuntimeError: demo error: DEMO_STATUS_BAD_PARAM"
BASE = {
    "title": TEXT,
    "summary": TEXT,
    "symptoms": [{"text": SYMPTOM}, {"text": "Check failed: <n> vs 4", "match": "Check failed: * vs 4"}],
    "category": "runtime-error",
    "lifecycle": {"status": "active"},
    "recovery": "none",
    "reported": "synchronously",
    "history": [{"date": "2026-11-21", "text": TEXT}],
}


def environment(name: str, *, gpus: int = 0, kind: str = "", **distributions: str) -> Environment:
    gpu = {"name": "NVIDIA H200", "memory_mib": 143771, "compute_capability": "9.0", "mig": "Disabled"}
    return Environment(
        id=id_of(name),
        name=name,
        python="3.12.1",
        implementation="CPython",
        system="Linux-x86_64",
        libc="glibc-2.36",
        distributions=distributions,
        torch_cuda="13.0" if gpus else None,
        kind=kind or ("device" if gpus else "no-device"),
        driver="580.95.05" if gpus else None,
        simulated_driver=None,
        gpus=(gpu,) * gpus,
        compiler=None,
        isolation={"network": "none"},
    )


CPU = environment("cpu", torch="2.13.0+cpu")
OTHER_CPU = environment("other-cpu", torch="2.9.0+cpu")
GPU = environment("h200", gpus=1, torch="2.13.0+cu130")
SIMULATED = environment("simulated", kind="simulated-driver", torch="2.13.0+cu130")


def observed(**changes) -> Observation:
    """Return what a clean run looks like, with changes."""
    clean = Observation(
        snippet="program.py",
        key="",
        mode="exec",
        date="2026-11-21",
        exit_code=0,
        signal=None,
        timed_out=False,
        reported=True,
        exception=None,
        device_sync=None,
        stdout="",
        stderr="",
        seconds=0.2,
        peak_memory_mib=20,
    )
    return clean.model_copy(update=changes)


def raised(line: str, *classes: str, **changes) -> Observation:
    kind, _colon, message = line.partition(": ")
    exception = Raised(classes=(kind, *classes, "Exception", "BaseException", "object"), message=message, line=line)
    return observed(exit_code=1, exception=exception, stderr=f"Traceback …\n{line}\n", **changes)


def died(signal: str, stderr: str = "", **changes) -> Observation:
    return observed(exit_code=None, signal=signal, reported=False, stderr=stderr, **changes)


# --- one expectation and one outcome -----------------------------------------------------------

OUTCOMES = {
    "clean": observed(),
    "symptom": raised(f"{SYMPTOM} (3)"),
    "other message": raised("RuntimeError: demo error: DEMO_STATUS_BAD_WEATHER"),
    "no message": raised("RuntimeError"),
    "subclass": raised("torch.OutOfMemoryError: no memory", "RuntimeError"),
    "other error": raised("ValueError: eps must be positive"),
    "import error": raised("ModuleNotFoundError: No module named 'torch'", "ImportError"),
    "printed": observed(stdout=f"{SYMPTOM}\n", stderr=f"{SYMPTOM}\n"),
    "printed, left with 3": observed(exit_code=3, stderr=f"{SYMPTOM}\n"),
    "left at once": observed(reported=False),
    "left at once with 3": observed(exit_code=3, reported=False),
    "crashed": died("SIGSEGV", "Fatal Python error: Segmentation fault\n"),
    "aborted with symptom": died("SIGABRT", "F0000 x.cc:1] Check failed: 3 vs 4\n"),
    "crashed on the way out": observed(exit_code=None, signal="SIGABRT"),
    "deadline": died("SIGKILL", SYMPTOM, timed_out=True, seconds=60.0),
    "latent error": observed(device_sync=700),
    "device is well": observed(device_sync=0),
}
EXPECTATIONS = {
    "symptom": "symptom",
    "completes": "completes",
    "raises RuntimeError": Rule(raises=("RuntimeError",)),
    "raises with message": Rule(raises=("RuntimeError", "ValueError"), message="DEMO_STATUS_*PARAM"),
    "raises anything": Rule(raises=("Exception",)),
    "exits 0": Rule(exits=0),
    "exits 1": Rule(exits=1),
    "exits 3": Rule(exits=3),
    "exits SIGABRT": Rule(exits="SIGABRT"),
    "hangs 5": Rule(hangs=5),
    "hangs 100": Rule(hangs=100),
}
# What each outcome is for each expectation above, in that order; "" is met.
N, C, T, D, M, L = "no_error", "crashed", "timed_out", "other_error", "other_message", "latent_error"
EXPECTED = {
    "clean": (N, "", N, N, N, "", N, N, N, N, N),
    "symptom": ("", D, "", "", "", D, D, D, D, D, D),
    "other message": (M, D, "", M, "", D, D, D, D, D, D),
    "no message": (M, D, "", M, "", D, D, D, D, D, D),
    "subclass": (D, D, "", M, "", D, D, D, D, D, D),
    "other error": (D, D, D, M, "", D, D, D, D, D, D),
    "import error": (D, D, D, D, D, D, D, D, D, D, D),
    "printed": (N, "", N, N, N, "", N, N, N, N, N),
    "printed, left with 3": (D, D, D, D, D, D, D, "", D, D, D),
    "left at once": ("no_report",) * 11,
    "left at once with 3": (D, D, D, D, D, D, D, "", D, D, D),
    "crashed": (C, C, C, C, C, C, C, C, C, C, C),
    "aborted with symptom": ("", C, C, C, C, C, C, C, "", C, C),
    "crashed on the way out": (C, C, C, C, C, C, C, C, "", C, C),
    "deadline": (T, T, T, T, T, T, T, T, T, "", T),
    "latent error": (L, L, L, L, L, L, L, L, L, L, L),
    "device is well": (N, "", N, N, N, "", N, N, N, N, N),
}
CASES = [
    pytest.param(expectation, outcome, reason, id=f"{expectation} × {outcome}")
    for outcome, reasons in EXPECTED.items()
    for expectation, reason in zip(EXPECTATIONS, reasons, strict=True)
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory) -> LoadedEntry:
    return entry_in(tmp_path_factory.mktemp("demo"), reproduce=[reproduction("r")])


def test_every_outcome_is_judged():
    assert EXPECTED.keys() == OUTCOMES.keys()


@pytest.mark.parametrize(("expectation", "outcome", "reason"), CASES)
def test_mismatch(demo, expectation, outcome, reason):
    assert mismatch(demo.entry, EXPECTATIONS[expectation], OUTCOMES[outcome], CPU) == reason


@pytest.mark.parametrize(
    ("wanted", "message", "reason"),
    [
        ("OutOfMemoryError", None, ""),
        ("torch.OutOfMemoryError", None, ""),
        ("torch.cuda.OutOfMemoryError", None, "other_error"),
        ("MemoryError", None, "other_error"),
        ("Error", None, "other_error"),
        ("Exception", "no memory", ""),
        ("Exception", "no*ory", ""),
        ("Exception", "torch.OutOfMemoryError", "other_message"),
    ],
)
def test_a_class_is_named_with_or_without_its_module_and_anywhere_along_the_mro(demo, wanted, message, reason):
    assert mismatch(demo.entry, Rule(raises=(wanted,), message=message), OUTCOMES["subclass"], CPU) == reason


def test_the_symptom_of_a_cause_further_down_the_chain_is_not_the_symptom(demo):
    seen = raised("ValueError: wrapped").exception.model_copy(update={"chain": (f"{SYMPTOM} (3)",)})
    assert mismatch(demo.entry, "symptom", observed(exit_code=1, exception=seen), CPU) == "other_error"


def raised_as(*classes: str, message: str) -> Observation:
    exception = Raised(classes=(*classes, "Exception", "BaseException", "object"), message=message, line="not read")
    return observed(exit_code=1, exception=exception)


BAD = "demo error: DEMO_STATUS_BAD_PARAM"
RAISED = {
    "the symptom": (raised_as("RuntimeError", message=f"{BAD} (3)"), "", ""),
    "a built-in class derived from it": (raised_as("RecursionError", "RuntimeError", message=BAD), D, D),
    "a built-in class that quotes it": (raised_as("NotImplementedError", "RuntimeError", message=SYMPTOM), D, D),
    "the same class that quotes it": (raised_as("RuntimeError", message=f"while: {SYMPTOM}"), M, ""),
    "the program's own of that name": (raised_as("__main__.RuntimeError", message=BAD), D, D),
    "the program's own, in a function": (raised_as("__main__.f.<locals>.RuntimeError", message=BAD), D, D),
    "the program's own derived from it": (raised_as("Mine", "RuntimeError", message=BAD), D, D),
    "its own derived, in a function": (raised_as("__main__.f.<locals>.Mine", "RuntimeError", message=BAD), D, D),
    "a library's of that name": (raised_as("demo.RuntimeError", message=BAD), D, D),
    "a library's derived from it": (raised_as("demo.DemoError", "RuntimeError", message=BAD), D, ""),
    "a library's derived from it, of that name": (raised_as("demo.RuntimeError", "RuntimeError", message=BAD), D, ""),
}


@pytest.mark.parametrize(("outcome", "with_class", "without"), RAISED.values(), ids=RAISED)
def test_what_was_raised_is_the_symptom_only_as_the_symptom_is_written(tmp_path, outcome, with_class, without):
    symptoms = [{"text": SYMPTOM}], [{"text": SYMPTOM, "match": "DEMO_STATUS_BAD_PARAM"}]
    reasons = [
        mismatch(entry_in(tmp_path / str(place), symptoms=one).entry, "symptom", outcome, CPU)
        for place, one in enumerate(symptoms)
    ]
    assert reasons == [with_class, without]


@pytest.mark.parametrize(
    ("text", "classes", "reason"),
    [
        ("torch.OutOfMemoryError: no memory", ("torch.OutOfMemoryError", "RuntimeError"), ""),
        ("OutOfMemoryError: no memory", ("torch.OutOfMemoryError", "RuntimeError"), ""),
        ("torch.OutOfMemoryError: no memory", ("OutOfMemoryError", "RuntimeError"), D),
        ("torch.OutOfMemoryError: no memory", ("jax.OutOfMemoryError", "RuntimeError"), D),
        ("DEMO: out of: no memory", ("torch.OutOfMemoryError", "RuntimeError"), D),
    ],
)
def test_a_symptom_may_leave_out_the_module_of_a_librarys_class(tmp_path, text, classes, reason):
    loaded = entry_in(tmp_path, symptoms=[{"text": text}], reproduce=[reproduction("x")])
    assert mismatch(loaded.entry, "symptom", raised_as(*classes, message="no memory"), CPU) == reason


@pytest.mark.parametrize(
    "outcome",
    [
        *(died(signal, "x.cc:1] Check failed: 3 vs 4\n") for signal in ("SIGSEGV", "SIGBUS", "SIGKILL", "SIGTERM")),
        *(died("SIGABRT", f"{words}\nFatal Python error: Aborted\n") for words in (SYMPTOM, f"Traceback …\n{SYMPTOM}")),
        died("SIGABRT", "Check failed: 3 vs 4\nout of pages\nFatal Python error: Aborted\n"),
    ],
)
def test_a_death_is_the_symptom_only_by_its_last_words(demo, outcome):
    assert mismatch(demo.entry, "symptom", outcome, CPU) == "crashed"


@pytest.mark.parametrize("program", ["import sys\nprint('x', file=sys.stderr)", "import os\nos.abort()"])
def test_what_a_program_may_have_printed_itself_is_nobodys_last_words(tmp_path, program):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x")])
    [path] = tmp_path.rglob("program.py")
    path.write_text(program)
    loaded = replace(loaded, snippets={"program.py": load_snippet(path)})
    assert only_verdict(loaded, (CPU, {"program.py": OUTCOMES["aborted with symptom"]})) == ("contradicted", "crashed")


@pytest.mark.parametrize(
    ("expect", "assertions", "verdict"),
    [
        ("completes", 0, ("harness_error", "no_assertion")),
        ("completes", 1, ("upheld", "")),
        ("completes", None, ("upheld", "")),
        ({"exits": 0}, 0, ("harness_error", "no_assertion")),
        ({"exits": 0}, 2, ("upheld", "")),
        ("symptom", 0, ("refuted", "no_error")),
        ({"raises": ["ValueError"]}, 0, ("refuted", "no_error")),
    ],
)
def test_a_clean_end_shows_something_only_where_an_assertion_was_evaluated(tmp_path, expect, assertions, verdict):
    loaded = entry_in(tmp_path, claims=[statement("x", snippet="a.py", expect=expect)])
    for mode in ("exec", "fork"):
        seen = observed(assertions=assertions, mode=mode)
        word = verdict if mode == "exec" or verdict[0] != "refuted" else ("stale", "fork_cannot_contradict")
        assert only_verdict(loaded, (CPU, {"a.py": seen})) == word
        assert believable(loaded, loaded.snippets["a.py"], CPU, seen) == (verdict[0] == "upheld")


def test_every_repeat_must_have_evaluated_an_assertion(tmp_path):
    loaded = entry_in(tmp_path, workarounds=[workaround("x")])
    seen = observed(assertions=1, repeats=(outcome_of(observed(assertions=0)),))
    assert only_verdict(loaded, (CPU, {"cure.py": seen})) == ("harness_error", "no_assertion")


@pytest.mark.parametrize(("after_imports", "reason"), [(None, ""), (5.0, ""), (4.9, T), (0.0, T)])
def test_what_still_imports_has_not_hung(demo, after_imports, reason):
    seen = died("SIGKILL", timed_out=True, seconds=60.0, seconds_after_imports=after_imports)
    assert mismatch(demo.entry, Rule(hangs=5), seen, CPU) == reason


@pytest.mark.parametrize(
    ("signature", "reason"),
    [
        ("ModuleNotFoundError: No module named 'torch'", ""),
        ("ModuleNotFoundError: No module named 'demo'", "other_message"),
        ("ImportError: No module named 'demo'", "other_error"),
    ],
)
def test_what_cannot_be_imported_is_a_symptom_only_where_the_entry_names_it(tmp_path, signature, reason):
    loaded = entry_in(tmp_path, symptoms=[{"text": SYMPTOM}, {"text": signature}], reproduce=[reproduction("x")])
    assert mismatch(loaded.entry, "symptom", OUTCOMES["import error"], CPU) == reason


@pytest.mark.parametrize(
    ("wanted", "reason"), [("ImportError", ""), ("ModuleNotFoundError", ""), ("BaseException", "other_error")]
)
def test_what_cannot_be_imported_is_never_just_any_exception(demo, wanted, reason):
    assert mismatch(demo.entry, Rule(raises=(wanted,)), OUTCOMES["import error"], CPU) == reason


# --- ranges of versions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "until", "installed", "said"),
    [
        (None, None, None, True),
        ("2.9", None, None, False),
        ("2.9", None, "2.9.0", True),
        ("2.9", None, "2.10.1+cu130", True),
        ("2.9", None, "2.9.0+cpu", True),
        ("2.9", None, "2.8.9", False),
        ("2.9", None, "2.10.0rc1", True),
        ("2.9", None, "2.9.0rc1", False),
        ("2.9", None, "2.9.0.dev20261121+cu130", False),
        (None, "2.9", "2.9.0+cpu", True),
        (None, "2.9", "2.9.3", True),
        (None, "2.9", "2.10.0", False),
        (None, "2.9", "2.10.0.dev1", False),
        (None, "2.9.0", "2.9.1", False),
        (None, "2.9.0", "2.9", True),
        (None, "2.9rc1", "2.9.0", False),
        (None, "2.9rc1", "2.9rc1+cpu", True),
        ("2.7", "2.9", "2.8", True),
        ("2.1", "2.1", "2.1.2", True),
        ("2.7", "2.9", "2.6.9", False),
        ("2.7", None, "of our own", False),
        ("of their own", None, "2.7", False),
    ],
)
def test_which_versions_a_range_speaks_of(since, until, installed, said):
    distributions = {} if installed is None else {"torch": installed}
    assert admits(Rule(exits=3, package="torch", since=since, until=until), distributions) == said


@pytest.mark.parametrize("package", ["tensorflow", "TensorFlow_CPU"])
def test_a_package_is_found_by_any_name_under_which_it_is_installed(package):
    assert admits(Rule(exits=3, package=package, since="2.20"), {"tensorflow-cpu": "2.21.0"})


OLD = {"raises": ["ValueError"], "package": "torch", "until": "2.9"}
NEW = {"raises": ["RuntimeError"], "package": "torch", "since": "2.10"}
ANY = {"exits": 3}
OTHER = OUTCOMES["other error"]


@pytest.mark.parametrize(
    ("expect", "outcome", "where", "verdict"),
    [
        (OLD, OTHER, OTHER_CPU, ("confirmed", "")),
        (OLD, OTHER, CPU, ("not_run", "out_of_range")),
        (OLD, observed(reported=False), CPU, ("not_run", "out_of_range")),
        ([OLD, NEW], OTHER, OTHER_CPU, ("confirmed", "")),
        ([OLD, NEW], OTHER, CPU, ("contradicted", "other_error")),
        ([OLD, NEW], OUTCOMES["symptom"], CPU, ("confirmed", "")),
        ([OLD, NEW], OUTCOMES["symptom"], OTHER_CPU, ("contradicted", "other_error")),
        ([OLD], OTHER, CPU, ("not_run", "out_of_range")),
        ([NEW, ANY], OUTCOMES["printed, left with 3"], CPU, ("confirmed", "")),
        ([NEW, ANY], OUTCOMES["printed, left with 3"], OTHER_CPU, ("confirmed", "")),
        ([NEW, ANY], OUTCOMES["clean"], OTHER_CPU, ("contradicted", "no_error")),
        ({**OLD, "package": "tensorflow"}, OTHER, CPU, ("not_run", "out_of_range")),
    ],
)
def test_only_rules_that_speak_of_the_version_at_hand_are_asked(tmp_path, expect, outcome, where, verdict):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x", expect=expect)])
    assert only_verdict(loaded, (where, {"program.py": outcome})) == verdict


def test_what_is_said_of_other_versions_is_no_run_here(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x", expect=OLD)])
    [item] = judge(loaded, (CPU, {"program.py": OTHER}), (OTHER_CPU, {"program.py": OTHER}))
    assert [(verdict.word, verdict.environment, verdict.ran) for verdict in item.verdicts] == [
        *(("not_run", CPU, False), ("confirmed", OTHER_CPU, True))
    ]
    assert [row.environment for row in versions.tested_rows((item,))] == [OTHER_CPU]


WORDINGS = [
    {"text": "RuntimeError: new words", "package": "torch", "since": "2.10"},
    {"text": "RuntimeError: old words", "package": "torch", "until": "2.9"},
    {"text": "Check failed: old words", "package": "torch", "until": "2.9"},
    {"text": "RuntimeError: words of all times", "package": "torch"},
]


@pytest.mark.parametrize(
    ("outcome", "in_new", "in_old"),
    [
        (raised("RuntimeError: new words"), "", "other_message"),
        (raised("RuntimeError: old words"), "other_message", ""),
        (raised("RuntimeError: words of all times"), "", ""),
        (raised("RuntimeError: no words at all"), "other_message", "other_message"),
        (raised("ValueError: no words at all"), "other_error", "other_error"),
        (died("SIGABRT", "Check failed: old words\n"), "other_message", ""),
    ],
)
def test_only_the_wordings_of_the_version_at_hand_are_the_symptom(tmp_path, outcome, in_new, in_old):
    loaded = entry_in(tmp_path, symptoms=WORDINGS, reproduce=[reproduction("x")])
    assert [mismatch(loaded.entry, "symptom", outcome, where) for where in (CPU, OTHER_CPU)] == [in_new, in_old]


# --- one claim ---------------------------------------------------------------------------------


def reproduction(name: str, cause: str = "c", **changes) -> dict:
    return {"id": name, "cause": cause, "snippet": "program.py", **changes}


def workaround(name: str, *cures: str, **changes) -> dict:
    words = {"title": TEXT, "text": TEXT, "trade_off": TEXT}
    return {"id": name, "snippet": "cure.py", "cures": list(cures), **words, **changes}


def dead_end(name: str, *tried_on: str, **changes) -> dict:
    return {"id": name, "snippet": "dead.py", "tried_on": list(tried_on), "title": TEXT, "text": TEXT, **changes}


def statement(name: str, **changes) -> dict:
    return {"id": name, "text": TEXT, "finding": TEXT, **changes}


def entry_in(folder: Path, causes: Iterable[str] = ("c",), **sections) -> LoadedEntry:
    """Write an entry and a one-line program for each claim; return it loaded."""
    place = folder / "entries" / "demo" / "x"
    place.mkdir(parents=True)
    named = [{"id": cause, "title": TEXT, "text": TEXT, "telltale": TEXT} for cause in causes]
    (place / "entry.yaml").write_text(json.dumps({**BASE, "causes": named, **sections}), encoding="utf-8")
    for claim in (claim for section in sections.values() if isinstance(section, list) for claim in section):
        if "snippet" in claim:
            (place / claim["snippet"]).write_text(f"pass  # {claim['snippet']}\n")
    [loaded] = load_content(folder).entries
    return loaded


def record(evidence: Evidence, loaded: LoadedEntry, where: Environment, outcomes: dict[str, Observation]) -> None:
    for name, outcome in outcomes.items():
        key = observation_key(loaded.snippets[name].digest, outcome.mode, where.id)
        evidence.add(loaded.id, where, outcome.model_copy(update={"snippet": name, "key": key}))


def judge(loaded: LoadedEntry, *runs: tuple[Environment, dict[str, Observation]]) -> tuple[JudgedClaim, ...]:
    evidence = Evidence()
    for where, outcomes in runs:
        record(evidence, loaded, where, outcomes)
    return judge_entry(loaded, evidence)


def only_verdict(loaded: LoadedEntry, *runs: tuple[Environment, dict[str, Observation]]) -> tuple[str, str]:
    [item] = judge(loaded, *runs)
    return item.verdict.word, item.verdict.reason


CLEAN, SEEN = OUTCOMES["clean"], OUTCOMES["symptom"]


@pytest.mark.parametrize(
    ("section", "claim", "outcome", "verdict"),
    [
        ("reproduce", reproduction("x"), "symptom", ("confirmed", "")),
        ("reproduce", reproduction("x"), "clean", ("contradicted", "no_error")),
        ("reproduce", reproduction("x"), "import error", ("contradicted", "other_error")),
        ("reproduce", reproduction("x"), "other message", ("contradicted", "other_message")),
        ("reproduce", reproduction("x"), "latent error", ("contradicted", "latent_error")),
        ("reproduce", reproduction("x"), "crashed", ("contradicted", "crashed")),
        ("reproduce", reproduction("x"), "printed", ("contradicted", "no_error")),
        ("reproduce", reproduction("x", expect="completes"), "clean", ("confirmed", "")),
        ("workarounds", workaround("x"), "clean", ("confirmed", UNOPPOSED)),
        ("workarounds", workaround("x"), "symptom", ("contradicted", "other_error")),
        ("workarounds", workaround("x"), "latent error", ("contradicted", "latent_error")),
        ("workarounds", workaround("x"), "deadline", ("contradicted", "timed_out")),
        ("dead_ends", dead_end("x"), "symptom", ("confirmed", "")),
        ("dead_ends", dead_end("x"), "clean", ("contradicted", "now_works")),
        ("dead_ends", dead_end("x"), "latent error", ("contradicted", "latent_error")),
        ("dead_ends", dead_end("x", expect={"raises": ["ValueError"]}), "clean", ("contradicted", "now_works")),
        ("dead_ends", dead_end("x", expect="completes"), "symptom", ("contradicted", "other_error")),
        ("dead_ends", dead_end("x", expect="completes"), "clean", ("confirmed", "")),
        ("claims", statement("x", snippet="a.py", expect="completes"), "clean", ("upheld", "")),
        ("claims", statement("x", snippet="a.py", expect="completes"), "symptom", ("refuted", "other_error")),
        ("claims", statement("x", snippet="a.py", expect="completes"), "latent error", ("refuted", "latent_error")),
        ("claims", statement("x", snippet="a.py", expect="symptom"), "clean", ("refuted", "no_error")),
        ("claims", statement("x", snippet="a.py", expect="symptom"), "symptom", ("upheld", "")),
        ("claims", statement("x", snippet="a.py", expect={"hangs": 5}), "deadline", ("upheld", "")),
    ],
)
def test_the_word_for_a_claim(tmp_path, section, claim, outcome, verdict):
    loaded = entry_in(tmp_path, **{section: [claim]})
    assert only_verdict(loaded, (CPU, {claim["snippet"]: OUTCOMES[outcome]})) == verdict


@pytest.mark.parametrize("expect", ["symptom", "completes", {"raises": ["ValueError"]}, {"exits": 0}, {"hangs": 5}])
def test_a_run_that_left_without_a_report_is_no_evidence_at_all(tmp_path, expect):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x", expect=expect)])
    [item] = judge(loaded, (CPU, {"program.py": observed(reported=False)}))
    assert (item.verdict.word, item.verdict.reason) == ("harness_error", "no_report")
    assert not item.verdict.ran
    assert summarize(loaded.entry, (item,)).environments == 0


def test_a_verdict_is_stale_when_the_program_changed(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x")])
    evidence = Evidence()
    record(evidence, loaded, CPU, {"program.py": SEEN})
    assert judge_entry(loaded, evidence)[0].verdict.word == "confirmed"
    (loaded.folder / "program.py").write_text("pass  # changed\n")
    [changed] = load_content(tmp_path).entries
    [item] = judge_entry(changed, evidence)
    assert (item.verdict.word, item.verdict.reason, item.verdict.ran) == ("stale", "snippet_changed", False)


def test_prose_and_expectation_are_judged_anew_without_a_run(tmp_path):
    loaded = entry_in(tmp_path / "a", reproduce=[reproduction("x")])
    other = entry_in(tmp_path / "b", reproduce=[reproduction("renamed", expect="completes", title=TEXT)])
    evidence = Evidence()
    record(evidence, loaded, CPU, {"program.py": SEEN})
    assert judge_entry(other, evidence)[0].verdict.word == "contradicted"


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, ("not_run", "not_yet")),
        ({"needs": ["gpu"]}, ("not_run", "no_gpu")),
        ({"needs": ["gpu-memory:80GiB"]}, ("not_run", "no_gpu")),
        ({"needs": ["network", "gpu"]}, ("not_run", "needs_network")),
        ({"needs": ["torch", "torch>=99"]}, ("not_run", "needs:torch>=99")),
        (
            {"snippet": None, "not_run": {"reason": "needs-driver-change", "text": TEXT}},
            ("not_run", "needs-driver-change"),
        ),
    ],
)
def test_the_reason_why_nothing_was_run(tmp_path, changes, verdict):
    claim = {key: value for key, value in reproduction("x", **changes).items() if value is not None}
    assert only_verdict(entry_in(tmp_path, reproduce=[claim])) == verdict


@pytest.mark.parametrize(
    ("needs", "where", "reason"),
    [
        ((), None, "not_yet"),
        (("torch",), None, "not_yet"),
        (("torch", "torch>=99"), None, "needs:torch>=99"),
        (("torch",), CPU, "not_yet"),
        (("tensorflow", "torch"), CPU, "needs:tensorflow"),
        (("torch>=99",), CPU, "needs:torch>=99"),
        (("gpu",), CPU, "no_gpu"),
        (("gpu",), GPU, "not_yet"),
        (("two-gpus",), GPU, "needs:two-gpus"),
        (("network",), GPU, "needs_network"),
    ],
)
def test_the_reason_names_what_an_environment_lacks(needs, where, reason):
    assert not_run_reason(needs, where) == reason


def test_the_needs_of_a_claim_are_its_own_and_the_frameworks_that_its_program_imports(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x", needs=["gpu", "torch>=2.5"])])
    (loaded.folder / "program.py").write_text("import json\nimport torch\n")
    [loaded] = load_content(tmp_path).entries
    [(_role, claim)] = loaded.entry.all_claims()
    assert needs_of(loaded, claim) == ("gpu", "torch>=2.5", "torch")
    assert first_unmet(needs_of(loaded, claim), CPU) == "gpu"
    assert first_unmet(needs_of(loaded, claim), GPU) is None


@pytest.mark.parametrize("word", ["upheld", "refuted"])
def test_a_claim_can_be_judged_by_a_source(tmp_path, word):
    judged = {"verdict": word, "source": "https://example.org/header.h"}
    [item] = judge(entry_in(tmp_path, claims=[statement("x", judged=judged)]))
    verdict = item.verdict
    assert (verdict.word, verdict.reason, verdict.source) == (word, "by_source", "https://example.org/header.h")
    assert (verdict.environment, verdict.observation, verdict.ran) == (None, None, False)


@pytest.mark.parametrize("outcome", ["clean", "import error", "crashed", "symptom"])
def test_a_run_without_a_gpu_says_nothing_of_a_claim_about_a_gpu(tmp_path, outcome):
    loaded = entry_in(
        tmp_path,
        reproduce=[reproduction("x", needs=["gpu"])],
        claims=[statement("y", snippet="program.py", expect="completes", needs=["gpu"])],
    )
    for item in judge(loaded, (CPU, {"program.py": OUTCOMES[outcome]})):
        assert (item.verdict.word, item.verdict.reason) == ("not_run", "no_gpu")
    for item in judge(loaded, (CPU, {"program.py": OUTCOMES[outcome]}), (GPU, {"program.py": SEEN})):
        assert [verdict.environment for verdict in item.verdicts] == [GPU]


def test_one_verdict_for_each_environment_and_the_contradiction_is_shown_first(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x")])
    [item] = judge(loaded, (CPU, {"program.py": SEEN}), (GPU, {"program.py": SEEN}), (OTHER_CPU, {"program.py": CLEAN}))
    assert [(verdict.environment.name, verdict.word) for verdict in item.verdicts] == [
        *(("h200", "confirmed"), ("cpu", "confirmed"), ("other-cpu", "contradicted"))
    ]
    assert item.verdict.environment == OTHER_CPU


def test_what_ran_is_shown_before_what_is_stale(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x")])
    evidence = Evidence()
    evidence.add(loaded.id, CPU, SEEN.model_copy(update={"key": "of another program"}))
    record(evidence, loaded, OTHER_CPU, {"program.py": SEEN})
    [item] = judge_entry(loaded, evidence)
    assert [verdict.word for verdict in item.verdicts] == ["stale", "confirmed"]
    assert item.verdict.word == "confirmed"


# --- runs that are not believed, or not wholly -------------------------------------------------


def outcome_of(observation: Observation) -> Outcome:
    return Outcome(**{name: getattr(observation, name) for name in Outcome.model_fields})


def repeated(*names: str, **changes) -> Observation:
    """Return one observation of a program that did this, then that."""
    first, *others = (OUTCOMES[name] for name in names)
    return first.model_copy(update={"repeats": tuple(map(outcome_of, others)), **changes})


S, U = "symptom", "clean"
UNBELIEVED = [
    # what was seen, the verdict on a reproduction, and whether the observation is believed as it is
    (repeated(S), ("confirmed", ""), True),
    (repeated(S, S, S), ("confirmed", ""), True),
    (repeated(U, U, U), ("contradicted", "no_error"), False),
    (repeated(U, "other error"), ("contradicted", "no_error"), False),
    (repeated("other error", U), ("contradicted", "other_error"), False),
    (repeated(S, U, S), ("flaky", "2/3"), False),
    (repeated(U, S), ("flaky", "1/2"), False),
    (repeated(U, U, U, "deadline", S), ("flaky", "1/5"), False),
    (repeated(S, mode="fork"), ("confirmed", ""), True),
    (repeated(S, S, mode="fork"), ("confirmed", ""), True),
    (repeated(U, mode="fork"), ("stale", "fork_cannot_contradict"), False),
    (repeated("deadline", mode="fork"), ("stale", "fork_cannot_contradict"), False),
    (repeated(S, U, mode="fork"), ("stale", "fork_cannot_contradict"), False),
    (repeated(S, violations=("network", "files")), ("isolation_violation", "network"), False),
    (repeated(U, violations=("files",), reported=False), ("isolation_violation", "files"), False),
    (repeated(U, violations=("files",), mode="fork"), ("isolation_violation", "files"), False),
    (repeated(U, reported=False), ("harness_error", "no_report"), False),
    (repeated(U, reported=False, mode="fork"), ("harness_error", "no_report"), False),
    (repeated(S, "left at once"), ("harness_error", "no_report"), False),
]


@pytest.mark.parametrize(("seen", "verdict", "believed"), UNBELIEVED)
def test_what_a_run_is_worth(tmp_path, seen, verdict, believed):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x")])
    assert only_verdict(loaded, (CPU, {"program.py": seen})) == verdict
    assert believable(loaded, loaded.snippets["program.py"], CPU, seen) == believed


@pytest.mark.parametrize(
    ("seen", "verdict"),
    [
        (repeated(U, U), ("upheld", "")),
        (repeated(S, S), ("refuted", "other_error")),
        (repeated(S, U, U), ("flaky", "2/3")),
        (repeated(S, mode="fork"), ("stale", "fork_cannot_contradict")),
    ],
)
def test_a_popular_statement_is_judged_with_the_same_care(tmp_path, seen, verdict):
    loaded = entry_in(tmp_path, claims=[statement("x", snippet="program.py", expect="completes")])
    assert only_verdict(loaded, (CPU, {"program.py": seen})) == verdict


def test_a_dead_end_that_fails_no_more_now_works_however_often_it_ran(tmp_path):
    loaded = entry_in(tmp_path, dead_ends=[dead_end("x", "r")])
    assert only_verdict(loaded, (CPU, {"dead.py": repeated(U, U)})) == ("contradicted", "now_works")


@pytest.mark.parametrize(
    ("mode", "verdict"),
    [("fork", ("stale", "fork_cannot_contradict")), ("exec", ("contradicted", "other_error"))],
)
def test_an_expectation_that_is_edited_is_contradicted_by_a_fresh_interpreter_only(tmp_path, mode, verdict):
    loaded = entry_in(tmp_path / "a", reproduce=[reproduction("x")])
    edited = entry_in(tmp_path / "b", reproduce=[reproduction("x", expect={"raises": ["ValueError"]})])
    evidence = Evidence()
    record(evidence, loaded, CPU, {"program.py": SEEN.model_copy(update={"mode": mode})})
    assert judge_entry(loaded, evidence)[0].verdict.word == "confirmed"
    assert (judge_entry(edited, evidence)[0].verdict.word, judge_entry(edited, evidence)[0].verdict.reason) == verdict


def test_an_observation_is_believed_when_every_claim_that_could_run_there_is_met(tmp_path):
    loaded = entry_in(
        tmp_path,
        reproduce=[reproduction("x"), reproduction("on-gpu", expect="completes", needs=["gpu"])],
        dead_ends=[dead_end("d", "x", snippet="program.py", expect={"raises": ["RuntimeError"]})],
        claims=[
            statement("of-old", snippet="program.py", expect={**OLD, "raises": ["KeyError"]}),
            statement("of-another", snippet="another.py", expect="completes"),
        ],
    )
    program = loaded.snippets["program.py"]
    assert believable(loaded, program, CPU, SEEN)
    assert not believable(loaded, program, GPU, SEEN)  # there, one claim says that it completes
    assert not believable(loaded, program, OTHER_CPU, SEEN)  # there, one claim says KeyError
    assert not believable(loaded, program, CPU, raised("RuntimeError: of another kind"))
    assert believable(loaded, loaded.snippets["another.py"], CPU, CLEAN)


def test_what_left_without_a_report_is_believed_of_no_version(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("x", expect=OLD)])
    assert believable(loaded, loaded.snippets["program.py"], CPU, CLEAN)
    assert not believable(loaded, loaded.snippets["program.py"], CPU, OUTCOMES["left at once"])


@pytest.mark.parametrize(
    ("seen", "expect", "shown"),
    [
        (repeated(S), "symptom", None),
        (repeated(S, S), "symptom", (2, 2)),
        (repeated(S, U, S), "symptom", (2, 3)),
        (repeated(U, U), "symptom", (0, 2)),
        (repeated(U, U, U), "completes", (3, 3)),
        (repeated(S, S, violations=("files",)), "symptom", None),
    ],
)
def test_in_how_many_runs_a_claim_was_met(tmp_path, seen, expect, shown):
    [item] = judge(entry_in(tmp_path, reproduce=[reproduction("x", expect=expect)]), (CPU, {"program.py": seen}))
    assert item.verdict.as_predicted == shown


def test_the_verdict_that_is_shown_first():
    order = (
        *("contradicted", "flaky", "refuted", "upheld", "confirmed"),
        *("stale", "isolation_violation", "harness_error", "not_run"),
    )
    for count in range(1, len(order) + 1):
        verdicts = tuple(Verdict(word) for word in reversed(order[-count:]))
        assert JudgedClaim("reproduce", None, None, (), verdicts).verdict.word == order[-count]


def test_a_module_beside_a_program_may_need_a_framework(tmp_path):
    programs = {"program.py": {"files": ["helper.py"]}}
    entry_in(tmp_path, reproduce=[reproduction("x"), reproduction("y", snippet="y.py")], programs=programs)
    (tmp_path / "entries/demo/x/helper.py").write_text("import torch\n")
    [loaded] = load_content(tmp_path).entries
    assert [needs_of(loaded, claim) for _role, claim in loaded.entry.all_claims()] == [("torch",), ()]


def test_a_verdict_is_stale_when_what_lies_beside_the_program_changed(tmp_path):
    for number, (text, value) in enumerate([("a\n", "1"), ("b\n", "1"), ("a\n", "2")]):
        folder = tmp_path / str(number)
        programs = {"program.py": {"files": ["words.txt"], "variables": {"DEMO": value}}}
        entry_in(folder, reproduce=[reproduction("x")], programs=programs)
        (folder / "entries/demo/x/words.txt").write_text(text)
        [loaded] = load_content(folder).entries
        if number == 0:
            evidence = Evidence()
            record(evidence, loaded, CPU, {"program.py": SEEN})
        assert judge_entry(loaded, evidence)[0].verdict.word == ("stale" if number else "confirmed")


# --- workarounds -------------------------------------------------------------------------------


def test_a_workaround_that_ran_clean_where_nothing_fails_cures_nothing(tmp_path):
    loaded = entry_in(tmp_path, reproduce=[reproduction("r", needs=["gpu"])], workarounds=[workaround("w", "r")])
    _reproduced, cure = judge(loaded, (CPU, {"program.py": SEEN, "cure.py": CLEAN}))
    assert (cure.verdict.word, cure.verdict.reason, cure.cured) == ("confirmed", UNOPPOSED, False)
    runs = {"program.py": SEEN, "cure.py": CLEAN}
    _reproduced, cure = judge(loaded, (CPU, runs), (GPU, runs))
    assert [verdict.reason for verdict in cure.verdicts] == ["", UNOPPOSED]
    assert (cure.verdict.environment, cure.cured) == (GPU, True)


# --- causes and entries ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> LoadedEntry:
    """Return an entry with one cause: reproduced, cured, with a dead end."""
    parts = {"reproduce": [reproduction("r")], "workarounds": [workaround("w", "r")], "dead_ends": [dead_end("d", "r")]}
    return entry_in(tmp_path_factory.mktemp("whole"), **parts)


ALL_AS_STATED = {"program.py": SEEN, "cure.py": CLEAN, "dead.py": SEEN}


def summary_of(loaded: LoadedEntry, *runs: tuple[Environment, dict[str, Observation]]) -> Summary:
    return summarize(loaded.entry, judge(loaded, *runs))


def test_an_entry_is_verified_where_one_environment_shows_all_of_a_cause(whole):
    summary = summary_of(whole, (CPU, ALL_AS_STATED))
    assert (summary.badge, summary.causes_verified, summary.environments) == ("verified", 1, 1)


@pytest.mark.parametrize("missing", ALL_AS_STATED)
def test_a_cause_is_not_verified_while_a_part_was_not_run(whole, missing):
    shown = {name: outcome for name, outcome in ALL_AS_STATED.items() if name != missing}
    summary = summary_of(whole, (CPU, shown))
    assert (summary.badge, summary.causes_verified, summary.not_run) == ("unverified", 0, 1)


@pytest.mark.parametrize("elsewhere", ALL_AS_STATED)
def test_a_cause_is_not_verified_across_environments(whole, elsewhere):
    here = {name: outcome for name, outcome in ALL_AS_STATED.items() if name != elsewhere}
    summary = summary_of(whole, (CPU, here), (OTHER_CPU, {elsewhere: ALL_AS_STATED[elsewhere]}))
    assert (summary.badge, summary.causes_verified, summary.environments) == ("unverified", 0, 2)


@pytest.mark.parametrize("wrong", ALL_AS_STATED)
def test_an_entry_is_contradicted_by_any_part(whole, wrong):
    turned = CLEAN if ALL_AS_STATED[wrong] is SEEN else SEEN
    summary = summary_of(whole, (CPU, {**ALL_AS_STATED, wrong: turned}))
    assert (summary.badge, summary.causes_verified, summary.contradicted) == ("contradicted", 0, 1)


def test_a_contradiction_elsewhere_is_not_hidden_by_a_verified_environment(whole):
    summary = summary_of(whole, (CPU, ALL_AS_STATED), (OTHER_CPU, {"dead.py": CLEAN}))
    assert (summary.badge, summary.causes_verified, summary.contradicted) == ("contradicted", 1, 1)


@pytest.mark.parametrize("unsteady", ALL_AS_STATED)
def test_a_cause_is_not_verified_where_a_part_is_flaky(whole, unsteady):
    here = {**ALL_AS_STATED, unsteady: repeated(S, U)}
    summary = summary_of(whole, (CPU, here))
    assert (summary.badge, summary.causes_verified, summary.contradicted) == ("unverified", 0, 0)
    assert summary_of(whole, (CPU, here), (OTHER_CPU, ALL_AS_STATED)).badge == "verified"


def test_an_entry_is_not_verified_where_any_other_claim_of_it_is_flaky(tmp_path):
    loaded = entry_in(
        tmp_path,
        reproduce=[reproduction("r")],
        workarounds=[workaround("w", "r")],
        claims=[statement("s", snippet="s.py", expect="completes")],
    )
    runs = {"program.py": SEEN, "cure.py": CLEAN}
    assert summary_of(loaded, (CPU, {**runs, "s.py": SEEN})).badge == "verified"
    assert summary_of(loaded, (CPU, {**runs, "s.py": repeated(S, U)})).badge == "unverified"


@pytest.mark.parametrize(
    ("names", "result"), [((S, S), "reproduced"), ((S, U), "partly"), ((U, S, "other error"), "partly")]
)
def test_a_version_raises_an_error_in_part_where_a_program_does(tmp_path, names, result):
    judged = judge(entry_in(tmp_path, reproduce=[reproduction("x")]), (CPU, {"program.py": repeated(*names)}))
    assert [row.result for row in versions.tested_rows(judged)] == [result]


def test_a_run_that_is_no_evidence_is_counted_nowhere(whole):
    for unbelieved in (repeated(S, violations=("files",)), repeated(U, mode="fork"), repeated(U, reported=False)):
        summary = summary_of(whole, (CPU, {"program.py": unbelieved}))
        assert (summary.badge, summary.observations, summary.environments) == ("not_run", 0, 0)


def test_a_workaround_counts_only_for_what_was_seen_to_fail_there(tmp_path):
    loaded = entry_in(
        tmp_path,
        reproduce=[reproduction("on-cpu"), reproduction("on-gpu", snippet="gpu.py", needs=["gpu"])],
        workarounds=[workaround("use-the-cpu", "on-gpu")],
    )
    summary = summary_of(loaded, (CPU, {"program.py": SEEN, "cure.py": CLEAN}))
    assert (summary.badge, summary.causes_verified, summary.workarounds_clean) == ("unverified", 0, 0)
    summary = summary_of(loaded, (GPU, {"gpu.py": SEEN, "cure.py": CLEAN}))
    assert (summary.badge, summary.causes_verified, summary.workarounds_clean) == ("verified", 1, 1)


def test_causes_are_counted_one_by_one(tmp_path):
    loaded = entry_in(
        tmp_path,
        causes=["a", "b", "never-shown"],
        reproduce=[reproduction("ra", "a"), reproduction("rb", "b", snippet="b.py")],
        workarounds=[workaround("w", "ra", "rb")],
        dead_ends=[dead_end("d", "rb"), dead_end("opinion", "ra", snippet="no.py", needs=["two-gpus"])],
    )
    outcomes = {"program.py": SEEN, "b.py": SEEN, "cure.py": CLEAN, "dead.py": SEEN, "no.py": SEEN}
    summary = summary_of(loaded, (CPU, outcomes))
    assert (summary.badge, summary.causes_verified, summary.causes) == ("partly", 1, 3)


def test_a_dead_end_without_a_program_does_not_keep_a_cause_from_being_verified(tmp_path):
    reason = {"reason": "needs-driver-change", "text": TEXT}
    told = {key: value for key, value in dead_end("d", "r", not_run=reason).items() if key != "snippet"}
    loaded = entry_in(tmp_path, reproduce=[reproduction("r")], workarounds=[workaround("w", "r")], dead_ends=[told])
    assert summary_of(loaded, (CPU, {"program.py": SEEN, "cure.py": CLEAN})).badge == "verified"


@pytest.mark.parametrize(
    ("status", "badge"),
    [
        ("active", "not_run"),
        ("changed", "not_run"),
        ("never-observed", "never_observed"),
        ("no-longer-raised", "no_longer_raised"),
    ],
)
def test_the_badge_of_an_entry_that_nothing_was_run_of(tmp_path, status, badge):
    loaded = entry_in(tmp_path, lifecycle={"status": status, "text": TEXT}, reproduce=[reproduction("r")])
    assert summary_of(loaded).badge == badge


def test_what_only_a_simulated_driver_shows_verifies_nothing(tmp_path):
    on_it = {"needs": ["simulated-driver"]}
    loaded = entry_in(
        tmp_path,
        reproduce=[reproduction("r", **on_it)],
        workarounds=[workaround("w", "r", **on_it)],
        dead_ends=[dead_end("d", "r", **on_it)],
        claims=[statement("s", snippet="s.py", expect="completes", **on_it)],
    )
    found = summary_of(loaded, (SIMULATED, {**ALL_AS_STATED, "s.py": CLEAN}))
    assert (found.badge, found.causes_verified, found.causes_simulated, found.simulated) == ("simulated", 0, 1, 4)
    assert (found.workarounds_clean, found.dead_ends_failed, found.upheld, found.observations) == (0, 0, 0, 4)


def test_what_ran_with_a_simulated_driver_too_counts_by_its_other_runs(whole):
    simulated = [Verdict("confirmed", environment=SIMULATED, observation=SEEN)]
    both = [*simulated, Verdict("confirmed", environment=CPU, observation=SEEN)]
    claims = [(role, claim, whole.snippets[claim.snippet]) for role, claim in whole.entry.all_claims()]
    judged = tuple(JudgedClaim(*one, (), tuple(both)) for one in claims)
    assert summarize(whole.entry, judged).badge == "verified"
    mixed = (judged[0], replace(judged[1], verdicts=tuple(simulated)), judged[2])
    found = summarize(whole.entry, mixed)
    assert (found.badge, found.causes_verified, found.causes_simulated, found.simulated) == ("simulated", 0, 1, 1)


def test_stale_runs_and_judgements_by_source_verify_nothing(tmp_path):
    judged = {"verdict": "refuted", "source": "https://example.org/notes"}
    loaded = entry_in(tmp_path, reproduce=[reproduction("r")], claims=[statement("s", judged=judged)])
    evidence = Evidence()
    evidence.add(loaded.id, CPU, SEEN.model_copy(update={"key": "of another program"}))
    summary = summarize(loaded.entry, judge_entry(loaded, evidence))
    assert (summary.badge, summary.environments, summary.refuted, summary.claims) == ("not_run", 0, 1, 1)


def test_the_counts(tmp_path):
    loaded = entry_in(
        tmp_path,
        reproduce=[reproduction("r1"), reproduction("r2", snippet="r2.py", needs=["two-gpus"])],
        workarounds=[workaround("w1", "r1"), workaround("w2", "r1", snippet="w2.py")],
        dead_ends=[dead_end("d1", "r1"), dead_end("d2", "r1", snippet="d2.py")],
        claims=[
            *(
                statement("s1", snippet="s1.py", expect="completes"),
                statement("s2", snippet="s2.py", expect="completes"),
            ),
            statement("s3", judged={"verdict": "upheld", "source": "https://example.org/notes"}),
        ],
    )
    outcomes = {**ALL_AS_STATED, "w2.py": SEEN, "s1.py": SEEN, "s2.py": CLEAN}
    assert summary_of(loaded, (CPU, outcomes), (GPU, {"program.py": SEEN})) == Summary(
        badge="contradicted",
        causes_verified=0,
        causes_simulated=0,
        causes=1,
        workarounds_clean=1,
        workarounds=2,
        dead_ends_failed=1,
        dead_ends=2,
        upheld=2,
        refuted=1,
        claims=3,
        not_run=2,
        contradicted=1,
        environments=2,
        observations=7,
        simulated=0,
    )


WORDS = (
    *("confirmed", "contradicted", "upheld", "refuted", "flaky"),
    *("stale", "isolation_violation", "harness_error", "not_run"),
)
REASONS = {
    "contradicted": ("no_error", "other_error", "other_message", "timed_out", "crashed", "latent_error", "now_works"),
    "stale": ("snippet_changed", "fork_cannot_contradict"),
    "harness_error": ("no_report",),
    "not_run": ("no_gpu", "not_yet", "needs_network", "out_of_range"),
}


@pytest.mark.parametrize("word", WORDS)
def test_every_verdict_has_a_label_and_every_reason_a_text(whole, word):
    for role, claim in whole.entry.all_claims():
        if word not in ("upheld", "refuted"):  # these are of popular statements
            assert label_of(JudgedClaim(role, claim, None, (), ()), Verdict(word)).text
    assert all(map(reason_text, REASONS.get(word, ())))


VERDICTS = st.lists(
    st.builds(
        Verdict, st.sampled_from(WORDS), environment=st.sampled_from([CPU, OTHER_CPU]), observation=st.just(SEEN)
    ),
    min_size=1,
    max_size=3,
)


@given(st.lists(VERDICTS, min_size=3, max_size=3))
def test_whatever_was_seen_the_summary_never_promises_too_much(whole, found):
    judged = tuple(
        JudgedClaim(role, claim, whole.snippets[claim.snippet], (), tuple(verdicts))
        for (role, claim), verdicts in zip(whole.entry.all_claims(), found, strict=True)
    )
    summary = summarize(whole.entry, judged)
    confirmed_in = [{v.environment.id for v in item.verdicts if v.word == "confirmed"} for item in judged]
    flaky_in = {v.environment.id for item in judged for v in item.verdicts if v.word == "flaky"}
    assert summary.causes_verified == bool(set.intersection(*confirmed_in) - flaky_in)
    assert (summary.badge == "contradicted") == any(v.word == "contradicted" for item in judged for v in item.verdicts)
    assert summary.badge != "verified" or summary.causes_verified == 1
    assert summary.workarounds_clean <= summary.workarounds
    assert summary.dead_ends_failed <= summary.dead_ends
