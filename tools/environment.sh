#!/bin/sh
# Make a Python environment. Debian's Python lacks ensurepip until python3-venv is installed.
set -eu
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "Error: Python 3.11 or later is needed; '$python' is $("$python" -V 2>&1). Run: make PYTHON=python3.12 …" >&2
  exit 1
fi
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
  "$(dirname "$0")/debian.sh" python3-venv
fi
echo "making $1 (once)"
rm -rf "$1"
"$python" -m venv "$1"
