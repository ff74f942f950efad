#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar-mpi when processes are killed, at any moment and in any way: all others end, no part is damaged, and what the
# next start completes has the bits of a sweep that nobody disturbed. usage: soak_mpi_sweep.sh VOLAR_MPI [KILLS]
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
together=$1
kills=${2:-60}
# Open MPI asks before it runs as root or with more processes than cores, and would bind and poll.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none

cat >"$folder/loop.yaml" <<'EOF2'
loop: falcon
judge: volar
axes:
  - {set: kc, log: [1000, 20000, 20]}
  - {set: bc, random: [1, 9]}
draws: 40
columns: [class, motion, growth, work, speed]
EOF2
expect 0 sweep "$folder/loop.yaml" --out "$folder/one"
whole=$folder/one/sweep.csv

# The processes of the sweep; by where they run, because other sweeps may run on this machine.
ranks() {
    pgrep -f "$folder/shared" | while read -r id; do
        [[ $(readlink "/proc/$id/exe") == "$(readlink -f "$together")" ]] && echo "$id"
    done
}
none_left() {
    [[ -z $(ranks) ]]
}

signals=(KILL KILL KILL TERM SEGV STOP INT ABRT)
finished=0
for ((round = 1; round <= kills; ++round)); do
    mpirun -n $((RANDOM % 4 + 1)) "$together" sweep "$folder/loop.yaml" --out "$folder/shared" \
        --chunk $((RANDOM % 9 + 1)) >"$folder/said" 2>&1 &
    child=$!
    sleep "0.$((RANDOM % 9))$((RANDOM % 9))"
    signal=${signals[RANDOM % ${#signals[@]}]}
    victim=$(ranks | shuf -n 1)
    [[ -z $victim ]] || kill -s "$signal" "$victim" 2>/dev/null
    if ((RANDOM % 4 == 0)); then
        kill -s KILL "$child" 2>/dev/null # mpirun itself
    elif [[ $signal == STOP ]]; then
        sleep 0.3
        kill -s KILL "$victim" 2>/dev/null # a process that hangs is noticed when it goes
    fi
    wait "$child" 2>/dev/null && finished=$((finished + 1))
    await none_left || {
        fail "round $round, SIG$signal: processes are left: $(ranks)"
        ranks | xargs -r kill -9
    }
    if [[ -e $folder/shared/sweep.csv ]]; then
        cmp -s "$whole" "$folder/shared/sweep.csv" || fail "round $round: other bits"
        rm -r "$folder/shared"
    fi
done
mpirun -n 2 "$together" sweep "$folder/loop.yaml" --out "$folder/shared" >"$folder/said" 2>&1 ||
    fail "after $kills kills: $(cat "$folder/said")"
cmp -s "$whole" "$folder/shared/sweep.csv" || fail "other bits after $kills kills"
grep -q "damaged" "$folder/said" && echo "damaged chunks were computed again"
echo "$kills kills, $finished sweeps ended by themselves"
((finished < kills)) || fail "no sweep was interrupted"
finish
