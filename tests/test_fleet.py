"""Programs that run on other machines: Dask's real scheduler and workers, and submitit's real local jobs."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from running import (
    ENTRY,
    PROGRAMS,
    SETTINGS,
    STORE,
    add_programs,
    command_of,
    descendants,
    framework,
    here,
    programs_in,
    rewrite,
    words,
)
from worker_runs import soon

from generator.content.loader import load_content
from generator.evidence.store import Evidence, load_evidence
from generator.verify import engine
from generator.verify.engine import task_of
from generator.verify.environments import Host, environment_from
from generator.verify.fleet import FleetError, believed
from generator.verify.fleet.dask import DaskFleet, refuse_other_pythons
from generator.verify.fleet.slurm import SlurmFleet
from generator.verify.plan import Cell, plan
from generator.verify.remote import answer
from generator.verify.run import close_sessions

VERSIONS = ("14.0.0", "15.0.0", "16.0.0")
SHORT = "import time\n\ntime.sleep(0.3)\nint('word')\n"
NEEDS = "needs: [torch]"
SECONDS = 0.4 * (os.cpu_count() or 1)  # so that 100 programs take 40 s, however many cores there are
MINUTES = 4  # that a command may take on a busy machine
WORKER_TTL = 3  # seconds


@pytest.fixture
def root(good_content, tmp_path) -> Path:
    """Return content whose entry runs once for each version of a framework."""
    root = good_content(tmp_path)
    rewrite(root, "entry.yaml", *((f"snippet: {name}\n", f"snippet: {name}\n    {NEEDS}\n") for name in PROGRAMS))
    return root


@pytest.fixture
def pythons(tmp_path) -> list[Path]:
    """Return an interpreter for each version, as different machines have them."""
    return [framework(tmp_path / f"machine-{version}", "torch", version) for version in VERSIONS]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Machines:
    """A scheduler, and workers that are started when they are wanted, each in a folder that has nothing of ours."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack, self.port = folder, stack, free_port()
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        assert soon(lambda: not self._refuses(), 60)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def _refuses(self) -> int:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port))

    def start(self, *command: str, **variables: str) -> subprocess.Popen:
        settings = {
            **{name: text for name, text in os.environ.items() if name != "PYTHONPATH"},
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": f"{WORKER_TTL}s",
            **variables,
        }
        program = [sys.executable, "-m", "dask", *command, "--no-dashboard"]
        with (self.folder / f"{command[0]}.log").open("ab") as log:
            process = subprocess.Popen(program, cwd=self.folder, env=settings, stdout=log, stderr=log)
        self.stack.callback(end, process)
        return process

    def worker(self, *pythons: Path, nanny: bool = True, threads: int = 1) -> subprocess.Popen:
        named = os.pathsep.join(map(str, pythons))
        options = ("--nthreads", str(threads), "--local-directory", ".", "--nanny" if nanny else "--no-nanny")
        return self.start("worker", f"tcp://{self.address}", *options, FAULTBOOK_PYTHONS=named)


def end(process: subprocess.Popen) -> None:
    for pid in [*descendants(process.pid), process.pid]:
        send(pid, signal.SIGKILL)
    process.wait()


def send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


@pytest.fixture
def machines(tmp_path) -> Iterator[Machines]:
    folder = tmp_path / "dask"
    folder.mkdir()
    with ExitStack() as stack:
        yield Machines(folder, stack)


@contextmanager
def verifying(folder: Path, *arguments: str) -> Iterator[subprocess.Popen]:
    """Start `generator verify` in a folder, for minutes at most."""
    command = [sys.executable, "-m", "generator", "verify", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=folder, env=SETTINGS, **pipes) as process:
        watch = threading.Timer(MINUTES * 60, process.kill)
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()
            process.kill()


def ended(folder: Path, *arguments: str) -> tuple[int, str]:
    """Return how such a command ended, and what it said."""
    with verifying(folder, *arguments) as process:
        said = "".join(process.communicate())
        return process.returncode, said


