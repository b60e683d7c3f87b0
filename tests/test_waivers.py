"""Waivers, claims that stop being true, and what is said of both on the command line."""

import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from recorded import id_of

from generator import paths as inputs
from generator.build import find_problems, load_valid
from generator.cli import main
from generator.commands.report import contradictions, unconfirmed, waived_lines
from generator.content.loader import load_content
from generator.content.model import Waiver
from generator.evidence.records import Environment, Observation, Raised, observation_key
from generator.evidence.store import Evidence, load_evidence, write_evidence
from generator.problems import format_problems
from generator.publish.stamp import build_digest
from generator.verify.environments import probe

ROOT = Path(__file__).resolve().parents[1]
ENTRY = "demo/first-entry"
SYMPTOM = "ValueError: invalid literal for int() with base 10: 'word'"
REASON = "the machine with the old driver is away"
GPU = {"name": "NVIDIA H200", "memory_mib": 143771, "compute_capability": "9.0", "mig": "Disabled"}


def environment(name: str, *, python: str = "3.11.7", gpus: int = 0, **distributions: str) -> Environment:
    return Environment(
        id=id_of(name),
        name=name,
        python=python,
        implementation="CPython",
        system="Linux-x86_64",
        libc="glibc-2.36",
        distributions={name.replace("_", "-"): version for name, version in distributions.items()},
        torch_cuda=None,
        kind="device" if gpus else "no-device",
        driver=None,
        simulated_driver=None,
        gpus=(GPU,) * gpus,
        compiler=None,
        isolation={"network": "none"},
    )


CPU = environment("cpu-torch2.12.1-py311", torch="2.12.1+cpu")
NEWER = environment("cpu-torch2.13.0-py311", torch="2.13.0+cpu")
H200 = environment("h200-torch2.12.1-cu130-py311", gpus=1, torch="2.12.1+cu130")


def observed(line: str = "", **changes) -> Observation:
    """Return what a run looks like that ended with an exception, or clean."""
    kind, _colon, message = line.partition(": ")
    exception = Raised(classes=(kind, "Exception", "BaseException"), message=message, line=line) if line else None
    seen = Observation(
        snippet="",
        key="",
        mode="exec",
        date="2026-11-21",
        exit_code=1 if line else 0,
        signal=None,
        timed_out=False,
        reported=True,
        exception=exception,
        device_sync=None,
        stdout="",
        stderr=line,
        seconds=0.5,
        peak_memory_mib=20,
    )
    return seen.model_copy(update=changes)


RAISED, CLEAN = observed(SYMPTOM), observed()
FLAKY = observed(SYMPTOM, repeats=(CLEAN,))
STALE = observed(key="of another program")
AS_SAID = {"reproduce.py": RAISED, "workaround.py": CLEAN, "dead_end.py": RAISED, "claim.py": CLEAN}
CONTRADICTED = {**AS_SAID, "reproduce.py": CLEAN}

Runs = dict[Environment, dict[str, Observation]]


