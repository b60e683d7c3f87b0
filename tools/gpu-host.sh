#!/bin/sh
# Run on a host with a GPU, in this folder: probes first, then every program of the plan. All results go into one
# folder; started again, what is there already is not run again.
#
#   PYTHON=python3 OUT=results BUDGET=1500 sh run.sh
#
# PYTHON is an interpreter (3.9 or later) that has the frameworks. BUDGET is how many seconds the programs may take.
set -u
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
out=${OUT:-$here/results}
budget=${BUDGET:-1500}
mkdir -p "$out"
{
  "$python" -I "$here/worker.py" probe && echo
  nvidia-smi || echo "there is no nvidia-smi"
} >"$out/host.txt" 2>&1
[ -s "$out/process_model.jsonl" ] || "$python" -I "$here/process_model.py" --out "$out" >"$out/process_model.txt" 2>&1
[ -s "$out/no_room_sweep.txt" ] || timeout 150 "$python" -I "$here/no_room_sweep.py" >"$out/no_room_sweep.txt" 2>&1
"$python" -I "$here/worker.py" batch "$here/plan.json" --out "$out" --seconds "$budget" >>"$out/batch.txt" 2>&1
code=$?
tail -n 3 "$out/batch.txt"
exit $code
