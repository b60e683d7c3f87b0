"""`faultbook env`: the versions that matter, from files and other programs, without loading a framework or a driver."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from package_runs import faultbook, pythons, run
from worker_runs import build_library

from faultbook.environment import KERNEL_MODULE

SMI = """#!/bin/sh
case "$*" in
  *compute_cap*) {modern} ;;
  *) printf '0, Tesla K80, 11441 MiB, 470.57.02\\n' ;;
esac
"""
TWO_GPUS = (
    "printf '0, NVIDIA A100-SXM4-40GB, 8.0, 40960 MiB, Disabled, 550.54.15\\n"
    "1, NVIDIA GeForce RTX 4090, 8.9, 24564 MiB, [N/A], 550.54.15\\n'"
)
NVCC = "#!/bin/sh\nprintf 'Cuda compilation tools, release 12.4, V12.4.131\\n'\n"
DRIVER = "int cuDriverGetVersion(int *version) {{ {body} }}\nint cuInit(unsigned flags) {{ return 1 / 0; }}\n"


def program(folder, name, text):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return str(folder)


def described(**variables):
    """Return what the command says as JSON and as text, with only these programs on the path."""
    status, stdout, stderr = faultbook("env", "--json", **{"PATH": "/nothing", "HOME": "/home/jane", **variables})
    assert (status, stderr) == (0, "")
    text = faultbook("env", **{"PATH": "/nothing", "HOME": "/home/jane", **variables})
    assert (text[0], text[2]) == (0, "")
    return json.loads(stdout), text[1]


def test_gpus_and_driver_are_told_by_the_vendors_program(tmp_path):
    path = program(tmp_path / "bin", "nvidia-smi", SMI.format(modern=TWO_GPUS))
    found, text = described(PATH=f"{path}:/usr/bin:/bin")
    assert found["gpus"][0]["name"] == "NVIDIA A100-SXM4-40GB"
    assert found["driver"] == "550.54.15"
    lines = [re.sub("  +", "  ", line) for line in text.splitlines()]
    assert "GPU 0  NVIDIA A100-SXM4-40GB, compute capability 8.0, 40960 MiB, MIG Disabled" in lines
    assert "GPU 1  NVIDIA GeForce RTX 4090, compute capability 8.9, 24564 MiB" in lines
    assert "NVIDIA driver  550.54.15" in lines
    assert (lines[0], lines[-1]) == ("```text", "```")


def test_an_old_program_that_knows_no_compute_capability_is_asked_again(tmp_path):
    refusal = "echo 'Field \"compute_cap\" is not a valid field to query.'; exit 2"
    path = program(tmp_path / "bin", "nvidia-smi", SMI.format(modern=refusal))
    found, text = described(PATH=f"{path}:/usr/bin:/bin")
    assert found["gpus"] == [{"index": "0", "name": "Tesla K80", "memory.total": "11441 MiB"}]
    assert re.search("GPU 0 +Tesla K80, 11441 MiB\n", text)


@pytest.mark.parametrize(
    "broken", ["exit 9", "echo 'No devices were found'; exit 6", "kill -SEGV $$", "printf '\\377,a,b\\n'; exit 1", ":"]
)
def test_a_broken_driver_program_is_told_as_not_found(tmp_path, broken):
    path = program(tmp_path / "bin", "nvidia-smi", f"#!/bin/sh\n{broken}\n")
    found, text = described(PATH=f"{path}:/usr/bin:/bin")
    assert found["gpus"] == []
    assert re.search("GPU +not found\n", text)


@pytest.mark.parametrize(
    ("body", "told"),
    [("*version = 12040; return 0;", "12.4"), ("*version = 12040; return 100;", None), ("return *(int *)0;", None)],
    ids=["tells", "refuses", "crashes"],
)
def test_the_drivers_library_is_asked_in_another_process(tmp_path, body, told):
    build_library(tmp_path, DRIVER.format(body=body), "libcuda.so.1")
    found, text = described(LD_LIBRARY_PATH=str(tmp_path))
    assert found["cuda_driver"] == told
    assert f"CUDA of the driver  {told or 'not found'}\n" in text


@pytest.mark.parametrize(
    "line",
    [
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023",
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  535.104.05  Release Build  (dvs-builder)",
    ],
)
def test_the_kernel_module_tells_the_driver_where_its_program_does_not(line):
    assert KERNEL_MODULE.search(f"{line}\nGCC version:  gcc version 12.3.0\n")[1] == "535.104.05"


def test_a_program_that_hangs_is_given_up(tmp_path):
    path = program(tmp_path / "bin", "hangs", "#!/bin/sh\nexec sleep 30\n")
    code = "from faultbook.tools import answer_of; print(answer_of(['hangs'], timeout=0.2), answer_of(['nothing']))"
    assert run(["-c", code], PATH=f"{path}:/usr/bin:/bin") == (0, "None None\n", "")


def test_the_compiler_is_found_on_the_path_or_in_its_home(tmp_path):
    path = program(tmp_path / "cuda-12.4", "x", "")
    home = program(tmp_path / "cuda-12.4/bin", "nvcc", NVCC)
    assert described(PATH=f"{home}:/usr/bin:/bin")[0]["cuda_toolkit"] == f"12.4.131 ({home}/nvcc)"
    found, text = described(CUDA_HOME=path, HOME=str(tmp_path), PATH="/usr/bin:/bin")
    assert found["cuda_toolkit"] == "12.4.131 (~/cuda-12.4/bin/nvcc)"
    assert "CUDA_HOME=~/cuda-12.4" in text


def distribution(folder, name, version, files=()):
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    for path, text in dict(files).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


@pytest.mark.parametrize("python", pythons().values(), ids=pythons())
def test_packages_are_told_without_importing_them(tmp_path, python):
    torch = "__version__ = '2.9.1+cu128'\ncuda: Optional[str] = '12.8'\n"
    built = "build_info = collections.OrderedDict([('cuda_version', '12.5.1'), ('is_cuda_build', True)])\n"
    imported = "raise SystemExit('imported')\n"
    distribution(tmp_path, "torch", "2.9.1", {"torch/__init__.py": imported, "torch/version.py": torch})
    path = "tensorflow/python/platform/build_info.py"
    distribution(tmp_path, "tensorflow", "2.21.0", {"tensorflow/__init__.py": imported, path: built})
    distribution(tmp_path, "nvidia_cudnn_cu12", "9.10.2.21")
    distribution(tmp_path, "flash_attn", "2.8.0")
    distribution(tmp_path, "jax-cuda12-plugin", "0.8.0")
    distribution(tmp_path, "secret_project", "1.0")
    (tmp_path / "broken-1.0.dist-info").mkdir()
    distribution(tmp_path / "later", "torch", "1.0")
    code = f"import sys; sys.path[1:1] = [{str(tmp_path)!r}, {str(tmp_path / 'later')!r}]; "
    code += "import json; from faultbook.packages import packages; found = packages(); "
    code += "print(json.dumps([found, [name for name in ('torch', 'tensorflow') if name in sys.modules]]))"
    status, stdout, stderr = run(["-S", "-c", code], python=python)
    assert (status, stderr) == (0, "")
    assert json.loads(stdout) == [
        {
            "flash-attn": "2.8.0",
            "jax-cuda12-plugin": "0.8.0",
            "nvidia-cudnn-cu12": "9.10.2.21",
            "tensorflow": "2.21.0 (built for CUDA 12.5.1)",
            "torch": "2.9.1+cu128 (built for CUDA 12.8)",
        },
        [],
    ]


def test_what_conda_installed_is_told_too(tmp_path):
    records = (
        "cuda-version-12.4-h3060b56_3",
        "cudnn-9.1.1.17-cuda_12",
        "my-secret-1.0-0",
        "pytorch-2.4.0-py3.11_cuda12.4",
    )
    (tmp_path / "conda-meta").mkdir()
    for record in records:
        (tmp_path / "conda-meta" / f"{record}.json").touch()
    code = f"import sys; sys.prefix = {str(tmp_path)!r}; import faultbook.packages as p; print(p.conda_packages())"
    told = "{'cuda-version': '12.4', 'cudnn': '9.1.1.17', 'pytorch': '2.4.0'}\n"
    assert run(["-c", code]) == (0, told, "")


def test_variables_are_told_by_name_and_harmless_ones_with_their_value():
    variables = {
        "CUDA_VISIBLE_DEVICES": "0,1",
        "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True\x1b[2J",
        "CUDA_HOME": "/home/jane/cuda",
        "NCCL_SOCKET_IFNAME": "secret-interface",
        "LD_LIBRARY_PATH": "/secret/path",
        "WANDB_API_KEY": "secret",
        "HF_TOKEN": "secret",
        "USER": "jane",
    }
    found, text = described(**variables)
    assert found["variables"]["CUDA_VISIBLE_DEVICES"] == "0,1"
    assert found["variables"]["CUDA_HOME"] == "~/cuda"
    assert found["variables"]["NCCL_SOCKET_IFNAME"] is None
    assert found["variables"]["LD_LIBRARY_PATH"] is None
    assert {"WANDB_API_KEY", "HF_TOKEN", "USER"}.isdisjoint(found["variables"])
    assert re.search(" NCCL_SOCKET_IFNAME\n", text)
    assert "secret" not in text + json.dumps(found)
    assert "\x1b" not in text


def test_no_user_and_no_machine_is_named():
    node = os.uname().nodename
    home = f"/data/{node}/jane/cuda"
    found, text = described(CUDA_PATH=home, CUDA_HOME="/scratch/jane-doe/jane", USER="jane", HOME="/users/jane")
    assert found["variables"]["CUDA_PATH"] == "/data/<host>/<user>/cuda"
    assert found["variables"]["CUDA_HOME"] == "/scratch/<user>-doe/<user>"
    assert node not in text
    assert "jane" not in text


def test_what_is_absent_is_said_to_be(tmp_path):
    found, text = described(CUDA_HOME=str(tmp_path / "nothing"))
    assert found["gpus"] == []
    assert re.search("^GPU +not found$", text, re.MULTILINE)
    assert bool(found["driver"]) == Path("/proc/driver/nvidia/version").exists()
    for label, key in (("NVIDIA driver", "driver"), ("CUDA of the driver", "cuda_driver"), ("container", "container")):
        assert re.search(f"^{label} +{re.escape(found[key] or 'not found')}$", text, re.MULTILINE), label
    assert found["python"] == f"CPython {'.'.join(map(str, sys.version_info[:3]))}"
    if Path("/etc/os-release").exists():
        assert re.search('PRETTY_NAME="?([^"\n]*)', Path("/etc/os-release").read_text())[1] in found["os"]


def test_it_needs_no_index_and_reads_like_english_in_every_language():
    assert faultbook("env", FAULTBOOK_INDEX="/nothing", FAULTBOOK_LANG="zh")[1].startswith("```text\nfaultbook ")