def test_one_worker_is_killed_one_hangs_one_is_late_and_nothing_is_lost_or_stored_twice(
    root, tmp_path, pythons, machines
):
    names = add_programs(root, {f"more_{n}.py": SHORT for n in range(12)}, NEEDS)
    killed, hanging = (machines.worker(python) for python in pythons[:2])
    said = []
    with verifying(tmp_path, "--executor", f"dask://{machines.address}") as process:
        for line in process.stderr:
            said.append(line)
            ran = sum(one.startswith("ran ") for one in said)
            event = line.startswith("ran ") and ran
            if event == 1:
                machines.worker(pythons[2])
            elif event == 4:
                send(worker_below(killed), signal.SIGKILL)
            elif event == 6:
                send(worker_below(hanging), signal.SIGSTOP)
        assert process.wait() == 0, "".join(said)

    ran = Counter(line.split(": ")[0] for line in said if line.startswith("ran "))
    assert ran == {f"ran {ENTRY}/{name}": 3 for name in names}
    evidence = load_evidence(tmp_path / STORE)
    assert evidence.problems == []
    assert {len(seen) for seen in evidence.observations.values()} == {len(names)}
    assert sorted(one.distributions["torch"] for one in evidence.environments.values()) == list(VERSIONS)
    assert verdicts(root, evidence) == {
        "word": "confirmed",
        **AS_ALONE,
        **{f"more-{n}": "confirmed" for n in range(12)},
    }


# What a run on this machine gives: tests/test_engine.py.
AS_ALONE = {"check-digits": "confirmed", "strip": "confirmed", "only-words": "upheld"}


def verdicts(root: Path, evidence: Evidence) -> dict[str, str]:
    return words(load_content(root), evidence)


def worker_below(nanny: subprocess.Popen) -> int:
    """Return the process of a worker, which its nanny has started."""
    started = [pid for pid in descendants(nanny.pid) if any("spawn_main" in one for one in command_of(pid))]
    return started[0]


def cells_on(fleet, root: Path) -> list[Cell]:
    return plan(load_content(root), Evidence(), fleet.hosts())


@pytest.mark.usefixtures("root")
def test_a_worker_needs_nothing_of_ours_and_is_left_as_it_was(tmp_path, pythons, machines):
    machines.worker(pythons[0], nanny=False)
    code, said = ended(tmp_path, "--executor", f"dask://{machines.address}")
    assert code == 0, said
    assert soon(lambda: not list(machines.folder.rglob("faultbook-*")))
    assert "Starting Worker plugin faultbook_" in (machines.folder / "worker.log").read_text()
    again, said = ended(tmp_path, "--executor", f"dask://{machines.address}")
    assert (again, "ran " in said) == (0, False)


