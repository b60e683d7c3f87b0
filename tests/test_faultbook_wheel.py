"""The wheel, built from a site's index, installed into an empty environment and used there, as users do."""

import configparser
import email
import json
import os
import re
import shlex
import subprocess
import sys
import venv
import zipfile

import pytest
from package_runs import REPOSITORY, SITE, pythons
from packaging.metadata import Metadata
from packaging.version import Version
from real import generator
from worker_runs import side_by_side

from faultbook import __version__
from generator.distribution.wheel import WheelError, build_wheel
from generator.verify.shipped import MODULES

LINE = f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n"
LICENCES = ("LICENSE", "content/LICENSE")
TRAIN = "import faultbook\nfaultbook.install()\nraise RuntimeError('cudaErrorIllegalAddress')\n"


@pytest.fixture(scope="module")
def document(index):
    return json.loads(index.read_bytes())


@pytest.fixture(scope="module")
def wheel(document, tmp_path_factory):
    return build_wheel(document, tmp_path_factory.mktemp("dist"), REPOSITORY / "content").path


@pytest.fixture(scope="module")
def version(wheel):
    """Return the wheel's version, as its name has it."""
    return wheel.name.split("-")[1]


def test_the_command_builds_it_of_what_the_site_has_and_the_same_bytes_again(good_content, tmp_path):
    content, address = good_content(tmp_path), "https://our.example/a/"
    done = generator(
        *("build", "--verify", "never", "--content", content, "--site", "site", "--address", address), cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout + done.stderr
    built = []
    for zone, epoch in (("Asia/Shanghai", "1"), ("UTC", "2000000000")):
        command = [sys.executable, "-m", "generator", "wheel", "--content", str(content), "--out", f"dist-{epoch}"]
        known = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TZ": zone, "SOURCE_DATE_EPOCH": epoch}
        known["SITE_ADDRESS"] = address
        done = subprocess.run(command, cwd=tmp_path, env=known, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        (path,) = (tmp_path / f"dist-{epoch}").iterdir()
        assert done.stdout.startswith(f"wrote dist-{epoch}/{path.name} (")
        built.append(path)
    assert built[0].name == built[1].name
    assert built[0].name.startswith(f"faultbook-{__version__}.post20261121+our.example.a.sha")
    assert built[0].read_bytes() == built[1].read_bytes()
    with zipfile.ZipFile(built[0]) as archive:
        assert archive.read("faultbook/lookup.json") == (tmp_path / "site/api/v1/lookup.json").read_bytes()


def test_it_holds_the_package_and_the_index_and_nothing_else(wheel, version, document):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert json.loads(archive.read("faultbook/lookup.json")) == document
        assert {info.date_time for info in archive.infolist()} == {(2026, 11, 21, 0, 0, 0)}
    info = f"faultbook-{version}.dist-info"
    code = {path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "faultbook").rglob("*.py")}
    code |= {f"faultbook/verification/{name}" for name in ("__init__.py", *MODULES)}
    data = {"faultbook/lookup.json", "faultbook/py.typed", "faultbook/verification/plans.zip"}
    told = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", *(f"licenses/{name}" for name in LICENCES))
    facts = {f"{info}/{name}" for name in told}
    assert names == code | data | facts


def test_its_metadata_asks_for_nothing_but_what_extras_do(wheel, version):
    with zipfile.ZipFile(wheel) as archive:
        facts = email.message_from_bytes(archive.read(f"faultbook-{version}.dist-info/METADATA"))
        assert b"Tag: py3-none-any" in archive.read(f"faultbook-{version}.dist-info/WHEEL")
        metadata = Metadata.from_email(archive.read(f"faultbook-{version}.dist-info/METADATA"), validate=True)
    assert str(metadata.requires_dist[0]) == 'mcp<3,>=2; extra == "mcp"'
    assert facts.get_all("Requires-Dist") == ['mcp>=2,<3 ; extra == "mcp"']
    assert (facts["Name"], facts["Version"], facts["Requires-Python"]) == ("faultbook", version, ">=3.9")
    assert facts["License-Expression"] == "MIT AND CC-BY-4.0"
    assert sorted(facts.get_all("License-File")) == sorted(LICENCES)
    assert facts["Project-URL"] == f"Homepage, {SITE}"
    assert "faultbook.install()" in facts.get_payload()


def test_tools_find_its_command_and_its_plug_ins(wheel, version):
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"faultbook-{version}.dist-info/entry_points.txt").decode()
    points = configparser.ConfigParser()
    points.read_string(text)
    assert {group: dict(points[group]) for group in points.sections()} == {
        "console_scripts": {"faultbook": "faultbook.__main__:main"},
        "pytest11": {"faultbook": "faultbook.integrations.pytest_plugin"},
        "vllm.general_plugins": {"faultbook": "faultbook.integrations.vllm:register"},
    }


