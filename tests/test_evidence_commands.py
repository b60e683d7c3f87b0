"""Commands on recorded evidence: compare, import, clear."""

import json
import os
import time
from pathlib import Path

import pytest
from recorded import (
    CPU,
    ENTRY,
    FACTS,
    GPU,
    H200,
    ON_GPU,
    WORD,
    commit,
    content_of,
    evidence_of,
    files_in,
    generator,
    observed,
    raised,
)

from generator.evidence.records import PROTOCOL, observation_key
from generator.evidence.store import load_evidence, store_observation
from generator.recorded.comparison import compare, equivalent_recorded
from generator.recorded.matching import NoSuchEnvironmentError, environments_like, one_environment
from generator.verify.environments import environment_from
from generator.verify.resultfile import FORMAT

STORE = Path(".cache/observations/content")


@pytest.fixture
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    good_content(tmp_path)
    return Path("content")


def variant(**changes):
    return environment_from({**FACTS, **changes})


def packages(**distributions: str):
    return variant(distributions={name.replace("_", "-"): version for name, version in distributions.items()})


# --- which environment -------------------------------------------------------------------------


def test_an_environment_is_found_by_its_id_the_beginning_of_it_or_its_name():
    twin = variant(libc="glibc-2.41").model_copy(update={"id": "f" + CPU.id[1:]})
    known = [CPU, H200, twin]
    for pattern in (H200.id, H200.id[:6], "h200-torch2.11.0-cu130-py312", "h200*"):
        assert one_environment(pattern, known) == H200
    assert one_environment(CPU.id, known) == CPU
    assert environments_like("cpu-*", known) == sorted([CPU, twin], key=lambda one: one.id)
    with pytest.raises(NoSuchEnvironmentError, match=r"'cpu-\*' may be any of: .*" + twin.id):
        one_environment("cpu-*", known)
    with pytest.raises(NoSuchEnvironmentError, match=rf"no environment is called 'a100'; there are: .*{H200.id}"):
        one_environment("a100", known)
    with pytest.raises(NoSuchEnvironmentError, match="there are: none"):
        environments_like("*", [])


H100 = {**GPU, "name": "NVIDIA H100"}
LOWER, *_others, HIGHER = sorted((variant(driver=str(number)) for number in range(20)), key=lambda one: one.id)


@pytest.mark.parametrize(
    ("here", "candidates", "found"),
    [
        (packages(torch="2.13.0"), [packages(torch="2.13.0+cpu")], 0),
        (packages(torch="2.13.0"), [packages(torch="2.13.1")], None),
        (packages(torch="2.13.0"), [packages(torch="2.13.0", jax="0.11")], None),
        (packages(torch="2.13.0", jax="0.11"), [packages(torch="2.13.0")], None),
        (packages(torch="2.13.0", nvidia_cudnn_cu13="9.1"), [packages(torch="2.13.0", nvidia_cudnn_cu13="9.2")], 0),
        (packages(tensorflow="2.21.0"), [packages(tensorflow_cpu="2.21.0")], 0),
        (packages(nvidia_cudnn_cu13="9.20.0.48"), [packages(nvidia_cudnn_cu13="9.20.0.48")], 0),
        (packages(nvidia_cudnn_cu13="9.20.0.48"), [packages(nvidia_cudnn_cu13="7.6")], None),
        (packages(nvidia_cudnn_cu13="9.2", numpy="2"), [packages(nvidia_cudnn_cu13="7.6", numpy="2")], None),
        (packages(), [packages(torch="2.13.0")], None),
        (packages(), [packages()], 0),
        (variant(gpus=[GPU]), [variant(gpus=[H100])], None),
        (variant(gpus=[GPU]), [variant()], None),
        (variant(), [variant(gpus=[GPU])], None),
        (variant(torch_cuda="13.0"), [variant()], None),
        (variant(gpus=[GPU, GPU]), [variant(gpus=[GPU])], 0),
        (variant(gpus=[GPU]), [variant(gpus=[GPU], driver="570.1")], 0),
        (variant(python="3.12.9"), [variant(python="3.11.2"), variant(python="3.12.1")], 1),
        (variant(python="3.13.0"), [variant(python="3.11.2")], 0),
        (CPU, [LOWER, CPU, HIGHER], 1),
        (variant(python="3.12.9"), [variant(python="3.11.2", driver="1"), CPU], 1),
        (CPU, [], None),
    ],
)
def test_the_environment_that_speaks_for_another_has_the_same_frameworks_and_devices(here, candidates, found):
    assert equivalent_recorded(here, candidates) == (None if found is None else candidates[found])


