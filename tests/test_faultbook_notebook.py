"""The line under a traceback in IPython and in Jupyter, each as a real process."""

import re

import pytest
from package_runs import SITE, run

LINE = f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n"
FULL = f"→ The GPU is full: {SITE}e/first-entry/\n"
SHELL = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
sys.stderr = sys.stdout
for cell in {cells!r}:
    print("=-=-=")
    shell.run_cell(cell)
"""
ILLEGAL = "raise RuntimeError('cudaErrorIllegalAddress')"
OUT_OF_MEMORY = "raise RuntimeError('CUDA out of memory. Tried to allocate 2 GiB')"


def cells_of(*cells, index, **variables):
    """Run cells in one shell; return what each printed."""
    status, stdout, stderr = run(["-c", SHELL.format(cells=cells)], index, **variables)
    assert (status, stderr) == (0, "")
    return stdout.split("=-=-=\n")[1:]


@pytest.mark.parametrize(
    "install", ["%load_ext faultbook", "import faultbook; faultbook.install(); faultbook.install()"]
)
def test_a_cell_that_fails_has_the_line_under_its_traceback(index, tmp_path, install):
    cells = [
        ILLEGAL,
        install,
        ILLEGAL,
        "1 / 0",
        OUT_OF_MEMORY,
        ILLEGAL,
        f"try:\n    {ILLEGAL}\nexcept RuntimeError: pass",
    ]
    plain, loaded, illegal, other, full, again, caught = cells_of(*cells, index=index, IPYTHONDIR=str(tmp_path))
    assert (loaded, caught) == ("", "")
    traceback = re.sub(r"In\[\d+\]|In \[\d+\]", "In", plain)
    assert "Traceback (most recent call last)" in traceback
    assert re.sub(r"In\[\d+\]|In \[\d+\]", "In", illegal) == traceback + LINE
    assert other.rstrip().endswith("ZeroDivisionError: division by zero")
    assert full.endswith(FULL), "a notebook meets several errors: each page is named once"
    assert "→" not in again


def test_it_can_be_unloaded_and_turned_off(index, tmp_path):
    cells = ["%load_ext faultbook", "%unload_ext faultbook", ILLEGAL]
    assert "→" not in cells_of(*cells, index=index, IPYTHONDIR=str(tmp_path))[2]
    cells = ["%load_ext faultbook", "print(type(get_ipython()).showtraceback == get_ipython().showtraceback.__func__)"]
    told = cells_of(*cells, index=index, IPYTHONDIR=str(tmp_path), FAULTBOOK="0")
    assert told[1] == "True\n"


def test_the_index_is_read_once_however_many_cells_fail(index, tmp_path):
    copy = tmp_path / "lookup.json"
    copy.write_bytes(index.read_bytes())
    cells = ["%load_ext faultbook", "1 / 0", f"import os; os.remove({str(copy)!r})", ILLEGAL]
    assert cells_of(*cells, index=copy, IPYTHONDIR=str(tmp_path))[3].endswith(LINE)


JUPYTER = """
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="python3")
for cell in {cells!r}:
    print("=-=-=")
    client.execute_interactive(cell, timeout=30, output_hook=lambda message: print(
        message["msg_type"], message["content"].get("ename", ""), message["content"].get("text", ""), end=""))
client.stop_channels()
manager.shutdown_kernel(now=True)
"""


def test_a_notebook_shows_the_line_below_the_error(index, tmp_path):
    cells = ("import faultbook; faultbook.install()", ILLEGAL, "%load_ext faultbook", "1 / 0", OUT_OF_MEMORY)
    folders = {"IPYTHONDIR": str(tmp_path), "JUPYTER_RUNTIME_DIR": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path)}
    status, stdout, stderr = run(["-c", JUPYTER.format(cells=cells)], index, FAULTBOOK_LANG="zh", **folders)
    assert status == 0, stderr
    quiet = [re.sub("(?m)^status  ?|execute_input  ?", "", told) for told in stdout.split("=-=-=\n")[1:]]
    assert quiet[1].count("error RuntimeError") == 1
    assert f"stream  → 核函数访问了不属于它的地址：{SITE}zh/e/cudaErrorIllegalAddress/\n" in quiet[1]
    assert quiet[1].index("error RuntimeError") < quiet[1].index("→")
    assert "→" not in quiet[3]
    assert f"→ 显存不足：{SITE}zh/e/first-entry/" in quiet[4]
