#!/bin/sh
# Make the environment that snippets run in: CPU builds of PyTorch and TensorFlow, pinned and hashed.
#
# The lock names one version of torch and holds the hashes of its CPU and its CUDA build. Where the
# package index offers the CPU build, that is what pip takes; where it offers the CUDA build alone, its
# CUDA libraries come from a second lock, which the CPU build does not need.
set -eu
environment=$1
here=$(dirname "$0")
"$here/environment.sh" "$environment"
install="$environment/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes"
echo "installing PyTorch and TensorFlow into $environment (some minutes, once)"
$install -r requirements/frameworks.txt
if "$environment/bin/python" - <<'PY'
import importlib.metadata, sys
requires = importlib.metadata.requires("torch") or []
sys.exit(0 if any("nvidia" in line or "cuda" in line for line in requires if "extra ==" not in line) else 1)
PY
then
  echo "this index has only the CUDA build of torch: installing its libraries too"
  $install -r requirements/frameworks-cuda.txt
fi