@pytest.fixture
def root(good_content: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return good_content(tmp_path)


def rewrite(root: Path, *changes: tuple[str, str]) -> None:
    path = root / "entries" / ENTRY / "entry.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def with_torch(root: Path, line: str = "import torch") -> None:
    path = root / "entries" / ENTRY / "reproduce.py"
    path.write_text(f"{line}\n{path.read_text()}")


def waive(root: Path, claim: str, verdict: str, environment: str | None = None, **more: object) -> None:
    """Append a waiver to `waivers.yaml`."""
    named = {"environment": f'"{environment}"'} if environment else {}
    keys = {"entry": ENTRY, "claim": claim, "verdict": verdict, **named, "reason": REASON, **more}
    with (root / "waivers.yaml").open("a", encoding="utf-8") as file:
        file.write(f"- {{{', '.join(f'{key}: {value}' for key, value in keys.items())}}}\n")


def evidence_of(root: Path, *runs: tuple[Environment, dict[str, Observation]]) -> Evidence:
    evidence = Evidence()
    [entry] = load_content(root).entries
    for where, seen in runs:
        for name, observation in seen.items():
            key = observation.key or observation_key(entry.snippets[name].digest, observation.mode, where.id)
            evidence.add(ENTRY, where, observation.model_copy(update={"snippet": name, "key": key}))
    return evidence


def commit(root: Path, *runs: tuple[Environment, dict[str, Observation]]) -> None:
    write_evidence(root / "evidence", evidence_of(root, *runs))


def check(root: Path) -> list[str]:
    """Return the lines that `generator check` prints, without hints."""
    result = CliRunner().invoke(main, ["check", "--content", str(root)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return [line for line in result.output.splitlines() if not line.startswith("    hint: ")]


def codes(root: Path) -> list[str]:
    return [problem.code for problem in find_problems(load_content(root))]


# --- the file ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [None, "", "# none at present\n", "[]\n"], ids=["no file", "empty", "comment", "[]"])
def test_there_need_be_no_waivers(root: Path, text: str | None):
    if text is not None:
        (root / "waivers.yaml").write_text(text)
    assert check(root) == ["1 entries checked: 0 errors, 0 warnings"]


def test_waivers_are_counted_where_content_is_checked(root: Path):
    for claim in ("word", "strip"):
        waive(root, claim, "not_run")
    done = subprocess.run(
        [sys.executable, "-m", "generator", "check"], env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout.decode()) == (0, "1 entries checked: 0 errors, 0 warnings, 2 waivers\n")


def test_the_file_may_not_be_one(root: Path):
    (root / "waivers.yaml").symlink_to("nowhere")
    assert check(root)[0].startswith("content/waivers.yaml:1:1: YAML001 the file cannot be read")


@pytest.mark.parametrize(("days", "ended"), [(-1, True), (0, False), (1, False)])
def test_a_waiver_holds_on_its_last_day(root: Path, days: int, ended: bool):  # noqa: FBT001 - a table
    day = datetime.now(UTC).date() + timedelta(days=days)
    waive(root, "word", "not_run", until=day)
    assert codes(root) == (["WAIV004"] if ended else [])


@pytest.mark.parametrize(
    ("reason", "enough"),
    [
        ("known", False),
        ("see the issue", False),
        ("a - b - c", False),
        ("fixed in torch 2.14", True),
        ("上游已经知道这个问题", True),
        ("上游问题", False),
        ("fixed with TBD in torch", False),
    ],
)
def test_a_reason_is_more_than_a_word(root: Path, reason: str, enough: bool):  # noqa: FBT001 - a table
    waive(root, "word", "not_run", reason=reason)
    assert codes(root) == ([] if enough else ["WAIV002"])


def test_waivers_of_one_claim_may_differ_in_verdict_or_environment(root: Path):
    commit(root, (CPU, {**AS_SAID, "reproduce.py": FLAKY}), (NEWER, CONTRADICTED), (H200, CONTRADICTED))
    waive(root, "word", "flaky")
    waive(root, "word", "contradicted", "h200-*")
    waive(root, "word", "contradicted", "cpu-*")
    assert codes(root) == []
    waive(root, "word", "contradicted", "cpu-*")
    assert codes(root) == ["WAIV003"]


def test_an_entry_that_cannot_be_read_is_not_judged_nor_are_its_waivers(root: Path):
    commit(root, (CPU, CONTRADICTED))
    waive(root, "no-such-claim", "flaky")
    rewrite(root, ("  - id: word\n", "  - id: [word]\n"))
    assert codes(root) == ["SCH003"]


# --- what is not so any more -------------------------------------------------------------------

OLDEST = environment("cpu-torch2.11.0-py311", torch="2.11.0+cpu", numpy="2.3.0")
PYTHON = environment("cpu-torch2.12.1-py312", python="3.12.1", torch="2.12.1+cpu")
WITH_CUDNN = environment("cpu-torch2.12.1-cudnn9.20-py311", torch="2.12.1+cpu", nvidia_cudnn_cu13="9.20.0.48")
OTHER_CUDNN = environment("cpu-torch2.12.1-cudnn9.15-py311", torch="2.12.1+cpu", nvidia_cudnn_cu13="9.15.1.9")
NEWER_CUDNN = environment("cpu-torch2.13.0-cudnn9.15-py311", torch="2.13.0+cpu", nvidia_cudnn_cu13="9.15.1.9")
NUMPY = environment("cpu-torch2.13.0-numpy-py311", torch="2.13.0+cpu", numpy="2.4.6")
TYPE_ERROR = observed("TypeError: no word")
CUDNN, SAW = "nvidia-cudnn-cu13", "symptom, saw: TypeError: no word,"
GONE = "reproduce word: no longer raised"
NOT_RAISED = f"{GONE} with torch 2.13.0"


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([(CPU, RAISED), (NEWER, CLEAN)], f"{NOT_RAISED} ({NEWER.name}); it was with torch 2.12.1"),
        ([(OLDEST, RAISED), (CPU, RAISED), (NEWER, CLEAN)], f"{NOT_RAISED} ({NEWER.name}); it was with torch 2.12.1"),
        ([(OLDEST, RAISED), (NUMPY, CLEAN)], f"{NOT_RAISED} ({NUMPY.name}); it was with torch 2.11.0"),
        (
            [(CPU, RAISED), (NEWER, CLEAN), (NUMPY, CLEAN)],
            f"{NOT_RAISED} ({NUMPY.name}, {NEWER.name}); it was with torch 2.12.1",
        ),
        ([(NEWER, CLEAN)], f"reproduce word: not raised with torch 2.13.0 ({NEWER.name})"),
        (
            [(CPU, CLEAN), (H200, RAISED)],
            f"{GONE} with torch 2.12.1+cpu ({CPU.name}); it was with torch 2.12.1+cu130",
        ),
        (
            [(CPU, RAISED), (PYTHON, CLEAN)],
            f"{GONE} with Python 3.12.1 ({PYTHON.name}); it was with Python 3.11.7",
        ),
        (
            [(NEWER_CUDNN, RAISED), (OTHER_CUDNN, RAISED), (WITH_CUDNN, CLEAN)],
            f"{GONE} with {CUDNN} 9.20.0.48 ({WITH_CUDNN.name}); it was with {CUDNN} 9.15.1.9",
        ),
        (
            [(CPU, RAISED), (WITH_CUDNN, CLEAN)],
            f"{GONE} with torch 2.12.1 ({WITH_CUDNN.name}); it was in {CPU.name}",
        ),
        (
            [(CPU, RAISED), (NEWER, TYPE_ERROR)],
            f"reproduce word: expected {SAW} with torch 2.13.0 ({NEWER.name}); it held with torch 2.12.1",
        ),
    ],
)
def test_the_version_is_named_with_which_a_claim_is_not_so(root: Path, runs: list, message: str):
    with_torch(root)
    commit(root, *((where, {"reproduce.py": seen}) for where, seen in runs))
    shown = check(root)
    assert shown == [
        f"content/entries/{ENTRY}/entry.yaml:18:5: EVID002 warning: {message}",
        "1 entries checked: 0 errors, 1 warnings",
    ]


@pytest.mark.parametrize(
    ("name", "before", "after", "message"),
    [
        (
            "dead_end.py",
            RAISED,
            CLEAN,
            "dead-end strip: now works with Python 3.12.1 (…); it failed with Python 3.11.7",
        ),
        ("dead_end.py", None, CLEAN, "dead-end strip: works with Python 3.12.1 (…)"),
        (
            "workaround.py",
            CLEAN,
            TYPE_ERROR,
            f"workaround check-digits: expected {SAW} with Python 3.12.1 (…); it held with Python 3.11.7".replace(
                "symptom", "completes"
            ),
        ),
        ("claim.py", CLEAN, RAISED, None),
    ],
)
def test_other_claims_are_named_too_but_a_statement_may_be_refuted(
    root: Path, name: str, before: Observation | None, after: Observation, message: str | None
):
    earlier = [(CPU, {name: before})] if before else []
    commit(root, *earlier, (PYTHON, {name: after}))
    found = [re.sub(r"\(.*?\)", "(…)", problem.message) for problem in find_problems(load_content(root))]
    assert found == ([message] if message else [])


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ("{raises: [ValueError]}", "no longer raised with"),
        ("{exits: 3}", "expected {exits: 3}, saw: exit code 0, with"),
    ],
)
def test_the_problem_stands_at_what_is_expected(root: Path, expect: str, message: str):
    rewrite(root, ("    snippet: reproduce.py\n", f"    snippet: reproduce.py\n    expect: {expect}\n"))
    seen = RAISED if "raises" in expect else observed(exit_code=3)
    commit(root, (CPU, {"reproduce.py": seen}), (PYTHON, {"reproduce.py": CLEAN}))
    [problem] = find_problems(load_content(root))
    assert (problem.location.line, problem.location.column) == (21, 13)
    assert problem.message.startswith(f"reproduce word: {message}")


