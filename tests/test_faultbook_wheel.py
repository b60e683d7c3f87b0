"""The wheel, built from a site's index, installed into an empty environment and used there, as users do."""

import email
import json
import os
import re
import subprocess
import sys
import venv
import zipfile

import pytest
from package_runs import REPOSITORY, SITE, pythons
from worker_runs import side_by_side

from faultbook import __version__
from generator.wheel import WheelError, build_wheel

LINE = f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n"
LICENCES = ("LICENSE", "content/LICENSE")
TRAIN = "import faultbook\nfaultbook.install()\nraise RuntimeError('cudaErrorIllegalAddress')\n"


@pytest.fixture(scope="module")
def site(index, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    (folder / "api/v1").mkdir(parents=True)
    (folder / "api/v1/lookup.json").write_bytes(index.read_bytes())
    return folder


@pytest.fixture(scope="module")
def wheel(site, tmp_path_factory):
    return build_wheel(site, tmp_path_factory.mktemp("dist"), REPOSITORY / "content")


def test_the_command_builds_it_and_the_same_bytes_again(site, wheel, tmp_path):
    command = [sys.executable, "-m", "generator", "wheel", "--site", str(site), "--out", "dist"]
    command += ["--content", str(REPOSITORY / "content")]
    known = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TZ": "Asia/Shanghai", "SOURCE_DATE_EPOCH": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=known, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"wrote dist/faultbook-{__version__}-py3-none-any.whl (")
    assert [path.name for path in (tmp_path / "dist").iterdir()] == [wheel.name]
    assert (tmp_path / "dist" / wheel.name).read_bytes() == wheel.read_bytes()


def test_it_holds_the_package_and_the_index_and_nothing_else(wheel, index):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert archive.read("faultbook/lookup.json") == index.read_bytes()
        assert {info.date_time for info in archive.infolist()} == {(2026, 11, 21, 0, 0, 0)}
    info = f"faultbook-{__version__}.dist-info"
    code = {f"faultbook/{path.name}" for path in (REPOSITORY / "faultbook").glob("*.py")}
    data = {"faultbook/lookup.json", "faultbook/py.typed"}
    told = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", *(f"licenses/{name}" for name in LICENCES))
    facts = {f"{info}/{name}" for name in told}
    assert names == code | data | facts


def test_its_metadata_asks_for_nothing(wheel):
    with zipfile.ZipFile(wheel) as archive:
        facts = email.message_from_bytes(archive.read(f"faultbook-{__version__}.dist-info/METADATA"))
        assert b"Tag: py3-none-any" in archive.read(f"faultbook-{__version__}.dist-info/WHEEL")
    assert facts.get_all("Requires-Dist") is None
    assert (facts["Name"], facts["Version"], facts["Requires-Python"]) == ("faultbook", __version__, ">=3.9")
    assert facts["License-Expression"] == "MIT AND CC-BY-4.0"
    assert sorted(facts.get_all("License-File")) == sorted(LICENCES)
    assert facts["Project-URL"] == f"Homepage, {SITE}"
    assert "faultbook.install()" in facts.get_payload()


def test_it_holds_the_texts_of_both_licences(wheel):
    with zipfile.ZipFile(wheel) as archive:
        for name in LICENCES:
            packed = archive.read(f"faultbook-{__version__}.dist-info/licenses/{name}")
            assert packed == (REPOSITORY / name).read_bytes()


@pytest.mark.parametrize(
    ("licence", "expression"),
    [
        (None, "MIT"),
        ({"name": "MIT", "url": "u"}, "MIT"),
        ({"name": "CC BY-SA 4.0", "url": "u"}, "MIT AND CC-BY-SA-4.0"),
        ({"name": "ACME internal use", "url": "u"}, "MIT AND LicenseRef-ACME-internal-use"),
        ({"name": "仅供内部使用", "url": "u"}, "MIT AND LicenseRef-Content"),
    ],
)
def test_content_of_another_licence_or_without_its_text_gives_a_wheel_too(index, tmp_path, licence, expression):
    path = tmp_path / "site/api/v1/lookup.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**json.loads(index.read_bytes()), "licence": licence}), encoding="utf-8")
    with zipfile.ZipFile(build_wheel(tmp_path / "site", tmp_path / "dist", tmp_path / "content")) as archive:
        facts = email.message_from_bytes(archive.read(f"faultbook-{__version__}.dist-info/METADATA"))
    assert (facts["License-Expression"], facts.get_all("License-File")) == (expression, ["LICENSE"])


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (None, "build the site first (`make site SITE="),
        (b"{", "cannot be read"),
        (b"{}", "has no schema_version, site, modified, entries, codes: build the site anew"),
        (b'{"schema_version": "1", "site": "s", "modified": null, "entries": [], "codes": []}', "has no date"),
    ],
)
def test_a_site_without_a_whole_index_gives_no_wheel(tmp_path, content, part):
    path = tmp_path / "site/api/v1/lookup.json"
    path.parent.mkdir(parents=True)
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WheelError) as caught:
        build_wheel(tmp_path / "site", tmp_path / "dist", REPOSITORY / "content")
    assert part in str(caught.value)
    assert str(path) in str(caught.value)
    assert not (tmp_path / "dist").exists()


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return the folder with the programs of an empty environment into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    return folder / "bin"


