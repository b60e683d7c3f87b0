#!/bin/sh
# Write everything that a host with a GPU needs for the claims that wait for one: the plan, the worker, the probes, and
# one script that runs them in order. Nothing of ours, and no package, need be installed there.
set -eu
content=$1 folder=$2 python=$3
here=$(dirname "$0")
rm -rf "$folder"
mkdir -p "$folder"
"$python" -m generator verify --content "$content" --export "$folder/plan.json"
cp "$here/../generator/verify/worker.py" "$here"/probes/process_model.py "$here"/probes/no_room_sweep.py "$folder/"
cp "$here/gpu-host.sh" "$folder/run.sh"
echo "take $folder/ to the host with the GPU and run there: PYTHON=python3 sh run.sh"
echo "bring back its folder results/, then: $python -m generator evidence import --from $folder/results"
