"""`faultbook doctor` on machines of every kind, made of stand-ins: it names the right entry first, and in time."""

import json
import re
import time

import pytest
from collected import collected
from package_runs import REPOSITORY, faultbook, pythons, run
from stub_host import framework
from worker_runs import build_library

from faultbook import probes
from faultbook.cli import main

DRIVER = REPOSITORY / "generator/verify/simulated_driver.c"
CUDNN = "#include <stddef.h>\nsize_t cudnnGetVersion(void) { return 90100; }\n"
HANGING = """
#include <unistd.h>
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuInit(unsigned flags) { sleep(60); return 0; }
"""
CRASHING = HANGING.replace("sleep(60); return 0;", "return *(volatile int *)0;")
LIMIT = 10  # seconds: three on an idle machine, and tests run side by side
SMI = "#!/bin/sh\nprintf '{}\\n'; exit {}\n"
COMMUNICATE = (
    "NVIDIA-SMI has failed because it couldn’t communicate with the NVIDIA driver. Make sure that the latest NVIDIA "
    "driver is installed and running."
)
ONE_GPU = {"SIMULATED_DEVICE_COUNT": "1"}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    path = tmp_path_factory.mktemp("real") / "lookup.json"
    path.write_text(json.dumps(collected(REPOSITORY / "content").lookup(), ensure_ascii=False), "utf-8")
    return path


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """Return the folder of a driver's library that answers as it is told to."""
    folder = tmp_path_factory.mktemp("driver")
    build_library(folder, DRIVER.read_text(), "libcuda.so.1")
    return folder


def doctor(index, *arguments, **variables):
    """Run it on a machine without commands of its own; return status, standard output and standard error."""
    return run(["-m", "faultbook", "doctor", *arguments], index, **{"PATH": "/nothing", **variables})


def findings(index, **variables):
    status, stdout, stderr = doctor(index, "--json", **variables)
    assert stderr == ""
    found = json.loads(stdout)
    assert status == (1 if any(one["certain"] for one in found["found"]) else 0)
    return found, [one["id"] for one in found["found"]]


def smi(folder, text, status=0):
    (folder / "bin").mkdir()
    (folder / "bin/nvidia-smi").write_text(SMI.format(text, status))
    (folder / "bin/nvidia-smi").chmod(0o755)
    return f"{folder / 'bin'}:/usr/bin:/bin"


def packages(folder, *, torch_cuda=None, cudnn=None):
    """Return a folder of packages with a torch built for a version of CUDA ("" for none), and a wheel of cuDNN."""
    folder.mkdir(parents=True, exist_ok=True)
    if torch_cuda is not None:
        framework(folder, release="2.13.0")
        (folder / "torch/version.py").write_text(f"cuda: str = {torch_cuda or None!r}\nhip = None\n")
    if cudnn:
        info = folder / f"nvidia_cudnn_cu12-{cudnn}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: nvidia-cudnn-cu12\nVersion: {cudnn}\n")
    return {"PYTHONPATH": f"{REPOSITORY}:{folder}"}


def test_without_a_driver_the_missing_library_is_named(index):
    found, ids = findings(index)
    assert ids == ["cuda/libcuda-so-missing"]
    assert found["gpus"] == []
    assert found["library"]["libcuda_error"].startswith("libcuda.so.1: cannot open shared object file")


@pytest.mark.parametrize(
    ("answer", "entry"),
    [
        ("802", "cuda/error-802-system-not-initialized"),
        ("803", "cuda/error-803-driver-combination"),
        ("804", "cuda/error-804-forward-compat"),
        ("100", "cuda/no-cuda-capable-device"),
        ("34", "cuda/cuda-stub-library"),
    ],
)
def test_what_the_driver_answers_leads_to_its_entry(index, driver, answer, entry):
    found, ids = findings(index, LD_LIBRARY_PATH=str(driver), SIMULATED_CUINIT=answer)
    assert ids == [entry]
    assert found["library"]["libcuda"].endswith(f"/{driver.name}/libcuda.so.1")
    assert re.search(rf"\b{answer}\b", found["found"][0]["line"])