# --- diff --------------------------------------------------------------------------------------

OTHER_WORDS = raised("invalid literal for int() with base 10: 'Wort'")
AT = "invalid literal for int() with base 10: <object at 0x7f{}>"


@pytest.mark.parametrize(
    ("in_cpu", "in_gpu", "difference"),
    [
        (raised(WORD), raised(WORD), "none"),
        (raised(WORD), OTHER_WORDS, "seen"),
        (raised(AT.format("12ab34")), raised(AT.format("98fe76")), "none"),
        (raised(WORD), {}, "verdict"),
        (raised("other"), raised("another"), "seen"),
        ({"exit_code": 3}, {"exit_code": None, "signal": "SIGSEGV", "reported": False}, "seen"),
        ({"exit_code": 3, "mode": "fork"}, {"exit_code": 3, "key": "0" * 64}, "seen"),  # stale for two reasons
        (raised(WORD), None, "only_a"),
        (None, raised(WORD), "only_b"),
    ],
)
def test_claims_differ_in_their_verdict_or_in_what_was_seen(root, in_cpu, in_gpu, difference):
    evidence = evidence_of(root, CPU, reproduce=in_cpu)
    evidence.observations |= evidence_of(root, H200, reproduce=in_gpu).observations
    evidence.environments[H200.id] = H200
    compared = {claim.name.claim: claim for claim in compare(content_of(root), evidence, CPU, H200).claims}
    assert compared["word"].difference == difference
    assert compared["only-words"].difference == "none"


def test_a_cure_and_a_clean_run_without_the_error_are_different_verdicts(root):
    commit(root, evidence_of(root, CPU), evidence_of(root, H200, reproduce={}))
    done = generator("evidence", "diff", "cpu-*", "h200-*")
    assert "demo/first-entry workaround check-digits: confirmed → unopposed\n" in done.output


def test_a_comparison_names_what_differs_between_the_environments_and_then_between_the_claims(root):
    commit(root, evidence_of(root, CPU), evidence_of(root, H200, reproduce={}, dead_end=OTHER_WORDS, claim=None))
    done = generator("evidence", "diff", CPU.id[:8], "h200-*")
    assert done.exit_code == 0
    assert done.output == (
        f"A  cpu-torch2.13.0-py312 ({CPU.id})\n"
        f"B  h200-torch2.11.0-cu130-py312 ({H200.id})\n"
        "   torch       2.13.0+cpu → 2.11.0+cu130\n"
        "   torch cuda  none → 13.0\n"
        "   kind        no-device → device\n"
        "   driver      none → 580.95.05\n"
        "   gpus        none → NVIDIA H200, 143771 MiB, compute capability 9.0, MIG Disabled\n"
        "\n"
        "demo/first-entry reproduce word: confirmed → contradicted (no_error)\n"
        f"   A  ValueError: {WORD}\n"
        "   B  exit code 0\n"
        "\n"
        "demo/first-entry workaround check-digits: confirmed → unopposed\n"
        "   A  exit code 0\n"
        "   B  exit code 0\n"
        "\n"
        "demo/first-entry dead-end strip: confirmed\n"
        f"   A  ValueError: {WORD}\n"
        "   B  ValueError: invalid literal for int() with base 10: 'Wort'\n"
        "\n"
        "verdicts that differ: 2; alike, but not in what was seen: 1; alike: 0; only in A: 1; only in B: 0\n"
    )
    everything = generator("evidence", "diff", CPU.id, H200.id, "--all").output
    assert "demo/first-entry claim only-words: upheld → not run\n   A  exit code 0\n" in everything


