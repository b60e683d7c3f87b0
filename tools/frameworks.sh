#!/bin/sh
# Make the environments that snippets run in where there is no GPU, pinned and hashed: one with CPU builds of
# PyTorch and TensorFlow, one with cuDNN alone (its argument checks answer before any device is needed).
#
# Where the package index offers the CPU build of the pinned torch, that is taken; where it offers the CUDA
# build alone, that is, with its CUDA libraries.
set -eu
environment=$1/frameworks
here=$(dirname "$0")
install() { # environment requirements
  "$1/bin/python" -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r "requirements/$2"
}
"$here/environment.sh" "$1/cudnn"
echo "installing cuDNN into $1/cudnn (once)"
install "$1/cudnn" cudnn.txt
"$here/environment.sh" "$environment"
echo "installing PyTorch and TensorFlow into $environment (some minutes, once)"
install "$environment" frameworks.txt
if ! install "$environment" torch-cpu.txt 2>/dev/null; then
  echo "this index has no CPU build of torch for this Python: installing the CUDA build and its libraries"
  install "$environment" torch-cuda.txt
fi