def test_a_driver_that_sees_no_device_is_an_error_too(index, driver):
    assert findings(index, LD_LIBRARY_PATH=str(driver))[1] == ["cuda/no-cuda-capable-device"]


def test_a_framework_for_a_newer_cuda_than_the_drivers_is_error_35(index, driver, tmp_path):
    old = {"LD_LIBRARY_PATH": str(driver), "SIMULATED_DRIVER_VERSION": "11040", **ONE_GPU}
    found, ids = findings(index, **old, **packages(tmp_path, torch_cuda="12.8"))
    assert ids == ["cuda/driver-version-insufficient"]
    assert "the driver has CUDA 11.4, torch is built for CUDA 12.8" in found["found"][0]["line"]


@pytest.mark.parametrize(("served", "built"), [("12040", "12.8"), ("13000", "12.8")])
def test_a_newer_minor_version_of_cuda_is_no_error(index, driver, tmp_path, served, built):
    known = {"LD_LIBRARY_PATH": str(driver), "SIMULATED_DRIVER_VERSION": served, **ONE_GPU}
    assert findings(index, **known, **packages(tmp_path, torch_cuda=built))[1] == []


def test_a_cpu_build_comes_before_the_missing_driver(index, tmp_path):
    ids = findings(index, **packages(tmp_path, torch_cuda=""))[1]
    assert ids == ["pytorch/torch-not-compiled-with-cuda", "cuda/libcuda-so-missing"]


def test_a_build_for_another_vendors_gpu_is_no_cpu_build(index, tmp_path):
    known = packages(tmp_path, torch_cuda="")
    (tmp_path / "torch/version.py").write_text("cuda = None\nhip = '6.4'\n")
    assert findings(index, **known)[1] == ["cuda/libcuda-so-missing"]


def test_an_older_cudnn_on_the_path_than_the_wheels_is_named_though_not_wrong_by_itself(index, driver, tmp_path):
    build_library(tmp_path, CUDNN, "libcudnn.so.9")
    known = {"LD_LIBRARY_PATH": f"{driver}:{tmp_path}", **ONE_GPU}
    found, ids = findings(index, **known, **packages(tmp_path / "site", cudnn="9.10.2.21"))
    assert (ids, found["found"][0]["certain"]) == (["tensorflow/tf-cudnn-version-mismatch"], False)
    assert "cuDNN library: 9.1.0 but source was compiled with: 9.10.2" in found["found"][0]["line"].replace(
        "CuDNN", "cuDNN"
    )
    assert findings(index, **known, **packages(tmp_path / "other", cudnn="9.1.0.70"))[1] == []


@pytest.mark.parametrize(
    ("text", "status", "entry"),
    [
        ("Failed to initialize NVML: Driver/library version mismatch", 18, "cuda/nvml-driver-library-version-mismatch"),
        (COMMUNICATE, 9, "cuda/nvidia-smi-cannot-communicate"),
    ],
)
def test_what_nvidia_smi_says_comes_first(index, driver, tmp_path, text, status, entry):
    path = smi(tmp_path, text.replace("’", "\\047"), status)
    ids = findings(index, PATH=path, LD_LIBRARY_PATH=str(driver), SIMULATED_CUINIT="803")[1]
    assert ids == [entry, "cuda/error-803-driver-combination"]


def test_what_leads_nowhere_is_said_behind_what_leads_somewhere(index, driver, tmp_path):
    path = smi(tmp_path, "No devices were found", 6)
    assert findings(index, PATH=path, LD_LIBRARY_PATH=str(driver))[1] == ["cuda/no-cuda-capable-device", None]
    status, stdout, _stderr = doctor(index, PATH=path, LD_LIBRARY_PATH=str(driver), **ONE_GPU)
    assert status == 1
    assert stdout.endswith("nvidia-smi: No devices were found\n  No entry for this.\n")