def test_a_comparison_as_json_holds_the_same(root):
    commit(root, evidence_of(root, CPU), evidence_of(root, H200, reproduce={}, workaround=None, claim=None))
    done = generator("evidence", "diff", "cpu-*", "h200-*", "--format", "json")
    told = json.loads(done.stdout)
    assert (told["a"], told["b"]["name"]) == ({"id": CPU.id, "name": CPU.name}, H200.name)
    assert {"what": "driver", "a": "none", "b": "580.95.05"} in told["environments"]
    [claim] = told["claims"]
    assert claim == {
        "entry": ENTRY,
        "role": "reproduce",
        "claim": "word",
        "difference": "verdict",
        "a": {"verdict": "confirmed", "reason": "", "seen": f"ValueError: {WORD}"},
        "b": {"verdict": "contradicted", "reason": "no_error", "seen": "exit code 0"},
    }
    assert told["counts"] == {"verdict": 1, "seen": 0, "none": 1, "only_a": 2, "only_b": 0}
    everything = json.loads(generator("evidence", "diff", "cpu-*", "h200-*", "--all", "--format", "json").stdout)
    assert [claim["difference"] for claim in everything["claims"]] == ["verdict", "only_a", "none", "only_a"]
    assert everything["claims"][1]["b"] is None


@pytest.mark.parametrize(
    ("differing", "options", "code"),
    [
        ({}, [], 0),
        ({}, ["--exit-code"], 0),
        ({"reproduce": {}}, [], 0),
        ({"reproduce": {}}, ["--exit-code"], 1),
        ({"reproduce": {}}, ["--exit-code", "--format", "json"], 1),
        ({"reproduce": OTHER_WORDS}, ["--exit-code"], 0),
        ({"claim": None}, ["--exit-code"], 0),
        ({"reproduce": None, "workaround": None, "dead_end": None, "claim": None}, ["--exit-code"], 2),
    ],
)
def test_a_verdict_that_differs_ends_with_1_if_asked_for(root, differing, options, code):
    commit(root, evidence_of(root, CPU), evidence_of(root, H200, **differing))
    assert generator("evidence", "diff", "cpu-*", "h200-*", *options).exit_code == code


def test_environments_without_a_claim_in_common_end_with_3(root):
    commit(
        root,
        evidence_of(root, CPU, reproduce=None),
        evidence_of(root, H200, workaround=None, dead_end=None, claim=None),
    )
    done = generator("evidence", "diff", "cpu-*", "h200-*", "--exit-code")
    assert (done.exit_code, done.stderr) == (3, "no claim was run in both\n")


def test_an_environment_that_is_not_clear_is_told_with_the_candidates(root):
    other = variant(driver="1")
    commit(root, evidence_of(root, CPU), evidence_of(root, other))
    done = generator("evidence", "diff", "cpu-*", "h200")
    assert done.exit_code == 2
    assert f"{CPU.name} ({CPU.id})" in done.stderr
    assert f"{other.name} ({other.id})" in done.stderr


# --- import ------------------------------------------------------------------------------------


def batch(path: Path, *lines: str | dict, facts: dict | None = None) -> None:
    """Write what a GPU host leaves behind; a text is written as it is, without a line break."""
    first = {"format": FORMAT, "environment": "x", "facts": {"protocol": PROTOCOL, **(facts or {**FACTS, **ON_GPU})}}
    with path.open("a", encoding="utf-8") as file:
        for line in (first, *lines):
            file.write(line if isinstance(line, str) else json.dumps(line) + "\n")


def line(root: Path, snippet: str, **changes) -> dict:
    entry, program = changes.pop("entry", ENTRY), changes.pop("program", None)
    loaded = content_of(root).find(ENTRY).snippets[snippet]
    seen = observed(root, snippet, H200, **changes).model_dump(mode="json", exclude={"key"})
    told = {"entry": entry, "program": program or loaded.digest, "observation": seen}
    return {"format": FORMAT, "environment": "x", **told}


def committed(root: Path, where=H200) -> dict:
    return load_evidence(root / "evidence").observations.get((ENTRY, where.id), {})


