"""The version table: what was tested, and what is stated."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version
from recorded import id_of

from generator.content.model import Entry, Reproduction, Workaround
from generator.evidence.records import Environment, Observation
from generator.judge import version_table as versions
from generator.judge.verdicts import JudgedClaim, Verdict

TEXT = {"en": "text", "zh": "文字"}
NOT_TESTED = ("stale", "harness_error", "not_run")


def environment(name: str, distributions: dict[str, str], **changes) -> Environment:
    facts = {
        "id": id_of(name),
        "name": name,
        "python": "3.12.1",
        "implementation": "CPython",
        "system": "Linux-x86_64",
        "libc": "glibc-2.36",
        "distributions": distributions,
        "torch_cuda": None,
        "kind": "no-device",
        "driver": None,
        "simulated_driver": None,
        "gpus": (),
        "compiler": None,
        "isolation": {"network": "none"},
    }
    return Environment.model_validate({**facts, **changes})


CPU = environment("cpu", {"torch": "2.13.0+cpu", "numpy": "2.4.6", "tensorflow-cpu": "2.21.0"})
H200 = environment(
    "h200",
    {"torch": "2.11.0+cu130", "cupy-cuda13x": "14.0.1", "nvidia-cudnn-cu13": "9.15.1.9", "numpy": "2.4.6"},
    torch_cuda="13.0",
    driver="580.95.05",
    kind="device",
    gpus=({"name": "NVIDIA H200", "memory_mib": 143771, "compute_capability": "9.0", "mig": "Disabled"},) * 2,
)


def verdict(word: str, where: Environment, date: str = "2026-11-21", reason: str = "no_error") -> Verdict:
    seen = Observation(
        snippet="reproduce.py",
        key="",
        mode="exec",
        date=date,
        exit_code=1,
        signal=None,
        timed_out=False,
        reported=True,
        exception=None,
        device_sync=None,
        stdout="",
        stderr="",
        seconds=0.1,
        peak_memory_mib=10,
    )
    return Verdict(word, reason, where, seen)


def reproduced(*verdicts: Verdict, needs: tuple[str, ...] = ("torch",)) -> JudgedClaim:
    return JudgedClaim("reproduce", Reproduction(id="r", cause="c"), None, needs, verdicts)


def packages(where: Environment, *needs: str) -> dict[str, str]:
    [row] = versions.tested_rows((reproduced(verdict("confirmed", where), needs=needs),))
    return dict(row.packages)


def test_each_environment_is_a_row_of_its_own_and_never_a_range():
    rows = versions.tested_rows((reproduced(verdict("confirmed", CPU), verdict("contradicted", H200)),))
    assert [(row.environment.name, row.result) for row in rows] == [("cpu", "reproduced"), ("h200", "not_reproduced")]
    assert [dict(row.packages)["torch"] for row in rows] == ["2.13.0+cpu", "2.11.0+cu130"]


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (("confirmed",), "reproduced"),
        (("confirmed", "confirmed"), "reproduced"),
        (("confirmed", "contradicted"), "partly"),
        (("contradicted",), "not_reproduced"),
        (("confirmed", "stale"), "reproduced"),
        (("contradicted", "harness_error"), "not_reproduced"),
    ],
)
def test_the_result_sums_up_all_reproductions(words, result):
    [row] = versions.tested_rows(tuple(reproduced(verdict(word, CPU)) for word in words))
    assert row.result == result


def test_another_error_does_not_show_that_a_version_is_free_of_this_one():
    [row] = versions.tested_rows((reproduced(verdict("contradicted", CPU, reason="other_error")),))
    assert row.result == "otherwise"


@pytest.mark.parametrize("word", NOT_TESTED)
def test_what_did_not_run_as_it_is_now_was_not_tested(word):
    assert versions.tested_rows((reproduced(verdict(word, CPU)), reproduced(Verdict("not_run", "no_gpu")))) == ()


def test_only_reproductions_test_a_version():
    cure = Workaround(id="w", title=TEXT, text=TEXT, trade_off=TEXT, cures=("r",))
    assert versions.tested_rows((JudgedClaim("workaround", cure, None, (), (verdict("confirmed", CPU),)),)) == ()


def test_the_date_is_that_of_the_last_run():
    runs = (reproduced(verdict("confirmed", CPU, day)) for day in ("2026-01-09", "2026-01-10", "2025-12-31"))
    [row] = versions.tested_rows(tuple(runs))
    assert row.date == "2026-01-10"


def test_the_packages_are_those_that_the_reproduction_used():
    assert packages(CPU, "torch") == {"torch": "2.13.0+cpu", "Python": "3.12.1"}
    assert packages(CPU, "tensorflow", "tensorflow>=2") == {"tensorflow-cpu": "2.21.0", "Python": "3.12.1"}
    assert packages(CPU) == {"Python": "3.12.1"}


def test_a_gpu_row_names_cuda_cudnn_driver_and_device():
    device = {"nvidia-cudnn-cu13": "9.15.1.9", "driver": "580.95.05", "NVIDIA H200": "sm_90", "Python": "3.12.1"}
    assert packages(H200, "torch", "gpu") == {"torch": "2.11.0+cu130", "CUDA": "13.0", **device}
    assert packages(H200, "cupy", "gpu") == {"cupy-cuda13x": "14.0.1", **device}


def entry_with(rows: list[dict]) -> Entry:
    cause = {"id": "c", "title": TEXT, "text": TEXT, "telltale": TEXT}
    return Entry.model_validate_json(
        json.dumps(
            {
                "title": TEXT,
                "summary": TEXT,
                "symptoms": [{"text": "symptom"}],
                "category": "runtime-error",
                "lifecycle": {"status": "active"},
                "recovery": "none",
                "reported": "synchronously",
                "causes": [cause],
                "versions": rows,
                "history": [{"date": "2026-11-21", "text": TEXT}],
            }
        )
    )


def stated(package: str, **bounds: str) -> dict:
    return {"package": package, "status": "affected", "note": TEXT, "source": "https://example.org/notes", **bounds}


def test_stated_rows_are_in_the_order_of_versions():
    rows = [
        *(stated("torch", introduced="2.10"), stated("torch", introduced="2.9"), stated("cudnn", introduced="7.5")),
        *(stated("torch", last_affected="2.9.1"), stated("torch", fixed="2.11"), stated("torch")),
        stated("torch", introduced="r2.0-custom"),
    ]
    ordered = versions.stated_rows(entry_with(rows))
    bounds = [(row.package, row.introduced or row.fixed or row.last_affected) for row in ordered]
    assert bounds == [
        *(("cudnn", "7.5"), ("torch", None), ("torch", "r2.0-custom")),
        *(("torch", "2.9"), ("torch", "2.9.1"), ("torch", "2.10"), ("torch", "2.11")),
    ]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map("{0[0]}.{0[1]}".format), max_size=8))
def test_no_stated_row_is_lost_or_out_of_order(bounds):
    ordered = versions.stated_rows(entry_with([stated("torch", introduced=bound) for bound in bounds]))
    assert [row.introduced for row in ordered] == sorted(bounds, key=Version)