def test_a_waived_contradiction_is_no_problem_and_one_elsewhere_is(root: Path):
    commit(root, (CPU, CONTRADICTED), (H200, CONTRADICTED))
    waive(root, "word", "contradicted", "h200-*")
    [problem] = find_problems(load_content(root))
    assert (problem.code, H200.name in problem.message, CPU.name in problem.message) == ("EVID002", False, True)
    waive(root, "word", "contradicted", "cpu-*")
    assert codes(root) == []


# --- waivers of nothing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "pattern", "runs", "found"),
    [
        ("contradicted", None, [(CPU, CLEAN)], None),
        ("contradicted", None, [(CPU, RAISED), (NEWER, CLEAN)], None),
        ("contradicted", "cpu-*", [(CPU, CLEAN)], None),
        ("contradicted", None, [(CPU, RAISED)], "confirmed, not contradicted"),
        ("contradicted", None, [(CPU, FLAKY)], "flaky, not contradicted"),
        ("contradicted", None, [], "not_run, not contradicted"),
        ("contradicted", "h200-*", [(CPU, CLEAN), (H200, RAISED)], "confirmed in h200-*, not contradicted"),
        ("contradicted", "h100-*", [(CPU, CLEAN)], "without a verdict in h100-*, not contradicted"),
        ("contradicted", None, [(CPU, STALE)], None),
        ("flaky", None, [(CPU, FLAKY)], None),
        ("flaky", None, [(CPU, CLEAN)], "contradicted, not flaky"),
        ("stale", None, [(CPU, STALE)], None),
        ("stale", None, [(CPU, RAISED)], "confirmed, not stale"),
        ("not_run", None, [], None),
        ("not_run", "h200-*", [], None),
        ("not_run", None, [(CPU, RAISED)], "confirmed, not not_run"),
        ("not_run", "h200-*", [(CPU, RAISED), (H200, None)], None),
        ("not_run", "h200-*", [(CPU, RAISED), (H200, RAISED)], "confirmed in h200-*, not not_run"),
        ("not_run", "h200-*", [(CPU, RAISED)], "without a verdict in h200-*, not not_run"),
    ],
)
def test_a_waiver_is_needed_while_a_verdict_is_the_one_it_names(
    root: Path, verdict: str, pattern: str | None, runs: list, found: str | None
):
    commit(root, *((where, {"claim.py": CLEAN} | ({"reproduce.py": seen} if seen else {})) for where, seen in runs))
    waive(root, "word", verdict, pattern)
    shown = [problem.message for problem in find_problems(load_content(root)) if problem.code == "EVID003"]
    assert shown == ([f"this waiver is no longer needed: word of {ENTRY} is {found}"] if found else [])


