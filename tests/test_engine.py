"""Running what is due: through any executor, into a store that any number of clients may share."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
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
    here,
    is_running,
    names,
    programs_in,
    recorded,
    rewrite,
    words,
    write_program,
)
from worker_runs import soon

from generator.content.loader import load_content
from generator.evidence.records import Observation, observation_key
from generator.evidence.store import Evidence, load_evidence, stored_observation
from generator.verify import engine
from generator.verify.engine import run_cells
from generator.verify.environments import Host
from generator.verify.plan import Cell, Wanted, plan
from generator.verify.run import close_sessions

ENDLESS = "import time\n\ntime.sleep(600)\n"


@pytest.fixture
def root(good_content, tmp_path) -> Path:
    return good_content(tmp_path)


@pytest.fixture
def store(tmp_path) -> Path:
    return tmp_path / "store"


def cells_of(root: Path, **wanted) -> list[Cell]:
    return plan(load_content(root), Evidence(), [here()], Wanted(**wanted))


def ending(seen: Observation) -> tuple:
    return seen.exit_code, seen.signal, seen.timed_out, seen.exception, seen.mode


# --- executors ---------------------------------------------------------------------------------


class AtOnce(Executor):
    """Knows no more than an executor must: runs a call where it is submitted, and looks whether that left a record."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.on_disk: list[str] = []

    def submit(self, call: Callable, /, *arguments: object, **named: object) -> Future:
        future: Future = Future()
        future.set_result(call(*arguments, **named))
        self.on_disk = recorded(self.store, here())
        return future


def in_processes() -> Executor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


EXECUTORS: dict[str, Callable[[Path], AbstractContextManager]] = {
    "its own": lambda _store: nullcontext(),
    "threads": lambda _store: ThreadPoolExecutor(2),
    "processes": lambda _store: in_processes(),
    "no more than one": AtOnce,
}


@pytest.mark.parametrize("executor", EXECUTORS.values(), ids=EXECUTORS)
def test_each_observation_is_on_disk_before_it_is_handed_on_whoever_runs_it(root, store, executor):
    seen: dict[str, Observation] = {}
    with executor(store) as given:
        for cell, ran in run_cells(cells_of(root), store, given):
            stored = load_evidence(store)
            assert stored.problems == []
            assert stored.observations[ENTRY, here().environment.id][cell.snippet.name] == ran.observation
            assert stored.environments == {here().environment.id: here().environment}
            assert ran.observation.key == observation_key(cell.snippet.digest, "fork", here().environment.id)
            seen[cell.snippet.name] = ran.observation
    assert words(load_content(root), load_evidence(store)) == AS_EXPECTED
    assert {name: ending(one)[:3] for name, one in seen.items()} == {
        **dict.fromkeys(["claim.py", "workaround.py"], (0, None, False)),
        **dict.fromkeys(["dead_end.py", "reproduce.py"], (1, None, False)),
    }


AS_EXPECTED = {"word": "confirmed", "check-digits": "confirmed", "strip": "confirmed", "only-words": "upheld"}


def test_an_observation_is_on_disk_before_its_future_returns(root, store):
    executor = AtOnce(store)
    run = [cell.snippet.name for cell, _ran in run_cells(cells_of(root), store, executor)]
    assert executor.on_disk == sorted(run) == PROGRAMS


def test_a_pool_of_processes_leaves_neither_processes_nor_folders(root, store, tmp_path, monkeypatch):
    close_sessions()  # of this process
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # of the new processes; this one has looked it up already
    with in_processes() as executor:
        assert len(list(run_cells(cells_of(root), store, executor))) == 4
        zygotes = [pid for pid in descendants(os.getpid()) if "zygote" in command_of(pid)]
    assert zygotes
    assert soon(lambda: not any(map(is_running, zygotes)))
    assert soon(lambda: not list(tmp_path.glob("faultbook-*")))


def test_nothing_is_left_when_all_has_run(root, store):
    list(run_cells(cells_of(root), store))
    close_sessions()
    assert [pid for pid in descendants(os.getpid()) if "zygote" in command_of(pid)] == []


@pytest.fixture
def many(root) -> Path:
    add_programs(root, {f"more_{n}.py": "int('word')" for n in range(8)})
    return root


def test_a_run_that_is_closed_early_keeps_what_it_has_and_cancels_what_waits(many, store):
    futures: list[Future] = []

    class Noted(ThreadPoolExecutor):
        def submit(self, call: Callable, /, *arguments: object, **named: object) -> Future:
            futures.append(super().submit(call, *arguments, **named))
            return futures[-1]

    with Noted(1) as executor:
        running = run_cells(cells_of(many), store, executor)
        first, _ran = next(running)
        running.close()
        cancelled = [future for future in futures if future.cancelled()]
        assert executor.submit(int, "7").result() == 7
    assert len(futures) == 12 + 1
    assert len(cancelled) >= 8
    assert first.snippet.name in recorded(store, here())
    assert len(recorded(store, here())) == 12 - len(cancelled)


def test_a_run_on_this_machine_that_is_closed_early_runs_no_more(many, store):
    running = run_cells(cells_of(many), store)
    next(running)
    running.close()
    assert 1 <= len(recorded(store, here())) < 12


