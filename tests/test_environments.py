"""Interpreters at hand, what each says of itself, and the environment that it is."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
import recorded
from running import REPOSITORY, SETTINGS, another_python, here

from generator.evidence import store as stored
from generator.evidence.records import Environment, environment_id
from generator.verify import environments, worker
from generator.verify.descriptions import WORKER
from generator.verify.environments import environment_from, find_hosts
from generator.verify.interpreters import ProbeError

FACTS = {
    **recorded.FACTS,
    **recorded.ON_GPU,
    "distributions": {"torch": "2.11.0+cu130", "nvidia-cudnn-cu13": "9.15.1.9"},
}
HERE = environment_from(FACTS)

# --- what an environment is --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"python": "3.12.2"}, False),
        ({"implementation": "PyPy"}, False),
        ({"system": "Linux-aarch64"}, False),
        ({"distributions": {"torch": "2.11.1+cu130", "nvidia-cudnn-cu13": "9.15.1.9"}}, False),
        ({"distributions": {"torch": "2.11.0+cu130"}}, False),
        ({"torch_cuda": "12.9"}, False),
        ({"driver": "570.1"}, False),
        ({"gpus": []}, False),
        ({"kind": "simulated-driver"}, False),
        ({"simulated_driver": "2"}, False),
        ({"compiler": "14.2.0"}, False),
        ({"gpus": FACTS["gpus"] * 2}, False),
        ({"gpus": [{**FACTS["gpus"][0], "mig": "Enabled"}]}, False),
        ({"libc": "glibc-2.41"}, True),
        ({"isolation": {"network": "host"}}, False),
        ({"distributions": dict(reversed(FACTS["distributions"].items()))}, True),
    ],
    ids=str,
)
def test_the_environment_is_what_can_change_an_outcome(changes, same):
    assert (environment_id({**FACTS, **changes}) == HERE.id) is same


def test_the_environment_does_not_depend_on_user_host_or_place(tmp_path):
    code = "from running import here; print(here().environment.model_dump_json())"
    other = {
        "HOSTNAME": "gpu-node-17",
        "USER": "mallory",
        "LOGNAME": "mallory",
        "HOME": str(tmp_path),
        "TZ": "Asia/Tokyo",
    }
    command = [sys.executable, "-c", code]
    settings = {**SETTINGS, **other, "PYTHONPATH": f"{REPOSITORY}:{REPOSITORY / 'tests'}"}
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=True)
    there = Environment.model_validate_json(done.stdout)
    assert there == here().environment
    assert "mallory" not in done.stdout


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "h200-torch2.11.0-cu130-cudnn9.15-py312"),
        ({"gpus": [], "torch_cuda": None, "distributions": {"torch": "2.9.0+cpu"}}, "cpu-torch2.9.0-py312"),
        (
            {"gpus": [], "torch_cuda": None, "distributions": {"tensorflow-cpu": "2.21.0"}},
            "cpu-tensorflow-cpu2.21.0-py312",
        ),
        ({"gpus": [], "torch_cuda": None, "distributions": {}, "python": "3.9.2"}, "cpu-py39"),
    ],
)
def test_an_environment_has_a_name_for_people(changes, name):
    assert environment_from({**FACTS, **changes}).name == name


# --- what the worker says of it ----------------------------------------------------------------


def test_worker_and_evidence_speak_of_the_same_protocol():
    assert worker.PROTOCOL == stored.PROTOCOL


def test_the_worker_is_python_3_9():
    ast.parse(WORKER.read_text(encoding="utf-8"), feature_version=(3, 9))


def test_the_worker_needs_the_standard_library_only():
    tree = ast.parse(WORKER.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_a_probe_answers_with_all_that_an_environment_has(tmp_path):
    bare = [sys.executable, "-I", "-S", str(WORKER), "probe"]  # -S: as without any package
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=True, env={"PATH": str(tmp_path)})
    facts = json.loads(done.stdout)
    assert facts.pop("protocol") == worker.PROTOCOL
    assert (facts["distributions"], facts["driver"], facts["gpus"], facts["torch_cuda"]) == ({}, None, [], None)
    assert environment_from(facts).name.startswith("cpu-py")


def test_a_probe_reads_what_the_driver_and_the_packages_say(tmp_path):
    packages = tmp_path / "packages"
    for name, version in {"Torch": "2.11.0+cu130", "nvidia_cudnn_cu13": "9.15.1.9", "requests": "2.32"}.items():
        info = packages / f"{name}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (packages / "torch").mkdir()
    (packages / "torch/version.py").write_text("from typing import Optional\ncuda: Optional[str] = '13.0'\n")
    (packages / "torch/__init__.py").write_text("raise SystemExit('a probe imports no framework')\n")
    smi = tmp_path / "nvidia-smi"
    smi.write_text(
        "#!/bin/sh\necho '580.95.05, NVIDIA H200, 143771, 9.0, Disabled'\necho '580.95.05, [N/A], [N/A], 9.0, -'\n"
    )
    smi.chmod(0o755)
    code = f"import sys; sys.path[:0] = [{str(packages)!r}, {str(WORKER.parent)!r}]\n"
    code += "import worker; worker.main(['probe'])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    facts = json.loads(done.stdout)
    assert facts["distributions"] == {"nvidia-cudnn-cu13": "9.15.1.9", "torch": "2.11.0+cu130"}
    assert (facts["torch_cuda"], facts["driver"]) == ("13.0", "580.95.05")
    assert facts["gpus"] == FACTS["gpus"]
    del facts["protocol"]
    assert environment_from(facts).name.startswith("h200-torch2.11.0-cu130-cudnn9.15-py3")


def test_the_names_of_environments_are_made_of_frameworks_that_a_probe_looks_for():
    assert [name for name in environments.SHOWN_IN_NAME if not worker.FRAMEWORKS.match(name)] == []


# --- which interpreters are used ---------------------------------------------------------------


def test_an_interpreter_that_is_named_is_used_even_without_a_framework():
    assert list(find_hosts([sys.executable])) == [here()]


def test_the_same_environment_is_used_once():
    other = str(another_python())
    found = [host.python for host in find_hosts([sys.executable, other, sys.executable])]
    assert found == list(dict.fromkeys([here().python, Path(other)]))


def test_an_interpreter_can_be_named_as_in_a_shell(monkeypatch):
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    [found] = find_hosts([Path(sys.executable).name])
    assert found == here()


@pytest.mark.parametrize("name", ["no-such-python", "/no/such/python", "/bin/true", "/bin/false", "/bin/echo", "/"])
def test_what_is_no_python_is_named_in_one_line_with_the_remedy(name):
    with pytest.raises(ProbeError) as caught:
        list(find_hosts([name]))
    message = str(caught.value)
    assert name in message
    assert "\n" not in message
    assert message.endswith("Name a Python 3.9 or later with --python (make: PYTHON=)")


def test_without_a_framework_one_interpreter_is_there_for_programs_of_the_standard_library(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A virtual environment made by hand.
    python = Path(sys.executable).resolve()
    (tmp_path / "plain/bin").mkdir(parents=True)
    (tmp_path / "plain/bin/python3").symlink_to(python)
    (tmp_path / "plain/pyvenv.cfg").write_text(f"home = {python.parent}\ninclude-system-site-packages = false\n")
    monkeypatch.setenv("PATH", str(tmp_path / "plain/bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    [found] = find_hosts()
    assert (found.python, found.is_plain, found.environment.distributions) == (
        tmp_path / "plain/bin/python3",
        True,
        {},
    )
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    info = tmp_path / "plain/lib" / version / "site-packages/torch-2.13.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: torch\nVersion: 2.13.0\n")
    assert [found.environment.distributions for found in find_hosts()] == [{"torch": "2.13.0"}]
