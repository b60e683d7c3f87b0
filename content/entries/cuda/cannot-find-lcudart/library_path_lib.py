"""The command still names lib64; lib is in LIBRARY_PATH, and then lib64 is a link to it."""

from pathlib import Path

from toolkit import link, run, toolkit

folder = toolkit(Path("envs/mine/lib"))
link(f"-L{folder.parent}/lib64", "-lcudart", LIBRARY_PATH=str(folder))
assert run(folder) == 0
Path("program").unlink()

(folder.parent / "lib64").symlink_to("lib")  # ln -s lib lib64
link(f"-L{folder.parent}/lib64", "-lcudart")
assert run(folder) == 0
