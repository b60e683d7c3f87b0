#!/bin/sh
# Run on a host with a GPU, in this folder: probes first, then every program of the plan. All results go into one
# folder; started again, what is there already is not run again.
#
#   PYTHON=python3 OUT=results BUDGET=1500 PROBES=yes sh run.sh
#
# PYTHON is an interpreter (3.9 or later) that has the frameworks. BUDGET is how many seconds the programs may take; the
# probes take up to 330 before that, once. Where a command may only run for minutes: PROBES=only first, then PROBES=no
# with a BUDGET below the limit, as often as needed, with the same OUT (or carry its files along).
set -u
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
out=${OUT:-$here/results}
budget=${BUDGET:-1500}
probes=${PROBES:-yes}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  echo "Error: PYTHON=$python is no Python 3.9 or later: name the one that has the frameworks" >&2
  exit 2
fi
mkdir -p "$out"
{
  "$python" -I "$here/worker.py" probe && echo
  nvidia-smi || echo "there is no nvidia-smi"
} >"$out/host.txt" 2>&1
if [ "$probes" != no ]; then
  [ -s "$out/process_model.jsonl" ] || "$python" -I "$here/process_model.py" --out "$out" >"$out/process_model.txt" 2>&1
  [ -s "$out/no_room_sweep.txt" ] || {
    timeout 150 "$python" -I "$here/no_room_sweep.py" >"$out/sweep.unfinished" 2>&1
    mv "$out/sweep.unfinished" "$out/no_room_sweep.txt"
  }
fi
[ "$probes" = only ] && exit 0
"$python" -I "$here/worker.py" batch "$here/plan.json" --out "$out" --seconds "$budget" >>"$out/batch.txt" 2>&1
code=$?
grep -E "programs:|no evidence|have no observation|Error" "$out/batch.txt" | tail -n 5
exit $code