def test_it_holds_the_texts_of_both_licences(wheel, version):
    with zipfile.ZipFile(wheel) as archive:
        for name in LICENCES:
            packed = archive.read(f"faultbook-{version}.dist-info/licenses/{name}")
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
def test_content_of_another_licence_or_without_its_text_gives_a_wheel_too(document, tmp_path, licence, expression):
    built = build_wheel({**document, "licence": licence}, tmp_path / "dist", tmp_path / "content")
    with zipfile.ZipFile(built.path) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        facts = email.message_from_bytes(archive.read(name))
    assert (facts["License-Expression"], facts.get_all("License-File")) == (expression, ["LICENSE"])


def test_content_without_entries_gives_no_wheel(document, tmp_path):
    with pytest.raises(WheelError, match="the content has no entries"):
        build_wheel({**document, "entries": [], "modified": None}, tmp_path / "dist", REPOSITORY / "content")
    assert not (tmp_path / "dist").exists()


# --- its version, and what it replaces -------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://errors.example.org/", "errors.example.org."),
        ("https://intra.example.org:8443/007/Our_Errors/", "intra.example.org.8443.7.our.errors."),
        ("http://127.0.0.1/", "127.0.0.1."),
        ("https://例子.测试/", ""),
        (f"https://{'a' * 200}.example/", f"{'a' * 60}."),
    ],
)
def test_its_version_names_code_date_site_and_content_in_the_normal_form(document, tmp_path, address, site):
    path = build_wheel({**document, "site": address}, tmp_path, REPOSITORY / "content").path
    name, version, *_tags = path.name.split("-")
    assert re.fullmatch(rf"{re.escape(f'{__version__}.post20261121+{site}')}sha[0-9a-f]{{8}}", version)
    assert (name, str(Version(version))) == ("faultbook", version)


def changed(document, **changes):
    """Return an index with other values, distinguished by the title of its entry."""
    entries = [{**document["entries"][0], "title": {"en": repr(changes)}}, *document["entries"][1:]]
    return {**document, "entries": entries, **changes}


def test_pip_replaces_an_installed_wheel_by_the_one_that_is_named(document, tmp_path):
    first = changed(document)
    venv.create(tmp_path / "environment", with_pip=False)
    program, dist = tmp_path / "environment/bin/faultbook", tmp_path / "dist"

    def install(*arguments):
        python = str(tmp_path / "environment/bin/python")
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index"]
        done = subprocess.run(["sh", "-c", f"{shlex.join(pip)} {' '.join(arguments)}"], capture_output=True, check=True)
        return done.stdout.decode()

    def installed():
        told = use(program, "explain", "first-entry", cwd=tmp_path)
        return told[1].splitlines(), use(program, "--version", cwd=tmp_path)[1].split()[1]

    for new in (
        first,
        changed(document, modified="2026-11-23"),  # newer
        changed(document, modified="2026-11-23", licence=None),  # of the same day, with something else inside
        changed(document, modified="2026-11-23", site="https://another.example/"),
        first,  # older, but named
    ):
        for old in dist.glob("*.whl"):  # of another site, which is not replaced unasked
            old.unlink()
        wheel = build_wheel(new, dist, REPOSITORY / "content").path
        install(f"{dist}/faultbook-*.whl")
        shown, version = installed()
        assert (new["entries"][0]["title"]["en"] in shown, version) == (True, wheel.name.split("-")[1])
    assert "already installed with the same version" in install(f"{dist}/faultbook-*.whl")
    newer = build_wheel(changed(document, modified="2026-12-01"), dist, REPOSITORY / "content").path
    install("--upgrade", "--find-links", str(dist), "faultbook")
    assert installed()[1] == newer.name.split("-")[1]