def test_no_more_than_so_many_cells_are_handed_out_and_not_done(root, store):
    [cell] = cells_of(root, roles=["claim"])
    list(run_cells([cell], store))
    full, counting, open_now, most = threading.Event(), threading.Lock(), 0, 0

    class Counted(ThreadPoolExecutor):
        def submit(self, call: Callable, /, *arguments: object, **named: object) -> Future:
            nonlocal open_now, most
            with counting:
                open_now += 1
                most = max(most, open_now)
            if most >= engine.IN_FLIGHT:
                full.set()
            return super().submit(after_all, call, *arguments, **named)

    def after_all(call: Callable, /, *arguments: object, **named: object) -> object:
        nonlocal open_now
        assert full.wait(60)
        found = call(*arguments, **named)
        with counting:  # before anybody learns that it is done: a callback of the future would come too late
            open_now -= 1
        return found

    with Counted(1) as executor:
        cells = [cell] * (2 * engine.IN_FLIGHT + 9)
        assert len(list(run_cells(cells, store, executor))) == len(cells)
    assert most == engine.IN_FLIGHT


# --- what is evidence --------------------------------------------------------------------------


def test_failures_are_recorded_like_successes_and_what_is_no_evidence_is_not(root, store):
    write_program(root, "claim.py", "import os\nos.abort()")
    write_program(root, "dead_end.py", "import os\nos._exit(7)")
    write_program(root, "workaround.py", "import os\nos._exit(0)")
    write_program(root, "network.py", "import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=2)")
    add_programs(root, {"network.py": (root / "entries" / ENTRY / "network.py").read_text()})
    content = load_content(root)
    ran = {cell.snippet.name: ran for cell, ran in run_cells(cells_of(root), store)}
    assert sorted(ran) == sorted([*PROGRAMS, "network.py"])
    assert not ran["workaround.py"].is_evidence
    assert ran["network.py"].observation.violations == ("network",)
    assert not ran["network.py"].is_evidence
    assert recorded(store, here()) == ["claim.py", "dead_end.py", "reproduce.py"]
    evidence = load_evidence(store)
    assert names(plan(content, evidence, [here()])) == ["network.py", "workaround.py"]
    assert words(content, evidence) == {
        "network": "not_run",
        "word": "confirmed",
        "check-digits": "not_run",
        "strip": "contradicted",
        "only-words": "refuted",
    }


@pytest.mark.parametrize("python", ["/no/such/python", "/bin/false", "/bin/true"])
def test_where_the_harness_fails_the_cell_is_handed_on_with_the_reason_and_nothing_is_stored(root, store, python):
    broken = Host(Path(python), here().environment)
    cells = plan(load_content(root), Evidence(), [broken])
    for _cell, ran in run_cells(cells, store):
        assert ran.observation is None
        assert ran.harness
        assert not ran.is_evidence
    assert not store.exists()


@pytest.mark.parametrize(
    ("program", "expect", "mode"),
    [
        ("raise ValueError('a')", "{raises: [ValueError]}", "fork"),
        ("raise TypeError('a')", "{raises: [ValueError]}", "exec"),
        # Only the verdict knows that what cannot be imported is never just any exception.
        ("import no_such_module_here", "{raises: [Exception]}", "exec"),
        ("raise ImportError('a')", "{raises: [Exception]}", "exec"),
        ("raise ValueError('a')", "{raises: [Exception]}", "fork"),
    ],
)
def test_a_fork_may_only_confirm(root, store, program, expect, mode):
    write_program(root, "claim.py", program)
    rewrite(root, "entry.yaml", ("expect: completes", f"expect: {expect}"))
    [(_cell, ran)] = run_cells(cells_of(root, roles=["claim"]), store)
    assert ran.observation.mode == mode
    assert recorded(store, here()) == ["claim.py"]
    content, evidence = load_content(root), load_evidence(store)
    assert words(content, evidence)["only-words"] == ("upheld" if mode == "fork" else "refuted")
    assert plan(content, evidence, [here()], Wanted(roles=["claim"])) == []


# --- the store is the checkpoint ---------------------------------------------------------------


def test_what_the_store_has_is_not_run_unless_it_is_asked_for_again(root, store):
    cells = cells_of(root)
    first = {cell.snippet.name: ran for cell, ran in run_cells(cells, store)}
    nowhere = Host(Path("/no/such/python"), here().environment)
    there = plan(load_content(root), Evidence(), [nowhere])
    assert {cell.snippet.name: ran for cell, ran in run_cells(there, store)} == first
    assert all(ran.harness for _cell, ran in run_cells(there, store, again=True))
    files = set(store.rglob("*.json"))
    marker = 1_000_000.0  # seconds: no run takes as long, so a stored one that does is the one from before
    for path in files:
        path.write_text(re.sub(r'("seconds": )[0-9.e-]+', rf"\g<1>{marker}", path.read_text()))
    assert str(marker) in "".join(path.read_text() for path in files)
    assert {ran.observation.exit_code for _cell, ran in run_cells(cells, store, again=True)} == {0, 1}
    assert set(store.rglob("*.json")) == files
    assert str(marker) not in "".join(path.read_text() for path in files)


