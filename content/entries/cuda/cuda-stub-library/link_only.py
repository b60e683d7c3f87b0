"""The same program, for which the linker alone was told of the stub."""

from build import STUBS, build, prepare, run

prepare()
build("-lcuda", LIBRARY_PATH=str(STUBS))
answer = run()
print("cuInit answered", answer)
assert answer == "0"
