"""What a reader pastes, read and matched by environment.js in Node: real outputs, versions in order, rows."""

import json
import subprocess
from pathlib import Path

import environment_cases as cases
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from packaging.version import Version
from test_versions import CPU, H200
from web import NODE

from generator.content.frameworks import FRAMEWORKS
from generator.content.loader import load_content
from generator.content.model import Symptom, VersionRow
from generator.judge import version_table as versions
from generator.judge.version_ranges import admits
from generator.render import fits

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(__file__).parent / "environment_pastes"

TORCH = {"kind": "tested", "id": "t", "versions": {"torch": "2.11.0", "python": "3.11.7", "torch-cuda": "13.0"}}
ROW = {**TORCH, "name": "t", "says": "", "subjects": ["torch"]}


@pytest.fixture(scope="module")
def ask():
    """Ask environment.js: one question as keywords, its answer back."""
    with subprocess.Popen(
        [NODE, str(FOLDER / "ask.js")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def asked(**question):
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield asked
        process.stdin.close()


def told(ask, text):
    return ask(text=text) or {"versions": {}, "gpus": [], "absent": []}


def here(**versions):
    return {
        "versions": {name.replace("_", "-"): version for name, version in versions.items()},
        "gpus": [],
        "absent": [],
    }


def fit(ask, environment, *items):
    return ask(environment=environment, items=list(items))


# --- reading ------------------------------------------------------------------------------------


def test_every_file_is_a_case_with_its_source():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(cases.FILES)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", cases.FILES)
def test_a_real_output_is_read(ask, name, ending):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").replace("\n", ending)
    found = told(ask, text)
    wanted = cases.FILES[name][1]
    assert {key: found["versions"].get(key) for key in wanted} == wanted
    if name in cases.GPUS:
        assert [gpu["name"] for gpu in found["gpus"]] == cases.GPUS[name]
    for key, of in (("os", cases.SYSTEMS), ("build", cases.BUILDS), ("absent", cases.ABSENT)):
        if name in of:
            assert found.get(key) == of[name]


@pytest.mark.parametrize("text", cases.LINES)
def test_a_form_is_read(ask, text):
    found = told(ask, text)["versions"]
    assert {key: found.get(key) for key in cases.LINES[text]} == cases.LINES[text]


@pytest.mark.parametrize("text", cases.CARDS)
def test_a_gpu_is_read(ask, text):
    assert told(ask, text)["gpus"] == cases.CARDS[text]


@pytest.mark.parametrize("text", cases.NOTHING)
def test_of_other_texts_nothing_is_read(ask, text):
    assert ask(text=text) is None


@pytest.mark.parametrize("name", cases.FILES)
def test_every_part_of_an_output_reads_as_in_the_whole(ask, name):
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    whole = told(ask, "\n".join(lines))["versions"]
    for start in range(0, len(lines), 3):
        part = told(ask, "\n".join(lines[start : start + 9]))["versions"]
        for package, version in part.items():
            if package == "cudnn" and package not in whole:
                continue  # of several libraries, a part may name one
            assert whole.get(package, "").split("+")[0] == version.split("+")[0], (name, package)


def test_a_hostile_text_is_answered(ask):
    for text in ("| 0 " * 300_000, "torch " * 300_000, "[pip3] " * 200_000, "a, " * 400_000, "NVIDIA-SMI " * 100_000):
        ask(text=text)


# --- versions -----------------------------------------------------------------------------------

NUMBERS = st.lists(st.integers(0, 12), min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts)))
VERSIONS = st.builds(
    "{}{}{}{}{}".format,
    NUMBERS,
    st.sampled_from(["", "", "a1", "b2", "rc1", ".rc0"]),
    st.sampled_from(["", "", ".post1", "-2"]),
    st.sampled_from(["", "", ".dev0", ".dev20250310"]),
    st.sampled_from(["", "+cu130", "+cpu"]),
)


def public(version):
    return Version(Version(version).public)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(VERSIONS, VERSIONS), min_size=100, max_size=100))
def test_versions_are_in_the_order_that_python_has(ask, pairs):
    answers = ask(compare=pairs)
    for (one, other), answer in zip(pairs, answers, strict=True):
        mine, theirs = public(one), public(other)
        assert answer == (mine > theirs) - (mine < theirs), (one, other)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(VERSIONS, NUMBERS | st.none(), VERSIONS | NUMBERS), min_size=100, max_size=100))
