"""A content folder with status codes of two libraries, for tests: renumbered, deprecated, described and bare ones."""

from pathlib import Path

from real import generator

CUDNN = """\
title: {en: cuDNN, zh: cuDNN}
type: cudnnStatus_t
versions: {en: cuDNN, zh: cuDNN}
about: {en: What the functions of cuDNN return., zh: cuDNN 的函数返回的状态码。}
printed: ["cuDNN error: <name>", "cudnn status <number>"]
earlier:
  - {name: CUDNN_STATUS_BAD_PARAM, number: 33, until: "7.5", source: "https://demo.example/cudnn/7.5/cudnn.h"}
codes:
  CUDNN_STATUS_BAD_PARAM:
    meaning: {en: "An argument is **wrong** <b>.", zh: "有一个参数**不对** <b>。"}
    sticky: false
    first:
      en: "Read `CUDNN_LOG_ERR`; see [the entry](entry:demo/first-entry)."
      zh: "查看 `CUDNN_LOG_ERR`；参见[条目](entry:demo/first-entry)。"
    source: https://demo.example/cudnn/status
sources:
  - {url: https://demo.example/cudnn/docs, title: cuDNN documentation, kind: docs, accessed: 2026-11-21}
"""
CUDNN_READ = """\
library: cudnn
read:
  - {version: "8.5", package: nvidia-cudnn-cu11, release: "8.5.0.96", file: cudnn_ops_infer.h, sha256: "aa"}
  - {version: "8.9", package: nvidia-cudnn-cu12, release: "8.9.7.29", file: cudnn_ops_infer.h, sha256: "bb"}
  - {version: "9.1", package: nvidia-cudnn-cu12, release: "9.1.0.70", file: cudnn_graph.h, sha256: "cc"}
codes:
  - name: CUDNN_STATUS_SUCCESS
    numbers: [{number: 0, since: "8.5", until: null, from_first: true}]
  - name: CUDNN_STATUS_BAD_PARAM
    message: "bad <param>"
    numbers:
      - {number: 3, since: "8.5", until: "8.9", from_first: true}
      - {number: 2000, since: "9.1", until: null, from_first: false}
  - name: CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH
    numbers: [{number: 1002, since: "9.1", until: null, from_first: false}]
  - name: CUDNN_STATUS_VERSION_MISMATCH
    numbers:
      - {number: 14, since: "8.9", until: "8.9", from_first: false}
      - {number: 1002, since: "9.1", until: null, from_first: false}
    alias_of: CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH
"""
XID = """\
title: {en: Xid, zh: Xid}
versions: {en: driver branch, zh: 驱动分支}
about: {en: What the driver writes to the log., zh: 驱动写进日志的编号。}
"""
XID_READ = """\
library: xid
read:
  - {version: "580", package: open-gpu-kernel-modules, release: "580.95.05", file: nverror.h, sha256: "dd"}
catalog: {url: "https://demo.example/xid", accessed: 2026-11-21, sha256: "ee", products: [A100, H100]}
codes:
  - name: Xid 79
    symbol: ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS
    numbers: [{number: 79, since: "580", until: null, from_first: true}]
  - name: Xid 16
    numbers: [{number: 16, since: null, until: null, from_first: false}]
    documented: {mnemonics: [ROBUST_CHANNEL_OLD], unused: true, applies: [A100], immediate: RESET_GPU}
  - name: Xid 2000
    symbol: ROBUST_CHANNEL_MADE_UP
    numbers: [{number: 2000, since: "580", until: null, from_first: true}]
    documented:
      mnemonics: [ROBUST_CHANNEL_MADE_UP]
      applies: [H100]
      immediate: CHECK_APP/CUDA
      investigatory: IGNORE (sympathetic)
"""


def add_codes(root: Path) -> Path:
    """Give a content folder made by `good_content` its codes; its entry shows two, and one that no library has."""
    for name, text in {"cudnn": CUDNN, "read/cudnn": CUDNN_READ, "xid": XID, "read/xid": XID_READ}.items():
        path = root / "codes" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    entry = root / "entries/demo/first-entry/entry.yaml"
    shown = "codes: [CUDNN_STATUS_BAD_PARAM, CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH, DEMO_STATUS_BAD_WORD]"
    text = entry.read_text(encoding="utf-8").replace("codes: [DEMO_STATUS_BAD_WORD]", shown)
    entry.write_text(text, encoding="utf-8")
    return root


def build(root: Path, address: str) -> Path:
    """Build the site of a content folder beside it, at an address."""
    target = root.parent / "site"
    arguments = ("--verify", "never", "--content", root, "--site", target, "--address", address)
    done = generator("build", *arguments, cwd=root.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    return target