def test_what_an_entry_does_not_run_for_a_reason_of_its_own_needs_no_waiver(root: Path):
    reason = "not_run: {reason: needs-driver-change, text: {en: It needs a driver., zh: 需要驱动程序。}}"
    rewrite(root, ("    snippet: claim.py\n    expect: completes\n", f"    {reason}\n"))
    (root / "entries" / ENTRY / "claim.py").unlink()
    waive(root, "only-words", "not_run")
    assert codes(root) == ["EVID003"]


def test_a_waiver_of_what_an_environment_cannot_run_or_expects_nothing_of_is_not_needed(root: Path):
    commit(root, (CPU, {"claim.py": CLEAN}), (H200, {"reproduce.py": RAISED}))
    waive(root, "word", "not_run", CPU.name)
    assert codes(root) == []
    rule = "{raises: [ValueError], package: torch, since: '2.13'}"
    for old, new in (("", f"    expect: {rule}\n"), (f"    expect: {rule}\n", "    needs: [gpu]\n")):
        rewrite(root, (f"    snippet: reproduce.py\n{old}", f"    snippet: reproduce.py\n{new}"))
        assert "EVID003" in codes(root)


def test_waivers_are_not_judged_by_evidence_that_cannot_be_read_or_is_about_to_change(root: Path):
    waive(root, "word", "contradicted")
    assert codes(root) == ["EVID003"]
    content, warnings = load_valid(root, judged=False)
    assert (len(content.waivers), warnings) == (1, [])
    (root / "evidence" / ENTRY).mkdir(parents=True)
    (root / "evidence" / ENTRY / "broken.json").write_text("{")
    assert codes(root) == ["EVID001"]