def test_results_of_a_gpu_host_become_evidence_that_counts(root):
    lines = [line(root, name, **changes) for name, changes in (("reproduce.py", raised(WORD)), ("claim.py", {}))]
    batch(Path("results"), *lines)
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"wrote content/evidence/{ENTRY}/{H200.id}.json",
        f"wrote content/evidence/environments/{H200.id}.json",
        f"{H200.name} ({H200.id}): 2 imported",
        "verdicts  1 confirmed, 1 upheld",
        "not run   2: 2 not_yet",
    ]
    assert load_evidence(root / "evidence").environments == {H200.id: H200}
    assert committed(root)["claim.py"] == observed(root, "claim.py", H200)
    done = generator("evidence", "import", "--from", "results")
    assert f"{H200.name} ({H200.id}): 2 there already\n" in done.stdout
    assert "wrote" not in done.stdout


def test_results_of_several_environments_are_imported_at_once(root):
    batch(Path("results"), line(root, "claim.py"))
    batch(Path("results"), line(root, "claim.py"), facts=FACTS)
    done = generator("evidence", "import", "--from", "results")
    assert f"{H200.name} ({H200.id}): 1 imported\n{CPU.name} ({CPU.id}): 1 imported\n" in done.stdout
    assert committed(root)["claim.py"].key != committed(root, CPU)["claim.py"].key
    assert "2 stale" not in done.stdout
    assert "1 upheld" in done.stdout


def test_an_evidence_folder_and_a_store_are_imported_alike(root):
    commit(root, evidence_of(root))
    (root / "evidence").rename("elsewhere")
    for observation in evidence_of(root, H200).observations[ENTRY, H200.id].values():
        store_observation(STORE, ENTRY, H200, observation)
    for source, where in (("elsewhere", CPU), (STORE, H200)):
        done = generator("evidence", "import", "--from", str(source))
        assert (done.exit_code, done.stderr) == (0, "")
        assert f"{where.name} ({where.id}): 4 imported\n" in done.stdout
        assert sorted(committed(root, where)) == ["claim.py", "dead_end.py", "reproduce.py", "workaround.py"]


def test_a_line_that_a_crash_cut_off_is_left_out_and_any_other_broken_line_is_told_with_its_place(root):
    whole = json.dumps(line(root, "claim.py"))
    batch(Path("results"), whole + "\n", whole[:80])
    done = generator("evidence", "import", "--from", "results")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "results:3:1: EVID001 warning: the last line is cut off\n" in done.stdout
    assert list(committed(root)) == ["claim.py"]
    batch(
        Path("others"), whole[:80] + "\n", line(root, "reproduce.py"), '{"entry": 1}\n', "[]\n", "\xff\n", "\n", whole
    )
    done = generator("evidence", "import", "--from", "others")
    assert done.exit_code == 1
    places = [row.split(": ")[0] for row in done.stdout.splitlines() if "EVID001" in row]
    assert places == [f"others:{number}:1" for number in (2, 4, 5, 6, 7)]
    assert sorted(committed(root)) == ["claim.py", "reproduce.py"]


def forget(name: str):
    def change(told: dict) -> dict:
        del told["observation"][name]
        return told

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (forget("seconds"), "seconds: Field required"),
        (forget("mode"), "mode: Field required"),
        (lambda told: {**told, "observation": {**told["observation"], "colour": "blue"}}, "colour: Extra inputs"),
        (lambda told: {**told, "observation": []}, "observation: Input should be"),
        (lambda _told: {}, "'format' is missing"),
    ],
)
def test_a_line_without_all_that_an_observation_has_is_no_observation(root, change, words):
    batch(Path("results"), change(line(root, "claim.py")))
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 1
    assert f"results:2:1: EVID001 not a result: {words}" in done.stdout
    assert not (root / "evidence").exists()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ([], "'list' object"),
        (None, "'NoneType' object"),
        ({**FACTS, "gpus": "many"}, "not a result"),
        ({**FACTS, "colour": "blue"}, "colour: Extra inputs are not permitted"),
        ({key: value for key, value in FACTS.items() if key != "driver"}, "'driver' is missing"),
        ({**FACTS, "protocol": 1}, "it has protocol 1"),
    ],
)
def test_results_that_do_not_say_where_they_are_from_are_not_imported(root, facts, words):
    told = [{"format": FORMAT, "environment": "x", "facts": facts}, line(root, "claim.py")]
    Path("results").write_text("".join(json.dumps(one) + "\n" for one in told))
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 1
    assert done.stdout.startswith("results:1:1: EVID001 ")
    assert words in done.stdout
    assert not (root / "evidence").exists()


