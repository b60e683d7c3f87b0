"""What a claim needs, and whether an environment has it."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import FACTS, ON_GPU, SIMULATED

from generator.content.frameworks import FRAMEWORKS, imported_frameworks
from generator.judge.needs import HAS_WORD, OWN_DRIVER, distributions_named, first_unmet, is_known, needs_gpu
from generator.verify import planfile, resultfile
from generator.verify.environments import environment_from

CPU = {"torch": "2.13.0+cpu", "tensorflow-cpu": "2.21.0", "numpy": "2.4.6"}
CUDA = {"torch": "2.11.0+cu130", "cupy-cuda13x": "14.0.1", "nvidia-cudnn-cu13": "9.15.1.9"}
REQUIREMENTS = ("torch>=2.5", "torch==2.*", "tensorflow<3", "cupy>=13,<15", "nvidia-cudnn-cu13>=9", "torch===odd")
NEEDS = st.one_of(
    st.sampled_from(sorted({*HAS_WORD, *FRAMEWORKS, *REQUIREMENTS})), st.integers(0, 999).map("gpu-memory:{}GiB".format)
)
MEMORIES = st.lists(st.integers(1, 512), max_size=4).map(tuple)
HERE = environment_from(FACTS)


def lacks_need(need, distributions, gib, torch_cuda):
    """Tell whether a machine with these distributions and GPUs of so many GiB lacks a need."""
    gpus = [{**ON_GPU["gpus"][0], "memory_mib": int(size * 1024)} for size in gib]
    facts = {"distributions": distributions, "torch_cuda": "13.0" if torch_cuda else None, "gpus": gpus}
    kind = {"kind": "device", "driver": "580.1"} if gpus else {}
    return first_unmet((need,), environment_from({**FACTS, **facts, **kind})) is not None


@pytest.mark.parametrize(
    "need",
    [
        *sorted(HAS_WORD),
        *REQUIREMENTS,
        *FRAMEWORKS,
        "gpu-memory:16GiB",
        "Torch>=2.5",
        "cuda-python>=12",
        "nvidia_cudnn_cu13>=9",
    ],
)
def test_a_need_is_known(need):
    assert is_known(need)


@pytest.mark.parametrize(
    "need",
    [
        *("", "gpus", "GPU", "cpu", "two gpus", "gpu-memory", "gpu-memory:16GB", "gpu-memory:GiB", "gpu-memory:1.5GiB"),
        *("requests>=2", "torch>=", "torch 2.5", "torch @ https://example.org/torch.whl"),
    ],
)
def test_a_need_is_not_known(need):
    assert not is_known(need)


@pytest.mark.parametrize(
    ("needs", "answer"),
    [
        ((), False),
        (("torch", "network", "torch-cuda-build"), False),
        (("torch", "gpu"), True),
        (("two-gpus",), True),
        (("gpu-memory:80GiB",), True),
    ],
)
def test_needs_gpu(needs, answer):
    assert needs_gpu(needs) is answer


@pytest.mark.parametrize(
    ("program", "frameworks"),
    [
        ("", ()),
        ("import os, json", ()),
        ("import torch", ("torch",)),
        ("import torch.nn.functional as F", ("torch",)),
        ("from tensorflow.keras import layers\nimport numpy as np", ("numpy", "tensorflow")),
        ("def late():\n    try:\n        import cupy\n    except ImportError:\n        import jax", ("cupy", "jax")),
        ("from . import torch\nfrom .torch import x", ()),
        ("print('import torch')\nimport mytorch, torch_geometric", ()),
    ],
)
def test_the_frameworks_that_a_program_imports(program, frameworks):
    assert imported_frameworks(ast.parse(program)) == frameworks


@pytest.mark.parametrize(
    ("need", "distributions", "gpus", "torch_cuda", "lacks"),
    [
        ("gpu", CUDA, (), True, True),
        ("gpu", CUDA, (140.4,), True, False),
        ("two-gpus", CUDA, (80.0,), True, True),
        ("two-gpus", CUDA, (80.0, 80.0), True, False),
        ("gpu-memory:80GiB", CUDA, (), True, True),
        ("gpu-memory:0GiB", CUDA, (), True, True),
        ("gpu-memory:80GiB", CUDA, (24.0,), True, True),
        ("gpu-memory:80GiB", CUDA, (24.0, 80.0), True, False),
        ("torch-cpu-build", CPU, (), False, False),
        ("torch-cpu-build", CUDA, (), True, True),
        ("torch-cpu-build", {}, (), False, True),
        ("torch-cuda-build", CPU, (), False, True),
        ("torch-cuda-build", CUDA, (), True, False),
        ("torch-cuda-build", {}, (), True, True),
        ("tensorflow-cuda-build", {"tensorflow": "2.21.0"}, (), False, False),
        ("tensorflow-cuda-build", {"tensorflow-cpu": "2.21.0"}, (), False, True),
        ("network", CUDA, (80.0,), True, True),
        ("torch", CPU, (), False, False),
        ("torch", {}, (), False, True),
        ("tensorflow", CPU, (), False, False),
        ("cupy", CUDA, (), True, False),
        ("cupy", CPU, (), False, True),
        ("torch>=2.13", CPU, (), False, False),
        ("torch>2.13", CPU, (), False, True),
        ("torch==2.13.0", CPU, (), False, False),
        ("torch>=2.13", {"torch": "2.13.0.dev20260101+cu130"}, (), True, True),
        ("torch>=2.12", {"torch": "2.13.0rc1"}, (), True, False),
        ("Torch>=2.5", CPU, (), False, False),
        ("torch>=2.5", {}, (), False, True),
        ("torch>=2.5", {"torch": "built by hand"}, (), False, True),
        ("tensorflow>=2.20", CPU, (), False, False),
        ("tensorflow<2.20", CPU, (), False, True),
        ("cupy>=13", CUDA, (), True, False),
        ("CuPy>=13", CUDA, (), True, False),
        ("nvidia-cudnn-cu13>=9.16", CUDA, (), True, True),
        ("nvidia_cudnn_cu13>=9.15", CUDA, (), True, False),
    ],
)
def test_unmet(need, distributions, gpus, torch_cuda, lacks):
    assert lacks_need(need, distributions, gpus, torch_cuda) is lacks


@given(NEEDS, st.sampled_from([CPU, CUDA, {}]), MEMORIES, MEMORIES, st.booleans())
def test_more_gpus_take_no_need_away_but_that_for_none(need, distributions, gpus, more, torch_cuda):
    if need != "no-driver" and not lacks_need(need, distributions, gpus, torch_cuda):
        assert not lacks_need(need, distributions, (*gpus, *more), torch_cuda)


@given(NEEDS, st.sampled_from([CPU, CUDA, {}]), st.booleans())
def test_without_a_gpu_every_need_for_one_is_unmet(need, distributions, torch_cuda):
    if needs_gpu((need,)):
        assert lacks_need(need, distributions, (), torch_cuda)


@given(*(st.tuples(st.integers(0, 20), st.integers(0, 20)) for _ in range(2)), st.sampled_from(["", "+cu130", "+cpu"]))
def test_versions_are_compared_as_versions(wanted, present, build):
    need = f"torch>={wanted[0]}.{wanted[1]}"
    lacks = lacks_need(need, {"torch": f"{present[0]}.{present[1]}{build}"}, (), torch_cuda=False)
    assert lacks == (present < wanted)


@pytest.mark.parametrize(
    ("needs", "changes", "lacking"),
    [
        (("no-driver",), {}, None),
        (("no-driver",), {"driver": "580.1"}, "no-driver"),
        (("no-driver",), ON_GPU, "no-driver"),
        (("simulated-driver",), {}, "simulated-driver"),
        (("simulated-driver",), ON_GPU, "simulated-driver"),
        (("simulated-driver", "torch-cuda-build", "torch"), SIMULATED, None),
        (("simulated-driver", "gpu"), SIMULATED, "gpu"),
        (("torch",), SIMULATED, OWN_DRIVER),
        ((), SIMULATED, OWN_DRIVER),
        (("no-driver",), SIMULATED, OWN_DRIVER),
        (("c-compiler",), {}, None),
        (("c-compiler",), {"compiler": None}, "c-compiler"),
    ],
)
def test_only_what_asks_for_a_simulated_driver_runs_with_one(needs, changes, lacking):
    assert first_unmet(needs, environment_from({**FACTS, **changes})) == lacking


@pytest.mark.parametrize(
    ("needs", "named"),
    [
        ((), set()),
        (("gpu", "network", "gpu-memory:2GiB", "c-compiler", "simulated-driver"), set()),
        (("torch",), {"torch"}),
        (("torch-cuda-build",), {"torch"}),
        (("tensorflow-cuda-build",), {"tensorflow", "tensorflow-cpu"}),
        (("tensorflow-cpu",), {"tensorflow-cpu"}),
        (("torchvision>=0.2",), {"torchvision"}),
        (("TensorFlow>=2",), {"tensorflow", "tensorflow-cpu"}),
        (("cupy", "nvidia_cuda_nvcc<13"), {"cupy-cuda13x", "cupy-cuda12x", "cupy", "nvidia-cuda-nvcc"}),
    ],
)
def test_the_distributions_that_needs_speak_of(needs, named):
    assert distributions_named(needs) == named


# --- the same, where nothing of ours is installed ------------------------------------------------------

VERSIONS = st.builds(
    lambda numbers, stage, local: ".".join(map(str, numbers)) + stage + local,
    st.lists(st.integers(0, 3), min_size=1, max_size=3),
    st.sampled_from(["", "", "rc1", "a0", "b2", ".dev20260101", ".post1"]),
    st.sampled_from(["", "+cu130"]),
)
SPECIFIERS = st.builds(
    lambda sign, numbers: sign + ".".join(map(str, numbers)),
    st.sampled_from([">=", "<=", "==", "!=", "<", ">"]),
    st.lists(st.integers(0, 3), min_size=1, max_size=3),
)


@given(VERSIONS, st.lists(SPECIFIERS, min_size=1, max_size=2))
def test_a_gpu_host_leaves_out_nothing_that_would_count_here(version, specifiers):
    """It knows release numbers only, so it may run what does not count, never the other way round."""
    need = f"torch{','.join(specifiers)}"
    counts = not lacks_need(need, {"torch": version}, (), torch_cuda=False)
    assert planfile.is_met(need, {"distributions": {"torch": version}}, planfile.Plan([], {})) or not counts


@pytest.mark.parametrize("need", [*HAS_WORD, "gpu-memory:16GiB", "gpu-memory:200GiB", "torch", "tensorflow"])
@pytest.mark.parametrize("name", ["cpu", "gpu", "simulated"])
def test_words_mean_the_same_on_a_gpu_host(need, name):
    facts = {**FACTS, **{"cpu": {}, "gpu": ON_GPU, "simulated": SIMULATED}[name]}
    plan = planfile.Plan([], {root: list(names) for root, names in FRAMEWORKS.items()})
    counts = first_unmet(tuple({need, "simulated-driver"} if name == "simulated" else {need}), environment_from(facts))
    assert planfile.is_met(need, facts, plan) == (counts is None)


def test_an_environment_has_the_same_id_on_a_gpu_host():
    for facts in (FACTS, {**FACTS, **ON_GPU}):
        assert resultfile.environment_id(facts) == environment_from(facts).id