def test_two_clients_share_the_workers(root, tmp_path, pythons, machines):
    machines.worker(*pythons[:2], threads=2)
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    options = ("--content", str(root), "--executor", f"dask://{machines.address}")
    with ExitStack() as stack:
        processes = [stack.enter_context(verifying(folder, *options)) for folder in folders]
        said = ["".join(process.communicate()) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert [len(programs_in(one)) for one in said] == [8, 8]


def test_what_a_worker_took_along_is_run_again(root, tmp_path, pythons, machines):
    nanny = machines.worker(pythons[0])
    fleet = DaskFleet(f"tcp://{machines.address}")
    try:
        cells = cells_on(fleet, root)
        running = fleet.run(cells, tmp_path / "store", lambda _hosts: (), again=False)
        ran = [next(running)]
        send(worker_below(nanny), signal.SIGKILL)  # with answers that nobody has fetched, perhaps
        ran += running
    finally:
        fleet.close()
    assert [bool(seen.observation) for _cell, seen in ran] == [True] * len(cells)


def test_an_environment_without_room_leaves_others_theirs(root, monkeypatch):
    monkeypatch.setattr(engine, "IN_FLIGHT", 1)
    [cell, *_more] = plan(load_content(root), Evidence(), [with_torch(here())])
    other = replace(cell, host=here())
    waiting = engine._Waiting([cell, cell, other])  # noqa: SLF001 - as `run_cells` has it
    taken = [waiting.pop(), waiting.pop(), waiting.pop()]
    assert taken == [cell, other, None]
    waiting.ended(cell)
    assert (waiting.pop(), bool(waiting)) == (cell, False)


@pytest.mark.parametrize("version", ["3.8.1", "4.0.0"])
def test_a_worker_of_another_python_is_refused(version):
    with pytest.raises(FleetError, match=r"FAULTBOOK_PYTHONS may name any for programs"):
        refuse_other_pythons({"tcp://a:1": f"{sys.version_info[0]}.{sys.version_info[1]}.0", "tcp://b:2": version})


def test_what_nobody_can_run_any_more_is_given_up_and_says_so(root, tmp_path, pythons, machines):
    add_programs(root, {f"more_{n}.py": SHORT for n in range(12)}, NEEDS)
    only = machines.worker(pythons[0], nanny=False)
    fleet = DaskFleet(f"tcp://{machines.address}", patience=2)
    try:
        running = fleet.run(cells_on(fleet, root), tmp_path / "store", lambda _hosts: (), again=False)
        next(running)
        only.kill()
        troubles = {ran.harness for _cell, ran in running if not ran.observation}
    finally:
        fleet.close()
    assert troubles == {
        "no worker has the environment cpu-torch14.0.0-py311 any more: start one again, and run this again"
    }


def test_a_scheduler_that_goes_away_loses_nothing_that_had_ended(root, tmp_path, pythons, machines):
    add_programs(root, {f"more_{n}.py": SHORT for n in range(12)}, NEEDS)
    machines.worker(pythons[0], nanny=False)
    with verifying(tmp_path, "--executor", f"dask://{machines.address}") as process:
        next(line for line in process.stderr if line.startswith("ran "))
        machines.scheduler.kill()
        said = process.communicate()[1]
    assert process.returncode == 3, said
    assert "harness_error: the scheduler cannot be reached any more: start it and its workers again" in said
    kept = load_evidence(tmp_path / STORE)
    assert (kept.problems, 1 <= len(*kept.observations.values()) < 16) == ([], True)


def test_an_answer_is_believed_only_with_its_digest(root, tmp_path):
    [cell, *_more] = plan(load_content(root), Evidence(), [with_torch(here())])
    task = task_of(cell, tmp_path, again=True)
    environment = task.host.environment.id
    close_sessions()
    seen = {"harness": "it was stopped"}
    good = answer(environment, task.job, seen)
    assert believed(task, good).harness == "it was stopped"
    spoilt = (
        {**good, "result": {"harness": "another"}},
        answer("0" * 16, task.job, seen),
        answer(environment, {**task.job, "source": "1"}, seen),
        {"result": seen},
    )
    assert believed(task, []).harness == "what came back is no answer"
    assert {believed(task, one).harness for one in spoilt} == {
        "what came back is not what was sent: its digest is another"
    }
    assert (
        believed(task, answer(environment, task.job, {"mode": "exec"})).harness
        == "what came back is no result: ValidationError"
    )


def with_torch(host: Host) -> Host:
    facts = host.environment.model_dump(mode="json", exclude={"id", "name", "format", "contributed"})
    distributions = {**host.environment.distributions, "torch": VERSIONS[0]}
    return replace(host, environment=environment_from({**facts, "distributions": distributions}))


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dask://127.0.0.1:{port}", "no Dask scheduler answers at tcp://127.0.0.1:{port} within 10 s: start one with"),
        (
            "slurm:nothing.toml",
            "nothing.toml cannot be read (No such file or directory): docs/fleet.md shows such a file",
        ),
        ("slurm:empty.toml", "empty.toml: environments: Field required: docs/fleet.md shows such a file"),
        ("slurm:spoilt.toml", "spoilt.toml is not TOML ("),
        ("slurm:real.toml", "cannot be submitted: "),
        ("slurm:locked.toml", "cannot be written (Not a directory): name another folder in locked.toml"),
        ("somewhere", "--executor 'somewhere' names no machines: write dask://HOST:PORT, tls://HOST:PORT"),
        ("dask://localhost", "names no port: add the scheduler's, such as dask://localhost:8786"),
        ("slurm:misspelt.toml", "misspelt.toml: environments.here.job: there is no such key: docs/fleet.md"),
    ],
)
def test_what_is_wrong_with_the_machines_is_said(tmp_path, where, said):
    port = free_port()
    (tmp_path / "empty.toml").write_text("")
    (tmp_path / "spoilt.toml").write_text("[")
    (tmp_path / "locked.toml").write_text(f"folder = '/dev/null/x'\n[environments.here]\npython = '{sys.executable}'\n")
    (tmp_path / "misspelt.toml").write_text(f"[environments.here]\npython = '{sys.executable}'\njob = 2\n")
    (tmp_path / "real.toml").write_text(f"[environments.here]\npython = '{sys.executable}'\n")
    code, output = ended(tmp_path, "--executor", where.format(port=port))
    assert (code, said.format(port=port) in output) == (2, True), output