def test_importing_nothing_is_told_in_one_line_with_the_remedy(root):
    done = generator("evidence", "import")
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr == "Error: .cache/observations/content holds no observations: run `make verify` first\n"
    assert not (root / "evidence").exists()


def test_results_without_observations_are_told(root):
    assert root.is_dir()
    batch(Path("results"))
    done = generator("evidence", "import", "--from", "results")
    assert (done.exit_code, done.stderr) == (3, "Error: results holds no observations: run `make verify` first\n")
    Path("results").unlink()
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 1
    assert "results:1:1: EVID001 the results cannot be read: No such file" in done.stdout
    os.mkfifo("results")
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 1
    assert "results:1:1: EVID001 the results cannot be read: this is not a reg" in done.stdout


def test_what_is_no_evidence_or_of_no_program_is_left_out_and_told(root):
    batch(
        Path("results"),
        line(root, "claim.py", violations=("network",)),
        line(root, "workaround.py", reported=False),
        line(root, "reproduce.py", entry="demo/gone"),
        line(root, "reproduce.py", entry="../../outside"),
        line(root, "dead_end.py", **raised(WORD)),
    )
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:4] == [
        f"refused: {ENTRY}/claim.py in {H200.name}: the program ran into the isolation: network",
        f"refused: {ENTRY}/workaround.py in {H200.name}: the program ended without a report",
        f"without a program: demo/gone/reproduce.py in {H200.name}: no entry has it any more",
        f"without a program: ../../outside/reproduce.py in {H200.name}: no entry has it any more",
    ]
    assert f"{H200.name} ({H200.id}): 2 refused, 2 without a program, 1 imported\n" in done.stdout
    assert list(committed(root)) == ["dead_end.py"]


OLD, NEW = "2026-01-01", "2026-06-01"
PRESENT, FORMER = None, "0" * 64  # which program a run is of


@pytest.mark.parametrize(
    ("there", "found", "fate", "kept"),
    [
        (None, (PRESENT, OLD), "imported", 2),
        ((PRESENT, OLD), (PRESENT, NEW), "imported", 2),
        ((PRESENT, OLD), (PRESENT, OLD), "imported", 2),
        ((PRESENT, NEW), (PRESENT, OLD), "older", 1),
        ((FORMER, NEW), (PRESENT, OLD), "imported", 2),
        (None, (FORMER, OLD), "stale", 2),
        ((FORMER, OLD), (FORMER, NEW), "stale", 2),
        ((FORMER, NEW), (FORMER, OLD), "older", 1),
        ((PRESENT, OLD), (FORMER, NEW), "older", 1),
    ],
)
def test_the_present_program_beats_a_former_one_and_then_the_newer_run_the_older(root, there, found, fate, kept):
    for number, run in enumerate((there, found), 1):
        if run:
            program, date = run
            batch(Path(f"run{number}"), line(root, "claim.py", program=program, date=date, seconds=float(number)))
            done = generator("evidence", "import", "--from", f"run{number}")
            assert done.exit_code == 0
    assert f"{H200.name} ({H200.id}): 1 {fate}\n" in done.stdout
    assert committed(root)["claim.py"].seconds == kept
    former = found[0] is FORMER
    assert (f"{fate}: {ENTRY}/claim.py in {H200.name}: the program has changed since this run" in done.stdout) == former


def test_of_two_lines_on_the_same_program_the_later_counts(root):
    batch(Path("results"), line(root, "claim.py", seconds=1.0), line(root, "claim.py", seconds=2.0))
    generator("evidence", "import", "--from", "results")
    assert committed(root)["claim.py"].seconds == 2.0