# --- the command line --------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["https://demo.example/", "https://demo.example/errors/"])
def test_a_contradiction_names_its_environment_and_its_page(root: Path, address: str):
    commit(root, (CPU, {**AS_SAID, "dead_end.py": CLEAN}), (H200, AS_SAID))
    content = load_content(root, address=address)
    path = address.removeprefix("https://demo.example")
    [shown] = contradictions(content, load_evidence(root / "evidence"))
    seen = "(dead_end.py): now_works; expected symptom, saw: exit code 0"
    page = f"{path}{ENTRY}/#dead-end-strip"
    assert shown == f"contradicted: {ENTRY} dead-end strip {seen}; in {CPU.name}; page {page}"


def test_what_is_waived_is_no_line_but_a_count(root: Path):
    commit(root, (CPU, {**AS_SAID, "dead_end.py": CLEAN, "reproduce.py": CLEAN}), (H200, CONTRADICTED))
    waive(root, "strip", "contradicted")
    waive(root, "word", "contradicted", "h200-*")
    content = load_content(root)
    [line] = contradictions(content, load_evidence(root / "evidence"))
    assert line.startswith(f"contradicted: {ENTRY} reproduce word ")
    assert f"; in {CPU.name}; " in line
    assert waived_lines(content.waivers) == ["waived    2: 2 contradicted"]
    assert waived_lines(()) == []


def test_verify_ends_with_0_where_every_contradiction_is_waived(root: Path):
    host = probe(Path(sys.executable))
    commit(root, (host.environment, CONTRADICTED))
    arguments = ["verify", "--content", str(root), "--python", sys.executable]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.output.count("contradicted: ")) == (1, 1)
    waive(root, "word", "contradicted")
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.output.count("contradicted: ")) == (0, 0)
    assert "waived    1: 1 contradicted\n" in result.output


def line(claim: str, words: str, where: Environment = CPU) -> str:
    return f"{ENTRY} {claim.replace('/', ' ')}: {words}; in {where.name}; page /{ENTRY}/#{claim.replace('/', '-')}"


ALL = ("reproduce/word", "workaround/check-digits", "dead-end/strip", "claim/only-words")