def test_ranges_hold_what_they_hold_in_the_generator(ask, asked):
    answers = ask(within=[(version, {"since": since, "until": until}) for version, since, until in asked])
    for (version, since, until), answer in zip(asked, answers, strict=True):
        symptom = Symptom(text="x", package="torch", since=since, until=public(until).public)
        assert answer == admits(symptom, {"torch": version}), (version, since, until)


def test_what_is_no_version_compares_with_nothing(ask):
    assert ask(compare=[["2.1", "latest"]]) == [None]


# --- what fits ----------------------------------------------------------------------------------


def test_the_tested_version_fits_and_what_differs_is_named(ask):
    found = fit(ask, here(torch="2.11.0+cu128", torch_cuda="12.8", python="3.12.3"), ROW)
    assert found == [
        {
            "how": "exact",
            "differs": [
                {"name": "python", "yours": "3.12.3", "tested": "3.11.7"},
                {"name": "torch-cuda", "yours": "12.8", "tested": "13.0"},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("yours", "nearest"),
    [
        ("1.13.1", "2.1.2"),
        ("2.4.0", "2.1.2"),
        ("2.10.0", "2.11.0"),
        ("3.0", "2.15.0"),
        ("2.11.1", "2.11.0"),
        ("2.13", "2.11.0"),
    ],
)
def test_where_none_is_yours_the_nearest_is_said_to_be_nearest(ask, yours, nearest):
    rows = [{**ROW, "id": one, "versions": {"torch": one}} for one in ("2.15.0", "2.1.2", "2.11.0")]
    found = fit(ask, here(torch=yours), *rows)
    assert [row["id"] for row, hit in zip(rows, found, strict=True) if hit] == [nearest]
    assert next(filter(None, found)) == {"how": "nearest", "name": "torch", "yours": yours, "tested": nearest}


def test_a_row_about_what_was_not_told_does_not_fit(ask):
    assert fit(ask, here(jax="0.10.2", python="3.11.7"), ROW) == [None]
    assert fit(ask, {**here(), "gpus": [{"name": "NVIDIA H200"}]}, ROW) == [None]


def test_of_two_packages_both_must_be_the_tested_ones(ask):
    row = {**ROW, "versions": {"torch": "2.11.0", "torchvision": "0.26.0"}, "subjects": ["torch", "torchvision"]}
    assert fit(ask, here(torch="2.11.0", torchvision="0.26.0"), row)[0]["how"] == "exact"
    assert fit(ask, here(torch="2.11.0"), row)[0]["how"] == "exact"
    assert fit(ask, here(torch="2.11.0", torchvision="0.25.0"), row)[0]["how"] == "nearest"


def test_a_cpu_build_is_another_build_and_its_causes_do_not_fit(ask):
    cause = {"kind": "cause", "raised": ["t"]}
    mine = {**here(torch="2.11.0+cpu"), "build": "cpu"}
    differs = [{"name": "torch-cuda", "yours": "cpu", "tested": "13.0"}]
    assert fit(ask, mine, ROW, cause) == [{"how": "exact", "differs": differs}, None]
    assert fit(ask, here(torch="2.11.0", torch_cuda="12.8"), ROW, cause)[1] == {"how": "cause"}
    cpu_row = {**ROW, "versions": {"torch": "2.11.0", "torch-cuda": None}}
    assert fit(ask, mine, cpu_row, cause)[1] == {"how": "cause"}
    assert fit(ask, here(torch="2.11.0", torch_cuda="12.8"), cpu_row, cause)[1] is None


def stated(**given):
    facts = {"status": "affected", "note": {"en": "x"}, "source": "https://a.example/"}
    return fits.stated_fit(VersionRow(**facts, **given), "affected")


@pytest.mark.parametrize(
    ("row", "environment", "is_fit"),
    [
        (stated(package="torch", introduced="2.8"), here(torch="2.8.0+cu128"), True),
        (stated(package="torch", introduced="2.8"), here(torch="2.8.0rc1"), False),
        (stated(package="torch", fixed="2.8"), here(torch="2.8.0"), False),
        (stated(package="torch", last_affected="2.7"), here(torch="2.7.1"), True),
        (stated(package="torch", last_affected="2.7"), here(torch="2.8"), False),
        (stated(package="torch"), here(torch="0.4"), True),
        (stated(package="torch"), here(jax="0.4"), False),
        (stated(package="cudnn", introduced="9.0"), here(nvidia_cudnn_cu13="9.19.0.56"), True),
        (stated(package="CUDA", introduced="13.0"), here(nvcc="12.8.61"), False),
        (stated(package="cuda-runtime", introduced="13.0"), here(nvcc="12.8", torch_cuda="13.0"), True),
        (stated(package="tensorflow", last_affected="2.21"), here(tensorflow_cpu="2.21.0"), True),
    ],
)
def test_a_stated_range_fits_the_versions_in_it(ask, row, environment, is_fit):
    [found] = fit(ask, environment, row)
    assert bool(found) == is_fit
    if is_fit:
        assert found["how"] == "stated"
        assert found["name"] in environment["versions"]


def test_in_short_each_result_is_told_once_by_the_row_that_differs_least(ask):
    rows = [
        {**ROW, "id": one, "name": one, "says": says, "versions": {**ROW["versions"], "python": python}}
        for one, python, says in (("far", "3.9.1", "raises"), ("near", "3.12.3", "raises"), ("not", "3.8.1", "fails"))
    ]
    more = [stated(package="torch", introduced="2.8"), stated(package="torch", introduced="2.9")]
    mine = here(torch="2.11.0", torch_cuda="13.0", python="3.12.3")
    found = ask(environment=mine, brief=[*rows, *more, stated(package="torch", fixed="2.8")])
    assert [(hit["how"], hit["item"].get("name")) for hit in found] == [
        ("exact", "near"),
        ("exact", "not"),
        ("stated", None),
    ]
    assert [difference["name"] for difference in found[1]["differs"]] == ["python"]
    assert [hit["how"] for hit in ask(environment=here(torch="2.10.0"), brief=rows)] == ["nearest", "nearest"]
    assert ask(environment=here(jax="0.10.2"), brief=[*rows, *more]) == []


def test_a_wording_fits_only_where_its_versions_are_known(ask):
    known = fits.wording_fit(Symptom(text="x", package="torch", since="2.8"))
    assert fit(ask, here(torch="2.9"), known)[0] == {"how": "wording", "name": "torch", "yours": "2.9"}
    assert fit(ask, here(torch="2.7"), known) == [None]
    assert fits.wording_fit(Symptom(text="x", package="torch")) is None
    assert fits.wording_fit(Symptom(text="x")) is None


def test_a_tested_row_says_what_it_is_about():
    packages = (("torch", "2.11.0"), ("numpy", "2.4.6"), ("nvidia-cudnn-cu13", "9.15"), ("Python", "3.12.1"))
    beside = (("CUDA", "13.0"), ("driver", "580.95.05"), ("NVIDIA H200", "sm_90"))
    row = fits.tested_fit(
        versions.TestedRow(H200, (*packages, *beside), "reproduced", "2026-11-21"), "raises it", "H200"
    )
    assert row["subjects"] == ["torch"]
    assert row["gpu"] == "NVIDIA H200"
    assert row["versions"] == {
        "torch": "2.11.0",
        "numpy": "2.4.6",
        "nvidia-cudnn-cu13": "9.15",
        "python": "3.12.1",
        "torch-cuda": "13.0",
        "nvidia-driver": "580.95.05",
    }
    libraries = (("nvidia-cuda-runtime", "13.0.96"), ("torch", "2.11.0"))
    row = fits.tested_fit(versions.TestedRow(CPU, libraries, "reproduced", "2026-11-21"), "raises it", "H200")
    assert row["subjects"] == ["torch", "nvidia-cuda-runtime"]  # a row is compared by the first
    alone = fits.tested_fit(
        versions.TestedRow(CPU, (("Python", "3.12.1"),), "reproduced", "2026-11-21"), "raises it", "H200"
    )
    assert alone["subjects"] == ["python"]
    assert "torch-cuda" not in alone["versions"]


def test_frameworks_have_the_names_that_the_generator_knows(ask):
    for framework, names in FRAMEWORKS.items():
        for name in names:
            assert fit(ask, told(ask, f"{name} 1.0"), {"kind": "stated", "package": framework})[0], name


def test_every_package_of_the_content_can_be_told(ask):
    content = load_content(ROOT / "content")
    stated_of = {row.package for entry in content.entries for row in entry.entry.versions}
    printed = {
        symptom.package
        for entry in content.entries
        for symptom in entry.entry.symptoms
        if symptom.package and (symptom.since or symptom.until)
    }
    beside = "NVIDIA driver  580.1\nCUDA toolkit  13.0\ncudnn 9.1\nnccl 2.28\ntorch 2.1 (built for CUDA 13.0)"
    for package in stated_of | printed:
        assert fit(ask, told(ask, f"{package} 1.0\n{beside}"), {"kind": "stated", "package": package})[0], package