# --- batch jobs ----------------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path, pythons):
    """Return a file that names two environments of a cluster which is this machine."""

    def write(minutes: int = 5, jobs: int = 2) -> Path:
        path = tmp_path / "fleet.toml"
        text = 'cluster = "local"\n'
        for name, python in zip(("older", "newer"), pythons, strict=False):
            text += f"[environments.{name}]\npython = '{python}'\njobs = {jobs}\nsubmit = {{timeout_min = {minutes}}}\n"
        path.write_text(text)
        return path

    return write


def test_two_hundred_cells_through_batch_jobs_one_preempted_and_both_out_of_time(root, tmp_path, cluster, monkeypatch):
    monkeypatch.chdir(tmp_path)
    add_programs(
        root, {f"more_{n}.py": f"import time\n\ntime.sleep({SECONDS})\nint('word')\n" for n in range(96)}, NEEDS
    )
    fleet = SlurmFleet(cluster(minutes=1, jobs=1))  # submitit warns 30 s before the end
    ran: Counter[str] = Counter()
    try:
        cells = cells_on(fleet, root)
        for cell, seen in fleet.run(cells, tmp_path / "store", lambda _hosts: (), again=False):
            assert seen.observation, seen.harness
            assert re.fullmatch(r"local \d+", seen.observation.job)
            ran[f"{cell.name} {cell.host.environment.id}"] += 1
            if ran.total() == 20:
                send(process_of(fleet.jobs[-1]), signal.SIGUSR2)  # as a cluster does before it takes the node away
        assert soon(lambda: all(job.done() for job in fleet.jobs), 30)
        logs = [job.paths.stderr.read_text() + job.paths.stdout.read_text() for job in fleet.jobs[2:4]]
    finally:
        fleet.close()
    assert (len(ran), set(ran.values())) == (200, {1})
    requeued = [log.count("Requeued job") for log in logs]
    assert 1 <= requeued[0] < requeued[1], logs  # for its time alone, and once more
    for part in fleet.folder.glob("*.answers"):  # it went on where it was
        answered = Counter(json.loads(line)["cell"] for line in part.read_text().splitlines())
        assert set(answered.values()) == {1}
    evidence = load_evidence(tmp_path / "store")
    assert evidence.problems == []
    assert [len(seen) for seen in evidence.observations.values()] == [100, 100]
    assert set(verdicts(root, evidence).values()) == {"confirmed", "upheld"}


def process_of(job) -> int:
    """Return the process of a local job, below the one that watches it."""
    return next(pid for pid in descendants(int(job.job_id)) if "submitit.core._submit" in command_of(pid))


@pytest.mark.usefixtures("root")
def test_verify_runs_through_batch_jobs_and_names_them_in_the_evidence(tmp_path, cluster):
    code, said = ended(tmp_path, "--executor", f"slurm:{cluster(jobs=1)}")
    assert code == 0, said
    assert len(programs_in(said)) == 8
    stored = [json.loads(path.read_text()) for path in (tmp_path / STORE).glob(f"{ENTRY}/*/*.json")]
    assert all(one["observation"]["job"].startswith("local ") for one in stored)


@pytest.mark.usefixtures("root")
def test_a_batch_job_that_fails_says_where_its_log_is(tmp_path, cluster):
    path = cluster()
    path.write_text(path.read_text().replace("torch/bin/python", "torch/bin/nothing"))
    code, said = ended(tmp_path, "--executor", f"slurm:{path}")
    assert code == 2, said
    assert "no environment of the cluster can run programs: older: " in said
    assert "there is no such file" in said