@pytest.mark.parametrize(
    ("runs", "asked", "lines"),
    [
        ([(CPU, AS_SAID)], [CPU], []),
        ([(CPU, AS_SAID)], [], []),
        ([], [CPU], [line(claim, "not_run (not_yet)") for claim in ALL]),
        ([(CPU, AS_SAID)], [CPU, NEWER], [line(claim, "not_run (not_yet)", NEWER) for claim in ALL]),
        ([(CPU, AS_SAID), (NEWER, CONTRADICTED)], [CPU], []),
        ([(CPU, CONTRADICTED)], [CPU], [line("reproduce/word", "contradicted (no_error)")]),
        ([(CPU, {**AS_SAID, "dead_end.py": CLEAN})], [CPU], [line("dead-end/strip", "contradicted (now_works)")]),
        ([(CPU, {**AS_SAID, "reproduce.py": FLAKY})], [CPU], [line("reproduce/word", "flaky (1/2)")]),
        ([(CPU, {**AS_SAID, "reproduce.py": STALE})], [CPU], [line("reproduce/word", "stale (snippet_changed)")]),
        ([(CPU, {**AS_SAID, "claim.py": TYPE_ERROR})], [CPU], []),
        (
            [(CPU, {name: seen for name, seen in AS_SAID.items() if name != "claim.py"})],
            [CPU],
            [line("claim/only-words", "not_run (not_yet)")],
        ),
        (
            [(CPU, {**AS_SAID, "claim.py": observed(reported=False)})],
            [CPU],
            [line("claim/only-words", "harness_error (no_report)")],
        ),
    ],
)
def test_what_a_machine_can_run_is_confirmed_there_or_named(root: Path, runs: list, asked: list, lines: list):
    assert unconfirmed(load_content(root), evidence_of(root, *runs), asked) == lines


@pytest.mark.parametrize(
    ("verdict", "pattern", "seen", "left"),
    [
        ("not_run", None, None, 0),
        ("not_run", "cpu-*", None, 0),
        ("not_run", "h200-*", None, 1),
        ("not_run", None, observed(reported=False), 0),
        ("contradicted", None, CLEAN, 0),
        ("contradicted", None, FLAKY, 1),
        ("flaky", None, FLAKY, 0),
        ("stale", "cpu-torch2.12.1-py311", STALE, 0),
    ],
)
def test_what_is_waived_is_not_named(
    root: Path, verdict: str, pattern: str | None, seen: Observation | None, left: int
):
    waive(root, "word", verdict, pattern)
    runs = {name: found for name, found in {**AS_SAID, "reproduce.py": seen}.items() if found}
    assert len(unconfirmed(load_content(root), evidence_of(root, (CPU, runs)), [CPU])) == left


@pytest.mark.parametrize(
    "change",
    [
        ("    snippet: reproduce.py\n", "    snippet: reproduce.py\n    needs: [gpu]\n"),
        (
            "    snippet: reproduce.py\n",
            "    snippet: reproduce.py\n    expect: {raises: [ValueError], package: torch, since: '2.13'}\n",
        ),
        (
            "    snippet: reproduce.py\n",
            "    not_run: {reason: needs-driver-change, text: {en: It needs a driver., zh: 需要驱动程序。}}\n",
        ),
    ],
    ids=["a need that is not met", "other versions", "a reason of its own"],
)
def test_what_a_machine_cannot_run_or_nobody_claims_of_it_is_not_named(root: Path, change: tuple[str, str]):
    rewrite(root, change)
    runs = {name: seen for name, seen in AS_SAID.items() if name != "reproduce.py"}
    assert unconfirmed(load_content(root), evidence_of(root, (CPU, runs)), [CPU]) == []


# --- around it ---------------------------------------------------------------------------------


class Tomorrow(datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + timedelta(days=1)


def test_a_build_is_not_taken_as_unchanged_on_another_day_if_there_are_waivers(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    without = build_digest(root, [])
    waive(root, "word", "not_run")
    with_one = build_digest(root, [])
    monkeypatch.setattr(inputs, "datetime", Tomorrow)
    assert build_digest(root, []) != with_one
    (root / "waivers.yaml").unlink()
    assert build_digest(root, []) == without


def test_every_key_of_a_waiver_is_documented_and_the_example_can_be_read(root: Path):
    model = (ROOT / "docs/content-model.md").read_text(encoding="utf-8")
    text = model.partition("## `waivers.yaml`")[2].partition("\n## ")[0]
    for name in Waiver.model_fields:
        assert re.search(rf"(?m)^[- ] {name}:", text), name
    [example] = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (root / "waivers.yaml").write_text(example, encoding="utf-8")
    content = load_content(root)
    assert format_problems(content.problems) == ""
    assert [loaded.waiver.until for loaded in content.waivers] == [date(2027, 3, 31)]