def test_what_the_store_has_of_another_program_or_too_few_runs_of_it_is_run(root, store):
    list(run_cells(cells_of(root), store))
    write_program(root, "claim.py", "assert int('13') == 13")
    [(cell, ran)] = run_cells(cells_of(root, roles=["claim"]), store)
    assert ran.observation.key == observation_key(cell.snippet.digest, "fork", here().environment.id)
    [(_cell, ran)] = run_cells(cells_of(root, roles=["claim"], repeat=3), store)
    assert len(ran.observation.repeats) == 2
    assert stored_observation(store, ENTRY, here().environment.id, "claim.py") == ran.observation


def test_what_in_the_store_cannot_be_read_is_run_again(root, store):
    list(run_cells(cells_of(root), store))
    path = store / ENTRY / here().environment.id / "claim.py.json"
    whole = path.read_text()
    for damage in ("", whole[:100], "[]", whole.replace('"format": 1', '"format": 99'), "\udcff"):
        path.write_bytes(damage.encode(errors="surrogateescape"))
        assert len(list(run_cells(cells_of(root), store))) == 4
        assert recorded(store, here()) == PROGRAMS


def test_where_the_record_of_the_environment_cannot_be_read_all_is_due_and_the_record_is_made_anew(root, store):
    list(run_cells(cells_of(root), store))
    path = store / "environments" / f"{here().environment.id}.json"
    whole = path.read_text()
    for damage in (None, b"", b'{"format": 7, "colour": "blue"}', b"\xff"):
        path.unlink() if damage is None else path.write_bytes(damage)
        cells = plan(load_content(root), load_evidence(store), [here()])
        assert names(cells) == PROGRAMS
        list(run_cells(cells, store))
        assert path.read_text() == whole
        assert recorded(store, here()) == PROGRAMS


def verification(folder: Path) -> list:
    return [sys.executable, "-m", "generator", "verify", "--content", folder / "content", "--python", sys.executable]


@pytest.fixture
def clients() -> Iterator[Callable[[Path], subprocess.Popen]]:
    """Return a function that starts `generator verify` in a folder; what is still there in the end is killed."""
    started: list[subprocess.Popen] = []

    def start(folder: Path) -> subprocess.Popen:
        environment = {**SETTINGS, "TMPDIR": str(folder)}  # what is killed cannot tidy up
        with (folder / "told").open("w") as told:
            started.append(subprocess.Popen(verification(folder), cwd=folder, env=environment, stderr=told))
        return started[-1]

    yield start
    for client in started:
        client.kill()
        client.wait()


def test_two_clients_that_share_a_store_record_each_cell_once_and_tear_no_file(many, tmp_path, clients):
    store = tmp_path / STORE
    two = [clients(tmp_path), clients(tmp_path)]
    looks = 0
    while any(client.poll() is None for client in two):
        assert load_evidence(store).problems == []
        looks += store.exists()
        time.sleep(0.02)
    assert [client.returncode for client in two] == [0, 0]
    assert looks
    everything = sorted([*PROGRAMS, *(f"more_{n}.py" for n in range(8))])
    assert recorded(store, here()) == everything
    environment = here().environment.id
    expected = [f"{ENTRY}/{environment}/{name}.json" for name in everything] + [f"environments/{environment}.json"]
    found = [path.relative_to(store).as_posix() for path in store.rglob("*") if path.is_file()]
    assert sorted(found) == sorted(expected)
    assert set(words(load_content(many), load_evidence(store)).values()) == {"confirmed", "upheld"}


def test_a_killed_client_leaves_whole_files_and_no_process_and_the_next_one_does_the_rest(many, tmp_path, clients):
    endless = [f"more_{n}.py" for n in range(3, 8)]
    for name in endless:
        write_program(many, name, ENDLESS)
    store = tmp_path / STORE
    client = clients(tmp_path)

    # The first three end; then nothing but endless ones, in every slot.
    assert soon(lambda: programs_of(client.pid) and len(recorded(store, here())) >= 3, 30)
    below = list(descendants(client.pid))
    client.send_signal(signal.SIGKILL)
    client.wait()
    assert soon(lambda: not any(map(is_running, below)), 10)
    assert soon(lambda: not list(tmp_path.glob("faultbook-*")), 10)
    before = recorded(store, here())
    assert before
    assert set(before).isdisjoint(endless)

    for name in endless:
        write_program(many, name, "int('word')\n")
    second = clients(tmp_path)
    assert second.wait() == 0
    told = (tmp_path / "told").read_text()
    everything = sorted([*PROGRAMS, *(f"more_{n}.py" for n in range(8))])
    assert sorted([*before, *programs_in(told)]) == everything
    assert recorded(store, here()) == everything


def programs_of(client: int) -> list[int]:
    """Return the processes in which a client runs programs: those that are in a program's own folder."""
    found = []
    for pid in descendants(client):
        try:
            found += [pid] if Path(f"/proc/{pid}/cwd").readlink().name == "work" else []
        except OSError:
            continue
    return found