def test_an_import_drops_what_no_program_stands_behind_any_more(root):
    evidence = evidence_of(root)
    gone = observed(root, "claim.py", CPU).model_copy(update={"snippet": "gone.py"})
    evidence.add(ENTRY, CPU, gone)
    evidence.add(ENTRY, variant(driver="1"), gone)
    commit(root, evidence)
    batch(Path("results"), line(root, "claim.py"))
    done = generator("evidence", "import", "--from", "results")
    assert f"deleted content/evidence/{ENTRY}/{variant(driver='1').id}.json\n" in done.stdout
    assert sorted(committed(root, CPU)) == ["claim.py", "dead_end.py", "reproduce.py", "workaround.py"]
    expected = [f"{folder}/{where.id}.json" for folder in (ENTRY, "environments") for where in (CPU, H200)]
    assert files_in(root / "evidence") == sorted(expected)


def test_a_contradiction_is_told_after_the_import(root):
    batch(Path("results"), line(root, "dead_end.py"))
    done = generator("evidence", "import", "--from", "results")
    assert done.exit_code == 0
    assert f"contradicted: {ENTRY} dead-end strip (dead_end.py): " in done.stdout
    assert "verdicts  1 contradicted\n" in done.stdout


# --- gc ----------------------------------------------------------------------------------------


def age(path: Path, hours: float = 2) -> Path:
    then = time.time() - hours * 3600
    os.utime(path, (then, then))
    return path


def write(path: Path, text: str = "{") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def store(root) -> dict[str, str]:
    """Fill the local store with all that can stand there; return why each file can go, empty where it cannot."""
    commit(root, evidence_of(root, CPU, workaround=None, dead_end=None, claim=None))
    gone = observed(root, "claim.py", CPU).model_copy(update={"snippet": "gone.py"})
    former = {"key": observation_key("0" * 64, "exec", CPU.id)}
    observations = [
        (ENTRY, CPU, observed(root, "claim.py", CPU), ""),
        (ENTRY, CPU, observed(root, "workaround.py", CPU, mode="fork"), ""),
        (ENTRY, CPU, observed(root, "dead_end.py", CPU, **former), "its program has changed"),
        (ENTRY, CPU, observed(root, "reproduce.py", CPU, **raised(WORD)), "the content holds it"),
        (ENTRY, CPU, gone, "its program is gone"),
        ("demo/gone", CPU, observed(root, "claim.py", CPU), "its program is gone"),
        (ENTRY, H200, observed(root, "claim.py", H200, **former), "its program has changed"),
    ]
    expected = {}
    for entry, where, observation, why in observations:
        store_observation(STORE, entry, where, observation)
        expected[f"{entry}/{where.id}/{observation.snippet}.json"] = why
    lost = variant(driver="lost")
    store_observation(STORE, ENTRY, lost, observed(root, "claim.py", lost))
    (STORE / f"environments/{lost.id}.json").unlink()
    expected[f"{ENTRY}/{lost.id}/claim.py.json"] = f"there is no record of the environment {lost.id}"
    write(STORE / f"{ENTRY}/{CPU.id}/broken.py.json")
    whole = (STORE / f"{ENTRY}/{CPU.id}/claim.py.json").read_text()
    write(STORE / f"{ENTRY}/{CPU.id}/copy.py.json", whole)
    write(STORE / f"{ENTRY}/{CPU.id}.json")
    write(STORE / "environments/broken.json")
    for where in (CPU, H200):
        age(STORE / f"environments/{where.id}.json")
    young = variant(driver="young")
    write(STORE / f"environments/{young.id}.json", young.model_dump_json())
    age(write(STORE / f"{ENTRY}/{CPU.id}/.writing-old"))
    write(STORE / f"{ENTRY}/{CPU.id}/.writing-young")
    age(write(root / "evidence/demo/first-entry/.writing-old"))
    return expected | {
        f"{ENTRY}/{CPU.id}/broken.py.json": "evidence cannot be read: Invalid JSON",
        f"{ENTRY}/{CPU.id}/copy.py.json": f"evidence cannot be read: it belongs into {ENTRY}/{CPU.id}/claim.py.json",
        f"{ENTRY}/{CPU.id}.json": "the store had another layout then",
        "environments/broken.json": "it cannot be read",
        f"environments/{CPU.id}.json": "",
        f"environments/{H200.id}.json": "no observation is from this environment",
        f"environments/{young.id}.json": "",
        f"{ENTRY}/{CPU.id}/.writing-old": "a writer was killed and left it",
        f"{ENTRY}/{CPU.id}/.writing-young": "",
    }


