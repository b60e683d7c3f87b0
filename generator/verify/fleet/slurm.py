"""Cells through a cluster's batch system: submitit queues, requeues and logs; this cuts parts, checks and stores."""

from __future__ import annotations

import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cloudpickle
import submitit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from generator.evidence.records import first_error
from generator.verify.engine import Task, kept, must_be_run_afresh, recorded, task_of
from generator.verify.environments import Host
from generator.verify.fleet import FleetError, PlanFor, believed, host_of, package, part
from generator.verify.plan import Cell
from generator.verify.run import Ran

FOLDER = Path(".cache/fleet")
ROUNDS = 4  # how often a cell without an answer is submitted
REQUEUES = 100  # how often a job whose time is over goes on in another
LOOK_SECONDS = 1.0
START = "import sys; sys.path.insert(0, {folder!r}); from {package}.remote import main; sys.exit(main(sys.argv[1:]))"
NAME = "faultbook_remote"


class Environment(BaseModel):
    """An environment of the cluster: its interpreter, how many jobs share its cells, and what submitit is told."""

    model_config = ConfigDict(extra="forbid")
    python: str
    jobs: int = Field(default=4, ge=1)
    submit: dict[str, Any] = {}


class Settings(BaseModel):
    """What a file says of a cluster. `folder` is one that all nodes see, for programs, answers and logs."""

    model_config = ConfigDict(extra="forbid")
    cluster: str = "slurm"
    folder: Path = FOLDER
    environments: dict[str, Environment] = Field(min_length=1)


class Part:
    """The cells that one job runs, and how far it is."""

    def __init__(self, name: str, cells: Mapping[str, Task], folder: Path) -> None:
        self.name, self.left, self.folder = name, dict(cells), folder
        self.answers = folder / f"{name}.answers"
        self.read = 0
        self.job: Any = None

    def write(self, environment: str) -> None:
        """Write what the job reads."""
        cells = [{"id": name, "job": task.job} for name, task in self.left.items()]
        text = json.dumps({"environment": environment, "cells": cells})
        (self.folder / f"{self.name}.json").write_text(text, encoding="utf-8")

    def new_answers(self) -> Iterator[tuple[str, Task, Any]]:
        """Yield what has come since this was last asked: a cell's name, its task, and its answer."""
        if not self.answers.exists():
            return
        with self.answers.open("rb") as file:
            file.seek(self.read)
            content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self.read += len(whole)
        for line in whole.splitlines():
            found = json.loads(line)
            task = self.left.pop(found["cell"], None)
            if task:
                yield found["cell"], task, found["answer"]


