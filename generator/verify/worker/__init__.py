"""Run programs under any interpreter: standard library only, Python 3.9 or later, Linux.

A supervisor, which never touches CUDA, starts a *zygote*: a process that imports the frameworks a program imports,
initialises nothing, and waits. For each run the zygote forks a *guardian*, which leaves for namespaces of its own and
forks a *reaper*, which forks the process of the program. In mode `fork` that process is the program; in mode `exec` it
becomes a fresh interpreter first (its zygote imported nothing).

    supervisor ── zygote ── guardian ── reaper ── program
                   imports   isolation   is pid 1    runs it, reports on a private descriptor
                             deadline    in there
                             kills all

Isolation keeps honest programs from disturbing each other, this machine and their own record: own session, own
process and network namespaces, everything read-only but a private folder of limited size, a clean environment,
capped output, a deadline after which everything dies. It is no wall against a hostile program: one that wants to can
forge its record, and the GPU driver's whole interface is open to it.

The supervisor imports this package. Other interpreters are started with `SCRIPT` by path, need nothing else of ours,
and import only the modules that their part takes: a program in a fresh interpreter `program`, `driver`, `protocol`.
"""

from .confirmation import looks_right, meets, observe
from .environment import best_isolation, distributions, isolations, probe
from .gpus import GpuPool
from .isolation import FULLY_ISOLATED, NOTHING_ISOLATED, OWN_NETWORK, OWN_PROCESSES, READ_ONLY
from .protocol import FRAMEWORKS, PROTOCOL, SCRIPT
from .session import UNMARKED, Session, make_job
from .workspace import PACKAGE_VARIABLES, PATH

__all__ = [
    "FRAMEWORKS",
    "FULLY_ISOLATED",
    "NOTHING_ISOLATED",
    "OWN_NETWORK",
    "OWN_PROCESSES",
    "PACKAGE_VARIABLES",
    "PATH",
    "PROTOCOL",
    "READ_ONLY",
    "SCRIPT",
    "UNMARKED",
    "GpuPool",
    "Session",
    "best_isolation",
    "distributions",
    "isolations",
    "looks_right",
    "make_job",
    "meets",
    "observe",
    "probe",
]
