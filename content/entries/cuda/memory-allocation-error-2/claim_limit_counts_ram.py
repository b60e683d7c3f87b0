"""With `ulimit -v` at 32 GiB, reserve 64 GiB of addresses, none of which is ever used."""

import mmap
import resource

GIB = 2**30

soft, hard = resource.getrlimit(resource.RLIMIT_AS)
allowed = 32 * GIB if hard == resource.RLIM_INFINITY else min(hard, 32 * GIB)
resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))
used = int(open("/proc/self/status").read().split("VmRSS:")[1].split()[0])
print(f"in use: {used // 1024} MiB of RAM, limit {allowed / GIB:.0f} GiB")
window = mmap.mmap(-1, 64 * GIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=0)
assert len(window) == 64 * GIB
