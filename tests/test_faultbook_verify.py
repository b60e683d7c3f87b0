"""A reader's own machine: `faultbook verify` from an installed wheel, and what it wrote taken in as evidence."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from recorded import commit, evidence_of, generator
from running import ENTRY, PROGRAMS, add_programs, descendants, is_running, rewrite, words, write_program
from stub_host import StubHost, environment, framework
from worker_runs import pythons, soon

from faultbook.chinese import CHINESE
from generator.build.site import build_site
from generator.content.loader import load_content
from generator.distribution.wheel import PLANS
from generator.evidence.store import load_evidence
from generator.render import labels
from generator.verify import planfile

REFERENCE = "https://git.example/us/ours/issues/7"
ISSUES = "attach it to an issue: https://git.example/us/ours/issues"
OLDEST = next((python for version, python in pythons().items() if version.startswith("3.9.")), sys.executable)
NEEDS_GPU = "snippet: reproduce.py\n    needs: [gpu]"


@pytest.fixture(autouse=True)
def root(good_content, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    root = good_content(tmp_path).relative_to(tmp_path)
    with (root / "site.yaml").open("a") as file:
        file.write("repository: https://git.example/us/ours\n")
    return root


@pytest.fixture
def there(tmp_path) -> Path:
    """Return an empty folder on the reader's machine."""
    folder = tmp_path / "there"
    folder.mkdir()
    return folder


def on_a_gpu(root: Path) -> None:
    """Let the entry be about a GPU: two of its programs import a framework, one of them needs a device."""
    rewrite(root, "entry.yaml", ("snippet: reproduce.py", NEEDS_GPU))
    for name in ("reproduce.py", "workaround.py"):
        text = (root / "entries" / ENTRY / name).read_text()
        write_program(root, name, f"import torch\n\n{text}")


def wheel() -> Path:
    done = generator("wheel", "--out", "dist")
    assert done.exit_code == 0, done.output
    (made,) = Path("dist").glob("*.whl")
    return made


def install(host: StubHost) -> None:
    """Build the wheel, and put on the reader's machine what pip would: starting that takes longer than most tests."""
    with zipfile.ZipFile(wheel()) as archive:
        archive.extractall(host.packages)
    folder = host.folder / "plain/bin"
    command = folder / "faultbook"
    command.write_text(f"#!{folder}/python\nimport sys\nfrom faultbook.__main__ import main\nsys.exit(main())\n")
    command.chmod(0o755)