def test_the_shared_memory_of_a_container_is_named_though_not_wrong_by_itself(index, monkeypatch, capsys):
    monkeypatch.setattr(probes, "shared_memory", lambda: {"total": 64 << 20, "free": 64 << 20})
    monkeypatch.setenv("FAULTBOOK_INDEX", str(index))
    assert main(["doctor", "--json"]) == 1  # for want of a driver
    found = json.loads(capsys.readouterr().out)["found"]
    assert [(one["id"], one["certain"]) for one in found] == [
        ("cuda/libcuda-so-missing", True),
        ("pytorch/dataloader-shm-bus-error", False),
    ]


@pytest.mark.parametrize(("source", "said"), [(HANGING, "hangs"), (CRASHING, "crashes")], ids=["hangs", "crashes"])
def test_a_driver_that_hangs_or_crashes_is_named_in_time(index, tmp_path, source, said):
    build_library(tmp_path, source, "libcuda.so.1")
    began = time.monotonic()
    status, stdout, stderr = doctor(index, LD_LIBRARY_PATH=str(tmp_path))
    assert time.monotonic() - began < LIMIT
    assert (status, stderr) == (1, ""), said
    assert re.search(r"driver library +\S+/libcuda.so.1, CUDA 13.0, cuInit did not answer", stdout)
    assert "\nwrong           cuInit: no answer\n" in stdout


def test_a_framework_that_does_not_import_in_time_is_not_waited_for(index, driver, tmp_path):
    known = packages(tmp_path, torch_cuda="12.8")
    (tmp_path / "torch/__init__.py").write_text("import time\ntime.sleep(60)\n")
    began = time.monotonic()
    status, stdout, _stderr = doctor(index, LD_LIBRARY_PATH=str(driver), **ONE_GPU, **known)
    assert time.monotonic() - began < LIMIT
    assert (status, "torch’s code    not known" in stdout) == (0, True)
    assert stdout.endswith("\nNothing was found wrong.\n")


def test_an_nvidia_smi_that_hangs_with_all_that_it_started_is_named_in_time(index, driver, tmp_path):
    path = smi(tmp_path, "")
    (tmp_path / "bin/nvidia-smi").write_text("#!/bin/sh\nsleep 60 & sleep 60\n")
    began = time.monotonic()
    status, stdout, _stderr = doctor(index, PATH=path, LD_LIBRARY_PATH=str(driver), **ONE_GPU)
    assert time.monotonic() - began < LIMIT
    assert (status, "\nwrong           nvidia-smi: no answer\n" in stdout) == (1, True)


def test_what_import_torch_raises_is_named(index, driver, tmp_path):
    known = packages(tmp_path, torch_cuda="12.8")
    missing = "libcudart.so.13: cannot open shared object file: No such file or directory"
    (tmp_path / "torch/__init__.py").write_text(f"raise ImportError({missing!r})\n")
    found, ids = findings(index, LD_LIBRARY_PATH=str(driver), **ONE_GPU, **known)
    assert ids == ["cuda/cudart-so-missing"]
    assert found["torch_error"] == f"ImportError: {missing}"


def test_hidden_devices_are_shown_as_the_cause(index, driver):
    known = {"LD_LIBRARY_PATH": str(driver), "SIMULATED_CUINIT": "100", "CUDA_VISIBLE_DEVICES": "-1"}
    (found,) = findings(index, **known)[0]["found"]
    assert found["id"] == "cuda/no-cuda-capable-device"
    assert found["cause"] is not None


def test_lines_of_other_libraries_are_no_answer(index, tmp_path):
    noisy = HANGING.replace("sleep(60);", 'puts("[1]");').replace("#include", "#include <stdio.h>\n#include", 1)
    build_library(tmp_path, noisy, "libcuda.so.1")
    assert doctor(index, LD_LIBRARY_PATH=str(tmp_path))[::2] == (0, "")