def use(program, *arguments, cwd, stdin=b"", **variables):
    """Run a program of the environment from another folder, with nothing of this checkout in sight."""
    known = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(cwd), **variables}
    done = subprocess.run(
        [str(program), *arguments], cwd=cwd, env=known, input=stdin, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_it_is_used_offline_from_an_empty_environment(installed, tmp_path):
    command = installed / "faultbook"
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "plain.py").write_text(TRAIN.partition("install()\n")[2])
    asked = {
        "version": (command, "--version"),
        "explain": (command, "explain", "cudaErrorIllegalAddress"),
        "module": (installed / "python", "-m", "faultbook", "explain", "first-entry", "--lang", "zh"),
        "find": (command, "find", "-"),
        "hook": (installed / "python", "train.py"),
        "run": (command, "run", "plain.py"),
        "run a module": (installed / "python", "-m", "faultbook", "run", "-m", "plain"),
        "env": (command, "env", "--json"),
    }
    log = b"Traceback (most recent call last):\nRuntimeError: CUDA error: an illegal memory access was encountered\n"
    told = dict(zip(asked, side_by_side(lambda row: use(*row, cwd=tmp_path, stdin=log), asked.values()), strict=True))
    assert told["version"] == (0, f"faultbook {__version__} · index 2026-11-21 · {SITE} · CC BY 4.0\n", "")
    assert told["explain"][1].startswith("cudaErrorIllegalAddress · CUDA runtime (cudaError_t)\n")
    assert told["module"][1].startswith("显存不足\n")
    assert "cudaErrorIllegalAddress · CUDA runtime" in told["find"][1]
    assert all(told[name][0] == 1 and told[name][2].endswith(LINE) for name in ("hook", "run", "run a module"))
    assert json.loads(told["env"][1])["faultbook"] == __version__
    assert all(told[name][::2] == (0, "") for name in ("version", "explain", "module", "env"))
    assert told["find"][::2] == (0, log.decode() + "\n")  # passed on, then an empty line


def test_nothing_of_the_generator_is_needed(installed, tmp_path):
    program = """
import sys, pathlib, importlib
import faultbook
folder = pathlib.Path(faultbook.__file__).parent
for path in sorted(folder.glob("*.py")):
    importlib.import_module(f"faultbook.{path.stem}") if path.stem != "__init__" else None
ours = {"faultbook", "__main__", "sitecustomize", "usercustomize"}  # the last two are the machine's
foreign = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names) - ours
print(sorted(foreign), folder.parent.name)
"""
    assert use(installed / "python", "-c", program, cwd=tmp_path) == (0, "[] site-packages\n", "")


@pytest.mark.parametrize("python", pythons().values(), ids=pythons())
def test_it_works_under_every_python_and_out_of_the_zip_file_itself(wheel, tmp_path, python):
    (tmp_path / "train.py").write_text(TRAIN)
    variables = {"PYTHONPATH": str(wheel), "PYTHONDONTWRITEBYTECODE": "1"}
    status, stdout, stderr = use(python, "-m", "faultbook", "explain", "first-entry", cwd=tmp_path, **variables)
    assert (status, stdout.splitlines()[0], stderr) == (0, "The GPU is full", "")
    status, stdout, stderr = use(python, "train.py", cwd=tmp_path, **variables)
    assert (status, stdout, stderr.endswith(LINE)) == (1, "", True)
    status, stdout, stderr = use(python, "-m", "faultbook", "find", "-", cwd=tmp_path, stdin=b"xid 79", **variables)
    assert (status, stdout.count("Xid 79 · Xid\n"), stderr) == (0, 1, "xid 79\n\n")
    assert use(python, "-m", "faultbook", "env", cwd=tmp_path, **variables)[0] == 0


def test_the_readme_of_the_wheel_shows_commands_that_are_there(installed, tmp_path):
    text = (REPOSITORY / "wheel/README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"(?:^|\| |`)faultbook ([a-z]+)", text, re.MULTILINE))
    assert shown == {"explain", "find", "open", "env", "run"}
    for name in shown:
        status, stdout, _stderr = use(installed / "faultbook", name, "--help", cwd=tmp_path)
        assert (status, stdout.startswith(f"usage: faultbook {name} ")) == (0, True)
