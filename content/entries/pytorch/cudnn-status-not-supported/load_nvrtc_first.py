"""cuDNN asks for NVRTC by its bare name. Load the one of the environment first, by its path."""

import ctypes
import glob
import sysconfig

site = sysconfig.get_paths()["purelib"]
nvrtc = next(glob.iglob(site + "/nvidia/**/libnvrtc.so.*", recursive=True))
name = nvrtc.rsplit("/", 1)[1]
try:
    ctypes.CDLL(name)
    before = "found"
except OSError as error:
    before = str(error)
ctypes.CDLL(nvrtc)
ctypes.CDLL(name)  # now found under its bare name, too
print("before:", before)
assert before == f"{name}: cannot open shared object file: No such file or directory"
assert any(line.rstrip().endswith(name) for line in open("/proc/self/maps"))