def test_a_torch_without_code_for_the_card_says_what_torch_says(index, driver, tmp_path):
    known = packages(tmp_path / "site", torch_cuda="12.4")
    flags = "class _C:\n    _cuda_getArchFlags = staticmethod(lambda: 'sm_80 sm_90 compute_90a')\n"
    (tmp_path / "site/torch/__init__.py").write_text(flags)
    path = smi(tmp_path, "0, NVIDIA GeForce RTX 5090, 12.0, 32607 MiB, [N/A], 580.95.05")
    found, ids = findings(index, PATH=path, LD_LIBRARY_PATH=str(driver), **ONE_GPU, **known)
    assert ids == ["cuda/no-kernel-image"]
    assert found["found"][0]["cause"] == "new-card"
    assert found["torch_architectures"] == ["sm_80", "sm_90", "compute_90a"]


@pytest.mark.parametrize(
    ("architectures", "capability", "runs"),
    [
        (["sm_80"], "8.0", True),
        (["sm_80"], "8.6", True),
        (["sm_86"], "8.0", False),
        (["sm_90"], "12.0", False),
        (["compute_90"], "12.0", True),
        (["compute_120"], "9.0", False),
        (["sm_90a"], "9.0", True),
        (["sm_100a", "compute_100a"], "10.3", False),
        (["compute_90a"], "9.0", True),
        (["sm_100f"], "10.3", True),
        (["compute_100f"], "12.0", False),
        (["sm_100"], "10.3", True),
        (["sm_100", "sm_120"], "12.1", True),
        ([], "9.0", False),
    ],
)
def test_which_code_runs_on_which_device(architectures, capability, runs):
    assert probes.has_code_for(architectures, capability) == runs


@pytest.mark.parametrize("wrong", ["no driver", "cpu build", "802", "35", "cudnn"])
def test_the_report_pasted_on_the_site_leads_to_the_same_page(index, driver, tmp_path, wrong):
    build_library(tmp_path, CUDNN, "libcudnn.so.9")
    known = {
        "no driver": {},
        "cpu build": packages(tmp_path / "a", torch_cuda=""),
        "802": {"LD_LIBRARY_PATH": str(driver), "SIMULATED_CUINIT": "802"},
        "35": {
            "LD_LIBRARY_PATH": str(driver),
            "SIMULATED_DRIVER_VERSION": "11040",
            **ONE_GPU,
            **packages(tmp_path / "b", torch_cuda="12.8"),
        },
        "cudnn": {"LD_LIBRARY_PATH": f"{driver}:{tmp_path}", **ONE_GPU, **packages(tmp_path / "c", cudnn="9.10.2.21")},
    }[wrong]
    expected = findings(index, **known)[1][0]
    report = doctor(index, **known)[1]
    pasted = report[: report.index("\n```\n")]
    assert json.loads(faultbook("find", "-", "--json", index=index, stdin=pasted.encode())[1])["best"]["id"] == expected


def test_it_names_no_user_and_no_machine_and_speaks_the_readers_language(index):
    _status, stdout, _stderr = doctor(index, HOME="/home/jane", FAULTBOOK_LANG="zh", CUDA_HOME="/home/jane/cuda")
    assert "jane" not in stdout
    assert "CUDA_HOME=~/cuda" in stdout
    assert "发现以下问题" in stdout
    assert "limits          locked memory" in stdout


@pytest.mark.parametrize("python", pythons().values(), ids=pythons())
def test_it_works_under_every_python(index, python):
    status, stdout, stderr = run(["-m", "faultbook", "doctor"], index, python=python, PATH="/nothing")
    assert (status, stderr, stdout.startswith("```text\nGPU ")) == (1, "", True)
