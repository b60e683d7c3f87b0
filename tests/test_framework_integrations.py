"""Links where frameworks report errors: with the real libraries, which `make integrations` puts into a folder."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from package_runs import ILLEGAL, REPOSITORY, SITE, surroundings

from generator.distribution.wheel import build_wheel

pytestmark = pytest.mark.integrations

PYTHON = REPOSITORY / ".venvs/frameworks/bin/python"
LIBRARIES = REPOSITORY / ".venvs/integrations"
VLLM = REPOSITORY / ".venvs/integrations-vllm"
OOM = "CUDA out of memory. Tried to allocate 2.00 GiB"
PAGE = f"{SITE}e/first-entry/"
NOTE = f"→ The GPU is full · {PAGE}"  # of an integration
LINE = f"→ The GPU is full: {PAGE}\n"  # of the hook
ILLEGAL_LINE = f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n"
QUIET = {
    "GLOO_SOCKET_IFNAME": "lo",
    "HF_HUB_OFFLINE": "1",
    "OMP_NUM_THREADS": "1",
    "RAY_AUTH_MODE": "disabled",
    "RAY_USAGE_STATS_ENABLED": "0",
    "VLLM_NO_USAGE_STATS": "1",
}


@pytest.fixture
def short():
    """Return a folder with a short name: the path of a socket has about a hundred characters."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture
def program(short, index):
    """Return a function that writes a program and runs it, by a command or by Python; it returns what it printed.

    That is standard output and standard error.
    """

    def run(text, *command, status=1, path=(LIBRARIES, REPOSITORY), **variables):
        (short / "train.py").write_text(text, encoding="utf-8")
        own = {"HOME": str(short), "TMPDIR": str(short), "PYTHONPATH": os.pathsep.join(map(str, path))}
        done = subprocess.run(
            command or (PYTHON, "train.py"),
            cwd=short,
            env=surroundings(index, **QUIET, **own, **variables),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout, done.stderr

    return run


# --- PyTorch Lightning -----------------------------------------------------------------------------

FIT = f"""
import torch

class Model(LightningModule):
    def __init__(self, error):
        super().__init__()
        self.layer, self.error = torch.nn.Linear(1, 1), error

    def training_step(self, batch, index):
        raise self.error

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters())

def fit(error):
    quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
    trainer = Trainer(accelerator="cpu", max_steps=1, callbacks=[FaultbookCallback()], **quiet)
    trainer.fit(Model(error), torch.utils.data.DataLoader(torch.zeros(1, 1)))

OOM = {OOM!r}
"""
CAUGHT = """
import os, traceback

def tried(error):
    try:
        fit(error)
    except Exception as error:
        print("".join(traceback.format_exception_only(error)))

class Older(RuntimeError):  # as of Python 3.10
    @property
    def add_note(self):
        raise AttributeError

tried(torch.OutOfMemoryError(OOM))
tried(OSError("the disk is full"))
tried(Older(OOM))
os.environ["FAULTBOOK"] = "0"
tried(torch.OutOfMemoryError(OOM))
"""


def test_lightning_notes_the_page_on_an_error_that_the_program_catches(program):
    start = "from faultbook.integrations.lightning import FaultbookCallback\n"  # first, as sorted imports have it
    stdout, stderr = program(f"{start}from lightning.pytorch import LightningModule, Trainer{FIT}{CAUGHT}", status=0)
    full = f"torch.OutOfMemoryError: {OOM}"
    assert stdout == f"{full}\n{NOTE}\n\nOSError: the disk is full\n\nOlder: {OOM}\n\n{full}\n\n"
    assert stderr.splitlines().count(NOTE) == 1


def test_pytorch_lightning_has_one_line_where_the_hook_is_installed_too(program):
    start = "from pytorch_lightning import Callback, LightningModule, Trainer\nimport faultbook\nfaultbook.install()\n"
    ours = (
        "from faultbook.integrations.lightning import FaultbookCallback\nassert issubclass(FaultbookCallback, Callback)"
    )
    _stdout, stderr = program(f"{start}{ours}{FIT}\nfit(torch.OutOfMemoryError(OOM))")
    assert stderr.endswith(f"torch.OutOfMemoryError: {OOM}\n{NOTE}\n")
    assert stderr.count(PAGE) == 1


# --- Transformers ----------------------------------------------------------------------------------

TRANSFORMERS = f"""
import torch
from transformers import Trainer, TrainerCallback, TrainingArguments

assert not [name for name in dir(TrainerCallback) if "error" in name or "exception" in name]

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)

    def forward(self, x, labels=None):
        raise torch.OutOfMemoryError({OOM!r})

arguments = TrainingArguments(output_dir="out", use_cpu=True, report_to="none", disable_tqdm=True)
Trainer(Model(), arguments, train_dataset=[{{"x": torch.zeros(1), "labels": torch.zeros(1)}}]).train()
"""


def test_an_error_in_the_trainer_of_transformers_whose_callbacks_hear_of_none_is_named_by_the_hook(program):
    _stdout, stderr = program(TRANSFORMERS, PYTHON, "-m", "faultbook", "run", "train.py")
    assert stderr.endswith(f"torch.OutOfMemoryError: {OOM}\n{LINE}")


# --- Launchers -------------------------------------------------------------------------------------

# A launcher ends the other ranks where one has failed: these are not ended before they have said all.
RANK = f"""
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
import accelerate, torch

rank = accelerate.PartialState(cpu=True).process_index
raise torch.OutOfMemoryError({OOM!r}) if rank == 0 else RuntimeError({ILLEGAL!r})
"""
TORCHRUN = (
    *(PYTHON.with_name("torchrun"), "--standalone", "--nproc-per-node", "2"),
    *("--log-dir", "logs", "--redirects", "3"),
)
ACCELERATE = (
    *(LIBRARIES / "bin/accelerate", "launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1"),
    *("--main_process_port", "0", "--mixed_precision", "no", "--dynamo_backend", "no"),
)
SAID = [f"[rank0]: {LINE}", f"[rank1]: {ILLEGAL_LINE}"]  # torch puts the rank before each line


def test_torchrun_starts_ranks_that_name_their_own_errors(program, short):
    program(RANK, *TORCHRUN, "-m", "faultbook", "run", "train.py")
    said = [path.read_text() for path in sorted(short.glob("logs/*/attempt_0/*/stderr.log"))]
    assert [text.splitlines(keepends=True)[-1] for text in said] == SAID


def test_accelerate_starts_ranks_that_name_their_own_errors(program):
    _stdout, stderr = program(RANK, *ACCELERATE, "-m", "faultbook", "run", "train.py")
    assert [stderr.count(line) for line in SAID] == [1, 1]
    assert stderr.count("→") == 2


# --- Ray -------------------------------------------------------------------------------------------

RAY = f"""
import logging, threading, time
import faultbook
import ray
from faultbook.integrations.logs import FaultbookFilter

faultbook.install()
here = dict(num_cpus=1, include_dashboard=False, object_store_memory=80_000_000)
ray.init(runtime_env={{"worker_process_setup_hook": "faultbook.install"}}, **here)
logging.getLogger("ray").handlers[0].addFilter(FaultbookFilter())
logged = []
logging.getLogger("ray").handlers[0].addFilter(lambda record: logged.append(record.getMessage()) or True)

@ray.remote
def task():
    raise RuntimeError({OOM!r})

@ray.remote
class Actor:
    def start(self):
        thread = threading.Thread(target=self.fail)
        thread.start()
        thread.join()

    def fail(self):
        raise RuntimeError({ILLEGAL!r})

actor = Actor.remote()
ray.get(actor.start.remote())
ray.kill(actor)
task.remote()
while not any("Unhandled error" in text for text in logged):
    time.sleep(0.1)
ray.get(task.remote())
"""


def test_ray_tells_errors_of_tasks_in_the_driver_and_those_of_threads_in_its_workers(program, short):
    _stdout, stderr = program(RAY, RAY_TMPDIR=str(short))
    assert stderr.endswith(LINE)  # of a task whose result was asked for
    assert stderr.count(NOTE) == 1  # of the other, which Ray logs
    workers = "".join(path.read_text() for path in short.glob("ray/session_2*/logs/worker-*.err"))
    assert workers.count(ILLEGAL_LINE) == 1
    assert PAGE not in workers


# --- vLLM ------------------------------------------------------------------------------------------

EXECUTOR = f"""
from vllm.v1.executor.abstract import Executor

class Failing(Executor):
    def _init_executor(self):
        raise RuntimeError({OOM!r})

    def collective_rpc(self, *arguments, **named):
        raise NotImplementedError

    def check_health(self):
        pass
"""
ENGINE = """
from executor import Failing

if __name__ == "__main__":
    from vllm.config import DeviceConfig, ModelConfig, VllmConfig
    from vllm.v1.engine.core_client import EngineCoreClient

    model = ModelConfig(model="model", skip_tokenizer_init=True, dtype="float32")
    config = VllmConfig(model_config=model, device_config=DeviceConfig(device="cpu"))
    EngineCoreClient.make_client(True, False, config, Failing, log_stats=False)
"""
LLAMA = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "vocab_size": 32,
    "max_position_embeddings": 64,
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "num_key_value_heads": 2,
}
LOADED = """
import logging
import vllm.plugins
vllm.plugins.load_general_plugins()
print(logging.getLogRecordFactory().__module__)
"""


