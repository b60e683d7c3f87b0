"""The same reservation with the limit as it was."""

import mmap

GIB = 2**30

before = int(open("/proc/self/status").read().split("VmRSS:")[1].split()[0])
window = mmap.mmap(-1, 64 * GIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=0)
after = int(open("/proc/self/status").read().split("VmRSS:")[1].split()[0])
print(f"RAM in use: {before // 1024} MiB before, {after // 1024} MiB with 64 GiB of addresses reserved")
assert len(window) == 64 * GIB
assert after - before < 64 * 1024
