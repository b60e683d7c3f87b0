"""A program that carries the stub's folder as its rpath: the driver on LD_LIBRARY_PATH is not even looked at."""

from build import STUBS, build, prepare, run

prepare()
build(f"-L{STUBS}", "-lcuda", "-Wl,--disable-new-dtags", f"-Wl,-rpath,{STUBS}")
answer = run()
print("cuInit answered", answer)
assert answer == "34"