@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_what_nothing_is_made_from_any_more_is_deleted_from_the_store(root, store, options):
    assert files_in(STORE) == sorted(store)
    before = {name: (STORE / name).read_bytes() for name in store}
    done = generator("evidence", "gc", *options)
    assert done.exit_code == 0
    verb = "would delete" if options else "deleted"
    *rows, last = done.stdout.splitlines()
    for name, why in store.items():
        found = [row for row in rows if row.startswith(f"{verb} {STORE}/{name}: ")]
        assert len(found) == bool(why), name
        assert all(why in row for row in found)
    gone = [name for name, why in store.items() if why]
    assert f"{verb} content/evidence/demo/first-entry/.writing-old: a writer was killed and left it" in rows
    assert last == f"{verb} {len(gone) + 1} in all"
    assert len(rows) == len(gone) + 1
    kept = store if options else [name for name, why in store.items() if not why]
    assert files_in(STORE) == sorted(kept)
    assert {name: (STORE / name).read_bytes() for name in kept} == {name: before[name] for name in kept}
    assert (STORE / "demo/gone").exists() == bool(options)
    assert files_in(root / "evidence")[-2:] == [f"demo/first-entry/{CPU.id}.json", f"environments/{CPU.id}.json"]


def test_clearing_twice_deletes_nothing_more(root, store):
    assert root.is_dir()
    assert store
    generator("evidence", "gc", "--stale")
    assert generator("evidence", "gc", "--stale").stdout == "deleted 0 in all\n"


def test_without_a_store_there_is_nothing_to_clear(root):
    assert root.is_dir()
    done = generator("evidence", "gc")
    assert (done.exit_code, done.stdout) == (0, "deleted 0 in all\n")


@pytest.mark.parametrize("options", [[], ["--stale"], ["--dry-run", "--stale"]])
def test_committed_evidence_loses_what_has_no_program_and_stale_runs_only_if_asked_for(root, options):
    evidence = evidence_of(root)
    gone = observed(root, "claim.py", CPU).model_copy(update={"snippet": "gone.py"})
    evidence.add(ENTRY, CPU, gone)
    evidence.add("demo/gone", CPU, gone)
    evidence.add(ENTRY, H200, gone)
    commit(root, evidence)
    (root / f"entries/{ENTRY}/claim.py").write_text("assert int('13') == 13\n")
    folder = root / "evidence"
    before = files_in(folder)
    done = generator("evidence", "gc", *options)
    assert done.exit_code == 0
    rows = [
        (f"{ENTRY}/{CPU.id}.json (claim.py)", "its program has changed"),
        (f"{ENTRY}/{CPU.id}.json (gone.py)", "its program is gone"),
        (f"{ENTRY}/{H200.id}.json (gone.py)", "its program is gone"),
        (f"demo/gone/{CPU.id}.json (gone.py)", "its program is gone"),
        (f"environments/{H200.id}.json", "no observation is from this environment"),
    ]
    wanted = rows if "--stale" in options else rows[1:]
    verb = "would delete" if "--dry-run" in options else "deleted"
    *told, last = done.stdout.splitlines()
    assert sorted(told) == sorted(f"{verb} {folder}/{place}: {why}" for place, why in wanted)
    assert last == f"{verb} {len(wanted)} in all"
    if "--dry-run" in options:
        assert files_in(folder) == before
        return
    assert files_in(folder) == [f"{ENTRY}/{CPU.id}.json", f"environments/{CPU.id}.json"]
    stale = [] if "--stale" in options else ["claim.py"]
    assert sorted(committed(root, CPU)) == [*stale, "dead_end.py", "reproduce.py", "workaround.py"]


def test_nothing_is_cleared_by_content_with_errors(root, store):
    (root / f"entries/{ENTRY}/entry.yaml").write_text("title: [")
    assert generator("evidence", "gc").exit_code == 1
    assert files_in(STORE) == sorted(store)