def test_a_folder_holds_one_wheel_of_a_site_and_none_of_another_is_lost(document, tmp_path):
    content = REPOSITORY / "content"
    first = build_wheel(document, tmp_path, content)
    (tmp_path / "other-1.0-py3-none-any.whl").write_bytes(b"")
    again = build_wheel(document, tmp_path, content)
    assert (again.path, first.deleted, again.deleted) == (first.path, (), ())
    newer = build_wheel({**document, "modified": "2026-11-23"}, tmp_path, content)
    assert newer.deleted == (first.path,)
    assert list(tmp_path.glob("faultbook-*.whl")) == [newer.path]
    before = newer.path.read_bytes()
    with pytest.raises(WheelError, match=re.escape(f"{newer.path} is of another site ({SITE}): delete it, or name")):
        build_wheel({**document, "site": "https://another.example/"}, tmp_path, content)
    assert (list(tmp_path.glob("faultbook-*.whl")), newer.path.read_bytes()) == ([newer.path], before)
    newer.path.write_bytes(b"no zip file")
    with pytest.raises(WheelError, match="which cannot be read from it"):
        build_wheel(document, tmp_path, content)


# --- used ------------------------------------------------------------------------------------------


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


def test_it_is_used_offline_from_an_empty_environment(installed, version, tmp_path):
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
    assert told["version"] == (0, f"faultbook {version} · index 2026-11-21 · {SITE} · CC BY 4.0\n", "")
    assert told["explain"][1].startswith("cudaErrorIllegalAddress · CUDA runtime (cudaError_t)\n")
    assert "显存不足" in told["module"][1].splitlines()
    assert "cudaErrorIllegalAddress · CUDA runtime" in told["find"][1]
    assert all(told[name][0] == 1 and told[name][2].endswith(LINE) for name in ("hook", "run", "run a module"))
    assert json.loads(told["env"][1])["faultbook"] == version
    assert all(told[name][::2] == (0, "") for name in ("version", "explain", "module", "env"))
    assert told["find"][::2] == (0, log.decode() + "\n")  # passed on, then an empty line


def test_nothing_of_the_generator_is_needed(installed, tmp_path):
    program = """
import sys, pathlib, importlib
import faultbook
folder = pathlib.Path(faultbook.__file__).parent
for path in sorted(folder.glob("*.py")):
    if path.stem not in ("__init__", "mcp_server"):  # the second needs an extra
        importlib.import_module(f"faultbook.{path.stem}")
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
    assert (status, "The GPU is full" in stdout.splitlines(), stderr) == (0, True, "")
    status, stdout, stderr = use(python, "train.py", cwd=tmp_path, **variables)
    assert (status, stdout, stderr.endswith(LINE)) == (1, "", True)
    status, stdout, stderr = use(python, "-m", "faultbook", "find", "-", cwd=tmp_path, stdin=b"xid 79", **variables)
    assert (status, stdout.count("Xid 79 · Xid\n"), stderr) == (0, 1, "xid 79\n\n")
    assert use(python, "-m", "faultbook", "env", cwd=tmp_path, **variables)[0] == 0


def test_the_readme_of_the_wheel_shows_commands_that_are_there(installed, tmp_path):
    text = (REPOSITORY / "wheel/README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"(?:^|\| |`)faultbook ([a-z]+)", text, re.MULTILINE))
    assert shown == {"doctor", "explain", "find", "open", "env", "mcp", "run", "verify"}
    for name in shown:
        status, stdout, _stderr = use(installed / "faultbook", name, "--help", cwd=tmp_path)
        assert (status, stdout.startswith(f"usage: faultbook {name} ")) == (0, True)