@pytest.fixture
def installed(index, tmp_path):
    """Return the wheel and what lies beside it on the path, as where it was installed: its plug-in is found there."""
    wheel = build_wheel(json.loads(index.read_bytes()), tmp_path, REPOSITORY / "content").path
    return wheel, VLLM, LIBRARIES


@pytest.mark.vllm
def test_an_engine_of_vllm_that_dies_logs_the_page(program, installed, short):
    (short / "executor.py").write_text(EXECUTOR)
    (short / "model").mkdir()
    (short / "model/config.json").write_text(json.dumps(LLAMA))
    stdout, stderr = program(ENGINE, path=installed)
    said = stdout + stderr
    assert said.count(NOTE) == 1
    (line,) = (line for line in said.splitlines() if NOTE in line)
    assert "EngineCore" in line
    assert said.index("EngineCore failed to start.") < said.index(NOTE) < said.index(f"RuntimeError: {OOM}")


@pytest.mark.vllm
def test_vllm_loads_the_plug_in_unless_it_or_faultbook_is_told_not_to(program, installed):
    def factory(**variables):
        return program(LOADED, status=0, path=installed, **variables)[0].split()[-1]

    assert factory() == "faultbook.integrations.vllm"
    assert factory(VLLM_PLUGINS="faultbook") == "faultbook.integrations.vllm"
    assert factory(VLLM_PLUGINS="another") == "logging"
    assert factory(FAULTBOOK="0") == "logging"