def verify(host: StubHost, *arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    done = host.run("faultbook", "verify", "first-entry", *arguments, cwd=cwd, **variables)
    assert not list(Path(host.variables["TMPDIR"]).iterdir())
    return done


def file_in(there: Path) -> Path:
    (path,) = there.iterdir()
    return path


def observed_in(path: Path) -> list[str]:
    return sorted(item["observation"]["snippet"] for item in json.loads(path.read_text())["observations"])


def import_contributed(path: Path, *more: str):
    return generator("evidence", "import", "--from", str(path), "--contributed", REFERENCE, *more)


# --- the way there and back ------------------------------------------------------------------------


@pytest.mark.parametrize("python", [sys.executable, OLDEST], ids=["this Python", "the oldest"])
def test_a_reader_runs_a_gpu_entry(root, there, tmp_path, libraries, python):
    host = StubHost(tmp_path / "host", libraries, python)
    on_a_gpu(root)
    framework(host.packages)
    pip = [sys.executable, "-m", "pip", "--python", str(host.folder / "plain/bin/python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel())], check=True, capture_output=True)
    done = verify(host, "--yes", cwd=there)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"4 of the 4 programs of {ENTRY} can run here; they take about 20 s." in done.stderr
    assert "on NVIDIA Stub GPU, 24576 MiB, driver 580.95.05; the file will be faultbook-first-entry-" in done.stderr
    assert "cause errors on it, on purpose" in done.stderr
    assert re.search(r"^  claim +here +on the site$", done.stdout, re.MULTILINE)
    assert re.search(r"^  reproduce-word +as stated +not run$", done.stdout, re.MULTILINE)
    assert ISSUES in done.stderr
    path = file_in(there)
    assert re.fullmatch(r"faultbook-first-entry-[0-9a-f]{16}\.json", path.name)
    assert observed_in(path) == PROGRAMS
    assert str(tmp_path) not in path.read_text()


def test_what_a_reader_saw_becomes_evidence_that_is_marked_on_every_page(root, there, host, tmp_path):
    install(host)
    verify(host, "--yes", cwd=there)
    path = file_in(there)
    dry = import_contributed(path, "--dry-run")
    assert (dry.exit_code, (root / "evidence").exists()) == (0, False), dry.output
    assert f"would take {ENTRY}/reproduce.py in stubgpu-" in dry.output
    assert dry.output.endswith("nothing was written\n")
    assert "4 imported" in import_contributed(path).output
    evidence = load_evidence(root / "evidence")
    (recorded,) = evidence.environments.values()
    assert (recorded.contributed, recorded.kind, recorded.name[-12:]) == (REFERENCE, "device", "-contributed")
    assert recorded.id not in path.name
    content = load_content(root)
    assert set(words(content, evidence).values()) == {"confirmed", "upheld"}

    build_site(root, tmp_path / "site")
    link = f'<a href="{REFERENCE}" rel="noopener nofollow">{REFERENCE}</a>'
    for locale, mark in (("", "contributed: "), ("zh/", "读者提供：")):
        for page in (f"{ENTRY}/", f"{ENTRY}/runs/", "evidence/"):
            assert mark + link in (tmp_path / "site" / locale / page / "index.html").read_text(), page
        assert link in (tmp_path / "site" / locale / "evidence" / recorded.id / "index.html").read_text()
    document = json.loads((tmp_path / f"site/api/v1/entries/{ENTRY}.json").read_text())
    assert [one["contributed"] for one in document["environments"]] == [REFERENCE]


def test_an_entry_without_a_gpu_is_set_beside_the_sites_verdicts(root, there, host):
    commit(root, evidence_of(root))
    host.without_smi()
    host.without_nvml()
    install(host)
    write_program(root, "claim.py", "assert int('12') == 13\n")  # has changed since
    done = verify(host, "--yes", cwd=there, LD_LIBRARY_PATH="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^  workaround-\S+ +as stated +ran clean$", done.stdout, re.MULTILINE)
    assert re.search(r"^  dead-end-\S+ +as stated +still fails, as said$", done.stdout, re.MULTILINE)
    assert "fill the memory" not in done.stderr
    imported = import_contributed(file_in(there))
    assert imported.exit_code == 1
    assert f"{file_in(there).relative_to(Path.cwd())}:" in imported.output
    assert f"{ENTRY}/claim.py has changed since" in imported.output
    assert "3 imported" in imported.output
    assert len(load_evidence(root / "evidence").environments) == 2


def test_what_comes_out_otherwise_than_on_the_site_is_marked_and_told_by_the_exit_status(root, there, host):
    commit(root, evidence_of(root))
    program = "import os\n\nint('word' if os.environ.get('CUDA_VISIBLE_DEVICES') is None else '1')\n"
    write_program(root, "reproduce.py", program)
    commit(root, evidence_of(root))
    install(host)
    done = verify(host, "--yes", cwd=there, CUDA_VISIBLE_DEVICES="0")
    assert done.returncode == 1
    assert re.search(r"^≠ reproduce-word +otherwise \(exit 0, exec, .*\) +reproduced$", done.stdout, re.MULTILINE)


def test_in_chinese(there, host):
    install(host)
    done = verify(host, "--yes", "--lang", "zh", cwd=there)
    assert done.returncode == 0
    assert f"{ENTRY} 的 4 个程序里有 4 个能在这里运行" in done.stderr
    assert "与所述一致" in done.stdout


# --- asked first, and refused ------------------------------------------------------------------------


def test_without_a_terminal_nothing_runs_unless_that_was_agreed_to(there, host):
    install(host)
    done = verify(host, cwd=there)
    assert (done.returncode, done.stdout, list(there.iterdir())) == (2, "", [])
    assert done.stderr.endswith("there is no terminal to ask on: add --yes to run them\n")


@pytest.mark.parametrize(("answer", "status"), [("n", 3), ("", 3), ("y", 0)])
def test_on_a_terminal_it_asks(there, host, answer, status):
    install(host)
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    command = ["faultbook", "verify", ENTRY]
    done = subprocess.run(command, cwd=there, env=host.variables, stdin=theirs, capture_output=True, check=False)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, len(list(there.iterdir()))) == (status, int(status == 0)), done.stderr
    assert b"Run them? [y/N] " in done.stderr


def test_what_cannot_run_here_is_said_with_the_reason(root, there, host):
    on_a_gpu(root)
    framework(host.packages)
    install(host)
    host.without_smi()
    host.without_nvml()
    done = verify(host, "--yes", cwd=there, LD_LIBRARY_PATH="")
    assert done.returncode == 0
    assert re.search(r"^  reproduce-word +cannot run here \(needs a GPU\) +not run$", done.stdout, re.MULTILINE)
    assert observed_in(file_in(there)) == sorted({*PROGRAMS} - {"reproduce.py"})


def test_a_python_without_the_frameworks_and_one_that_is_none_are_named(root, there, host, tmp_path):
    on_a_gpu(root)
    for name in ("claim", "dead_end"):
        write_program(
            root, f"{name}.py", f"import torch\n\n{(root / 'entries' / ENTRY / name).with_suffix('.py').read_text()}"
        )
    install(host)
    done = verify(host, "--yes", cwd=there)
    assert (done.returncode, list(there.iterdir())) == (3, [])
    assert f"none of the programs of {ENTRY} can run with" in done.stderr
    assert "they need torch" in done.stderr
    done = verify(host, "--yes", "--python", "no-such", cwd=there)
    assert (done.returncode, "'no-such' is not an interpreter" in done.stderr) == (2, True)
    done = verify(host, "--yes", "--python", "/bin/true", cwd=there)
    assert (done.returncode, "'/bin/true' is not Python 3.9 or later" in done.stderr) == (2, True)
    framework(environment(tmp_path / "right"))
    assert verify(host, "--yes", "--python", str(tmp_path / "right"), cwd=there).returncode == 0


def test_a_busy_gpu_is_left_alone_unless_it_is_to_be_shared(there, host):
    install(host)
    host.in_use(11264)
    done = verify(host, "--yes", cwd=there)
    assert (done.returncode, "in use by something else (11264 MiB)" in done.stderr) == (3, True)
    assert verify(host, "--yes", "--shared-gpu", cwd=there).returncode == 0
    assert json.loads(file_in(there).read_text())["facts"]["isolation"]["GPU memory"] == "not watched"


def test_no_file_is_written_over_and_one_that_cannot_be_written_is_named(there, host):
    install(host)
    (there / "notes.json").write_text("mine")
    done = verify(host, "--yes", "--out", "notes.json", cwd=there)
    assert (done.returncode, (there / "notes.json").read_text()) == (2, "mine")
    assert "notes.json exists already: delete it, or name another file with --out" in done.stderr
    done = verify(host, "--yes", "--out", "no/such/folder.json", cwd=there)
    assert (done.returncode, "no/such/folder.json cannot be written" in done.stderr) == (2, True)


def test_stopped_midway_it_keeps_what_had_ended_and_leaves_nothing_else(root, there, host):
    programs = {f"more_{n}.py": f"import time\n\ntime.sleep(0.3 + {n} / 5)\nint('word')\n" for n in range(8)}
    everything = add_programs(root, programs)
    install(host)
    command = ["faultbook", "verify", ENTRY, "--yes", "--out", "mine.json"]
    with subprocess.Popen(command, cwd=there, env=host.variables, stdout=subprocess.PIPE, text=True) as process:
        path = there / "mine.json"
        assert soon(lambda: path.exists() and path.read_text() and len(observed_in(path)) >= 2, 60)
        below = list(descendants(process.pid))
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
    assert process.returncode == 130
    assert "not run" in said
    assert soon(lambda: not any(map(is_running, below)), 10)
    assert file_in(there) == path
    assert 2 <= len(observed_in(path)) < len(everything)
    assert not list(Path(host.variables["TMPDIR"]).iterdir())
    assert import_contributed(path).exit_code == 0


def test_after_its_minutes_it_starts_nothing_more(there, host):
    install(host)
    with (host.bin / "nvidia-smi").open("a") as file:
        file.write("echo '580.95.05, NVIDIA Stub GPU, 24576, 9.0, [N/A], 1, GPU-b'\n")
    done = verify(host, "--yes", "--minutes", "0", cwd=there)
    assert (done.returncode, list(there.iterdir())) == (3, [])
    assert "on 1 of 2 GPUs, NVIDIA Stub GPU, 24576 MiB, driver 580.95.05; the file" in done.stderr
    assert "4 programs have not run" in done.stderr


def test_names_resolve_as_elsewhere(there, host):
    install(host)
    done = host.run("faultbook", "verify", "nothing-like-it", "--yes", cwd=there)
    assert (done.returncode, "no entry and no status code is called 'nothing-like-it'" in done.stderr) == (1, True)
    done = host.run("faultbook", "verify", "DemoValueError", cwd=there)
    assert f"the 4 programs of {ENTRY}" in done.stderr


# --- what carries the programs ---------------------------------------------------------------------------


def test_a_checkout_says_how_to_get_the_programs(index):
    from package_runs import faultbook

    status, stdout, stderr = faultbook("verify", "first-entry", index=index)
    assert (status, stdout) == (2, "")
    assert f"{PLANS} is missing. Install the wheel with pip; a checkout makes one with" in stderr


def test_an_entry_that_no_reader_can_run_has_no_command_and_says_so(root, there, host, tmp_path):
    for name in ("reproduce", "workaround", "dead_end", "claim"):
        rewrite(root, "entry.yaml", (f"snippet: {name}.py", f"snippet: {name}.py\n    needs: [simulated-driver]"))
    install(host)
    done = verify(host, cwd=there)
    assert (done.returncode, f"no program of {ENTRY} that a reader's machine can run" in done.stderr) == (3, True)
    build_site(root, tmp_path / "site")
    assert "faultbook verify" not in (tmp_path / "site" / ENTRY / "index.html").read_text()


def test_the_page_of_an_entry_shows_the_command_once(root, tmp_path):
    build_site(root, tmp_path / "site")
    for locale in ("", "zh/"):
        page = (tmp_path / "site" / locale / ENTRY / "index.html").read_text()
        assert page.count(f"<code>faultbook verify {ENTRY.partition('/')[2]}</code>") == 1


def test_every_word_that_comes_with_the_programs_has_its_chinese():
    known = [*labels.VERDICTS.values(), *labels.ANY_ROLE.values(), labels.OTHER_VERSIONS]
    assert {label.text for label in known} | set(planfile.MISSING.values()) <= CHINESE.keys()
