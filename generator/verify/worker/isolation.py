"""Isolation: the namespaces around the process of a program, and what is seen from them of its attempts to leave."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .messages import Isolation

NEW_MOUNTS, NEW_NETWORK, NEW_USER, NEW_PROCESSES = 0x00020000, 0x40000000, 0x10000000, 0x20000000
NEW_IPC = 0x08000000
OWN_NETWORK, OWN_PROCESSES, READ_ONLY = "none", "own namespace", "read-only outside its folder"
NOTHING_ISOLATED = {"network": "host", "processes": "own session", "files": "shared"}
FULLY_ISOLATED = {"network": OWN_NETWORK, "processes": OWN_PROCESSES, "files": READ_ONLY}
PRIVATE_MOUNTS = 0x4000 | 1 << 18  # MS_REC | MS_PRIVATE
NO_SUID_NO_DEVICES, NO_EXEC = 2 | 4, 8  # MS_NOSUID | MS_NODEV, MS_NOEXEC
MOUNT_SETATTR, HERE, WHOLE_TREE, READ_ONLY_MOUNT = 442, -100, 0x8000, 1  # the call, AT_FDCWD, AT_RECURSIVE, MS_RDONLY


def libc() -> Any:
    """Return the C library; its calls leave their error number with ctypes."""
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def check(returned: int, what: str) -> None:
    """Raise OSError, with the error number and what was done, if a call of the C library did not return 0."""
    if returned != 0:
        import ctypes

        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def isolate(wanted: Isolation, folder: str, folder_bytes: int) -> None:
    """Move this process (and all it will fork) into the namespaces wanted. Raises OSError when one cannot be had."""
    own_network, own_processes = wanted["network"] == OWN_NETWORK, wanted["processes"] == OWN_PROCESSES
    read_only = wanted["files"] == READ_ONLY
    flags = (NEW_NETWORK if own_network else 0) | (NEW_PROCESSES if own_processes else 0)
    flags |= NEW_MOUNTS if own_processes or read_only else 0  # a process namespace needs a /proc of its own
    if flags:
        enter_namespaces(flags)
    if own_processes:  # shared memory, semaphores and queues end with the processes; not every kernel can do that
        libc().unshare(NEW_IPC)
    if own_network:
        bring_up_loopback()
    if flags & NEW_MOUNTS:
        check(libc().mount(None, b"/", None, PRIVATE_MOUNTS, None), "private mounts")
    if read_only:
        protect_files(folder, folder_bytes)


def enter_namespaces(flags: int) -> None:
    """Enter new namespaces; who is not root does so in a user namespace, as the same user. Raises OSError."""
    library = libc()
    if library.unshare(flags) == 0:
        return  # root
    user, group = os.getuid(), os.getgid()
    check(library.unshare(NEW_USER | flags), "namespaces")
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    for name, text in maps.items():
        with open("/proc/self/" + name, "w", encoding="ascii") as file:
            file.write(text)
    limit_processes()  # counted per namespace there; elsewhere it would count everything the user runs


def limit_processes() -> None:
    """Limit how many processes there may be in this user namespace."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_NPROC, (wanted, hard))


def bring_up_loopback() -> None:
    """Let programs reach themselves: a rendezvous on localhost is no network."""
    import fcntl
    import socket
    import struct

    set_flags, up_and_running = 0x8914, 0x41
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH22x", b"lo", up_and_running))


def protect_files(folder: str, folder_bytes: int) -> None:
    """Make everything read-only but a folder and /dev/shm, both empty, in memory, and of limited size."""
    import ctypes

    library = libc()
    options = b"size=%d,mode=700" % folder_bytes
    private = (["/dev/shm"] if os.path.isdir("/dev/shm") else []) + [folder]  # noqa: S108 - the name shared memory has
    for path in private:
        os.makedirs(path, exist_ok=True)  # the folder may lie below /dev/shm, which has just been hidden
        check(library.mount(b"tmpfs", path.encode(), b"tmpfs", NO_SUID_NO_DEVICES, options), "tmpfs on " + path)

    def set_attributes(path: str, add: int, clear: int) -> None:
        attributes = (ctypes.c_uint64 * 4)(add, clear, 0, 0)
        size = ctypes.sizeof(attributes)
        done = library.syscall(MOUNT_SETATTR, HERE, path.encode(), WHOLE_TREE, ctypes.byref(attributes), size)
        check(done, "attributes of " + path)

    set_attributes("/", READ_ONLY_MOUNT, 0)
    for path in private:
        set_attributes(path, 0, READ_ONLY_MOUNT)


def mount_proc(*, read_only: bool) -> None:
    """Mount the /proc of this process namespace. Raises OSError."""
    flags = NO_SUID_NO_DEVICES | NO_EXEC | (READ_ONLY_MOUNT if read_only else 0)  # /proc/sys changes the whole machine
    check(libc().mount(b"proc", b"/proc", b"proc", flags, None), "/proc")


class ViolationMonitor:
    """Sees, after a run, what a program tried and could not do. Made inside the namespaces, before the program."""

    def __init__(self, wanted: Isolation, folder: str) -> None:
        self.folder = folder if wanted["files"] == READ_ONLY else None
        names = ("/proc/self/net/snmp", "/proc/self/net/snmp6") if wanted["network"] == OWN_NETWORK else ()
        # Opened now: once the reaper has mounted its own /proc, this process finds itself there no more.
        self.files = [open(name, encoding="ascii") for name in names if os.path.exists(name)]  # noqa: SIM115 - kept
        self.before = self.packets_without_route()

    def packets_without_route(self) -> int:
        """Return how many packets had nowhere to go since these namespaces exist."""
        found = 0
        for file in self.files:
            file.seek(0)
            lines = [line.split() for line in file]
            found += sum(int(line[1]) for line in lines if line[0] == "Ip6OutNoRoutes")
            for names, values in zip(lines, lines[1:]):
                if names[0] == values[0] == "Ip:" and "OutNoRoutes" in names:
                    found += int(values[names.index("OutNoRoutes")])
        return found

    def found(self) -> list[str]:
        """Return what was tried: `network` (a packet that had nowhere to go), `disk quota`."""
        found = ["network"] if self.packets_without_route() > self.before else []
        if self.folder:
            room = os.statvfs(self.folder)
            found += ["disk quota"] if room.f_bavail * room.f_bsize < 4096 else []
        return found
