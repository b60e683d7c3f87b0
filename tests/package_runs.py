"""The package that users install, run as they run it: a small index made by the generator, and processes."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import worker_runs
from collected import collected

from generator.content.loader import load_content
from generator.evidence.store import Evidence

REPOSITORY = Path(__file__).parents[1]
ILLEGAL = "RuntimeError: CUDA error: an illegal memory access was encountered"
SITE = "https://demo.example/"
ENTRY_CHANGES = (
    ("title: {en: A word is read as a number, zh: 把单词当成数字读取}", "title: {en: The GPU is full, zh: 显存不足}"),
    ("ValueError: invalid literal for int() with base 10: <word>", "CUDA out of memory. Tried to allocate <size>"),
    ('    match: "invalid literal for int() with base 10"\n', ""),
    ("codes: [DEMO_STATUS_BAD_WORD]", "codes: [cudaErrorMemoryAllocation]"),
    ("aliases: [DemoValueError]", "aliases: [torch.OutOfMemoryError]"),
)
FILES = {
    "codes/cuda-runtime.yaml": """\
title: {en: CUDA runtime, zh: CUDA 运行时}
type: cudaError_t
versions: {en: CUDA, zh: CUDA}
about: {en: What functions of the runtime return., zh: 运行时函数的返回值。}
printed: ["CUDA error: <message>", "cuda runtime error (<number>)"]
earlier:
  - {name: cudaErrorIllegalAddress, number: 77, until: "10.0", source: "https://docs.example/77"}
codes:
  cudaErrorIllegalAddress:
    meaning:
      en: "A kernel used an address that is not its own: an index, a pointer. The context is lost."
      zh: 核函数访问了不属于它的地址：下标或指针。上下文已经失效。
    sticky: true
    first: {en: Run it again with compute-sanitizer., zh: 用 compute-sanitizer 再运行一次。}
    source: https://docs.example/700
""",
    "codes/read/cuda-runtime.yaml": """\
library: cuda-runtime
read:
  - {version: "11.0", package: p, release: "11.0.1", file: f, sha256: "0"}
  - {version: "12.0", package: p, release: "12.0.1", file: f, sha256: "0"}
codes:
  - {name: cudaSuccess, message: no error, numbers: [{number: 0, since: "11.0", until: null, from_first: true}]}
  - name: cudaErrorMemoryAllocation
    message: out of memory
    numbers: [{number: 2, since: "11.0", until: null, from_first: true}]
  - name: cudaErrorIllegalAddress
    message: an illegal memory access was encountered
    numbers: [{number: 700, since: "11.0", until: null, from_first: true}]
  - name: cudaErrorNew
    numbers: [{number: 801, since: "12.0", until: null, from_first: false}]
""",
    "codes/cuda-driver.yaml": """\
title: {en: CUDA driver, zh: CUDA 驱动}
type: CUresult
versions: {en: CUDA, zh: CUDA}
about: {en: What functions of the driver return., zh: 驱动函数的返回值。}
""",
    "codes/read/cuda-driver.yaml": """\
library: cuda-driver
read: [{version: "11.0", package: p, release: "11.0.1", file: f, sha256: "0"}]
codes:
  - {name: CUDA_ERROR_ILLEGAL_ADDRESS, numbers: [{number: 700, since: "11.0", until: null, from_first: true}]}
""",
    "codes/xid.yaml": """\
title: {en: Xid, zh: Xid}
versions: {en: driver, zh: 驱动}
about: {en: What the driver writes into the kernel's log., zh: 驱动写入内核日志的编号。}
""",
    "codes/read/xid.yaml": """\
library: xid
read: [{version: "550", package: p, release: "550.1", file: f, sha256: "0"}]
catalog: {url: "https://docs.example/xid", accessed: 2026-11-21, sha256: "0", products: [A100]}
codes:
  - name: Xid 79
    symbol: ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS
    numbers: [{number: 79, since: "550", until: null, from_first: true}]
  - name: Xid 8
    symbol: ROBUST_CHANNEL_IDLE
    numbers: [{number: 8, since: null, until: null, from_first: false}]
    documented: {mnemonics: [ROBUST_CHANNEL_IDLE, ROBUST_CHANNEL_IDLE_TIMEOUT], applies: [A100], immediate: RESTART_APP}
""",
    "lookup.yaml": """\
wrappers:
  - id: childfailederror
    match: ["torch.distributed.elastic.multiprocessing.errors.ChildFailedError"]
    text: {en: Find the inner error., zh: 找到里层的错误。}
foreign:
  - {id: rocm, match: ["HIP error:"], text: {en: This is another vendor's error., zh: 这是另一家厂商的错误。}}
""",
}


def lookup_of(root: Path) -> bytes:
    """Return the lookup.json of the good content at `root`, which is changed to be about GPU errors."""
    path = root / "entries/demo/first-entry/entry.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in ENTRY_CHANGES:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    assert load_content(root).problems == ()
    return json.dumps(collected(root, Evidence()).lookup(), ensure_ascii=False).encode()


def pythons() -> dict[str, str]:
    """Return one interpreter of each minor version that is at hand, by its version; this one among them."""
    found: dict[str, str] = {}
    for version, python in worker_runs.pythons().items():
        found.setdefault(version.rpartition(".")[0], python)
    return found


def surroundings(index: Path | None = None, **variables: str) -> dict[str, str]:
    """Return a user's environment: English, the package on the path, no setting of ours but the index."""
    kept = ("PATH", "HOME", "TMPDIR", "SYSTEMROOT", "PYTHONPYCACHEPREFIX")
    known = {name: os.environ[name] for name in kept if name in os.environ}
    named = {"FAULTBOOK_INDEX": str(index)} if index else {}
    return {**known, "LANG": "C.UTF-8", "PYTHONPATH": str(REPOSITORY), **named, **variables}


def run(arguments, index=None, *, python=sys.executable, stdin=b"", cwd=None, **variables):
    """Run Python with arguments as a user would; return status, standard output and standard error."""
    done = subprocess.run(
        [python, *arguments],
        env=surroundings(index, **variables),
        input=stdin,
        cwd=cwd,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def faultbook(*arguments, **named):
    """Run a command of the package."""
    return run(["-m", "faultbook", *arguments], **named)


def on_terminal(arguments, index, typed=None, **variables):
    """Run a command with a terminal as its streams; return its status and all that it wrote there."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "faultbook", *arguments],
        env=surroundings(index, **variables),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                written += os.read(ours, 4096)
            except OSError:
                break
            if typed is not None and b"Ctrl-D" in written:
                typed(process)
                typed = None
    os.close(ours)
    return process.returncode, written.decode()
