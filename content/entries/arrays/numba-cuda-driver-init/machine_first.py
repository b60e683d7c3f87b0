"""The folder of the machine's own library comes first, as /usr/lib/wsl/lib on WSL."""

from libraries import start, two_libraries

machine, linux = two_libraries()
output, errors = start(machine, linux)
assert output == "driver started\n"