class SlurmFleet:
    """The environments that a file names, each reached through batch jobs."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises FleetError."""
        try:
            self.settings = Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise FleetError(f"{path} cannot be read ({error.strerror}): docs/fleet.md shows such a file") from error
        except ValidationError as error:
            said = first_error(error).replace("Extra inputs are not permitted", "there is no such key")
            raise FleetError(f"{path}: {said}: docs/fleet.md shows such a file") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise FleetError(f"{path} is not TOML ({error}): docs/fleet.md shows such a file") from error
        cloudpickle.register_pickle_by_value(part)
        try:
            self.folder = self._folder()
        except OSError as error:
            message = f"{error.filename or self.settings.folder} cannot be written ({error.strerror})"
            raise FleetError(f"{message}: name another folder in {path}") from error
        self.named: dict[str, str] = {}  # by id of the environment
        self.jobs: list[Any] = []
        self.over: list[Any] = []  # jobs of which nothing more is wanted
        self.running: list[Part] = []
        self.said = [f"jobs      in {self.folder}"]

    def _folder(self) -> Path:
        self.settings.folder.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=self.settings.folder.absolute(), prefix=time.strftime("%Y-%m-%d-")))
        for name, text in package().items():
            file = folder / NAME / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return folder

    def hosts(self) -> Sequence[Host]:
        """Ask each environment in a job of its own what it is. Raises FleetError."""
        asked = {name: self._submit(name, [self._command(name)])[0] for name in self.settings.environments}
        found: dict[str, Host] = {}
        for name, job in asked.items():
            said = self._result(name, job)
            self.over.append(job)
            self.said += [f"left out  {name}: {trouble}" for trouble in said["troubles"]]
            for facts in said["facts"]:
                host = host_of(facts, name)
                found.setdefault(host.environment.id, host)
                self.named.setdefault(host.environment.id, name)
        if not found:
            why = "; ".join(line.removeprefix("left out  ") for line in self.said[1:])
            raise FleetError(f"no environment of the cluster can run programs: {why}")
        return list(found.values())

    def _result(self, name: str, job: Any) -> dict[str, Any]:
        try:
            said: dict[str, Any] = json.loads(job.result())
        except Exception as error:  # whatever submitit makes of a job that failed
            message = f"the job that asks '{name}' what it is failed ({type(error).__name__})"
            raise FleetError(f"{message}: its log is {job.paths.stderr}") from error
        return said

    def run(self, cells: Sequence[Cell], store: Path, _plan: PlanFor, *, again: bool) -> Iterator[tuple[Cell, Ran]]:
        """Run cells in parts, those without an answer once more."""
        left = list(cells)
        for _round in range(ROUNDS):
            tasks = [task_of(cell, store, again=again) for cell in left]
            unanswered = []
            for cell, ran in self._round(left, tasks):
                if ran is None:
                    unanswered.append(cell)
                elif must_be_run_afresh(cell, ran):
                    unanswered.append(replace(cell, mode="exec", modes_reason="a run in a fork may only confirm"))
                else:
                    yield cell, ran
            left = unanswered
            if not left:
                return
        for cell in left:
            yield cell, Ran(None, f"{ROUNDS} jobs ended without an answer of it: their logs are in {self.folder}")

    def _round(self, cells: Sequence[Cell], tasks: Sequence[Task]) -> Iterator[tuple[Cell, Ran | None]]:
        by_name = {str(number): cell for number, cell in enumerate(cells)}
        known = {str(number): recorded(task) for number, task in enumerate(tasks)}
        yield from ((by_name[name], ran) for name, ran in known.items() if ran)
        due = {str(number): task for number, task in enumerate(tasks) if not known[str(number)]}
        self.running = self._submitted(due)
        while self.running:
            for one in list(self.running):
                ended = one.job.done()
                for name, task, answer in one.new_answers():
                    ran = believed(task, answer)
                    if ran.observation:
                        job = f"{self.settings.cluster} {one.job.job_id}"
                        ran = ran._replace(observation=ran.observation.model_copy(update={"job": job}))
                    yield by_name[name], kept(task, ran)
                if ended or not one.left:
                    self.running.remove(one)
                    self.over.append(one.job)
                    yield from ((by_name[name], None) for name in one.left)
            if self.running:
                time.sleep(LOOK_SECONDS)

    # --- jobs ---------------------------------------------------------------------------------------------

    def _submitted(self, due: Mapping[str, Task]) -> list[Part]:
        """Cut what is due into parts that take about equally long, the longest cells being first, and submit them."""
        by_environment: dict[str, list[str]] = {}
        for name, task in due.items():
            by_environment.setdefault(task.host.environment.id, []).append(name)
        parts = []
        for environment, names in by_environment.items():
            named = self.named[environment]
            count = min(self.settings.environments[named].jobs, len(names))
            mine = [
                Part(
                    f"{len(self.jobs)}-{number}-{named}",
                    {name: due[name] for name in names[number::count]},
                    self.folder,
                )
                for number in range(count)
            ]
            for one in mine:
                one.write(environment)
            commands = [
                self._command(named, "--part", f"{self.folder / one.name}.json", "--answers", str(one.answers))
                for one in mine
            ]
            for one, one.job in zip(mine, self._submit(named, commands), strict=True):
                parts.append(one)
        return parts

    def _command(self, name: str, *arguments: str) -> list[str]:
        start = START.format(folder=str(self.folder), package=NAME)
        python = self.settings.environments[name].python
        return [sys.executable, "-c", start, "--python", python, *arguments]

    def _submit(self, name: str, commands: Sequence[Sequence[str]]) -> list[Any]:
        """Submit commands as one array. Raises FleetError."""
        cluster, environment = self.settings.cluster, self.settings.environments[name]
        try:
            limit = {f"{cluster}_max_num_timeout": REQUEUES} if cluster in ("slurm", "local") else {}
            executor = submitit.AutoExecutor(self.folder / "logs", cluster=cluster, **limit)
            executor.update_parameters(name=f"faultbook-{name}", slurm_array_parallelism=environment.jobs)
            executor.update_parameters(**environment.submit)
            with executor.batch():
                jobs = [executor.submit(part.Command(command)) for command in commands]
        except Exception as error:  # of submitit or of the cluster's commands
            local = "" if cluster == "local" else '. Without a cluster, cluster = "local" runs jobs on this machine'
            raise FleetError(f"jobs for '{name}' cannot be submitted: {error}{local}") from error
        self.jobs += jobs
        return jobs

    def notes(self) -> Sequence[str]:
        """Return what a person should know, once."""
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        """Cancel the jobs that have something left to do. Logs stay."""
        for job in self.jobs:
            if job not in self.over and not job.done():
                job.cancel(check=False)
