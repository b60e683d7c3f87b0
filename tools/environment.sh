#!/bin/sh
# Make a Python environment with the first Python 3.11 or later that is here. Debian's lacks ensurepip until python3-venv
# is installed. The python3 that comes first may be an older one, of a conda environment, say.
set -eu
is_fit() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
for python in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3 /usr/local/bin/python3; do
  ! is_fit "$python" || break
done
if ! is_fit "$python"; then
  echo "Error: Python 3.11 or later is needed to build the site, and none is here (python3 is $(python3 -V 2>&1))." >&2
  echo "Install one, as python3.12 or so. What has the frameworks may be older: make gpu PYTHON=/path/to/it" >&2
  exit 1
fi
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
  "$(dirname "$0")/debian.sh" python3-venv
fi
echo "making $1 (once)"
rm -rf "$1"
"$python" -m venv "$1"
