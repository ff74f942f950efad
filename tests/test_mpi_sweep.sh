#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar-mpi: the same bits with 1, 2 and 4 processes and two sizes of chunks as from one process,
# also after one of them was killed. usage: test_mpi_sweep.sh VOLAR_MPI
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
together=$1
# Open MPI asks before it runs as root or with more processes than cores, and would bind and poll.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # the same for Open MPI 5

cat >"$folder/loop.yaml" <<'EOF'
loop: falcon
judge: volar
axes:
  - {set: kc, log: [1000, 20000, 8]}
  - {set: bc, random: [1, 9]}
draws: 5
columns: [class, motion, growth, work, speed]
EOF
expect 0 sweep "$folder/loop.yaml" --out "$folder/one"
whole=$folder/one/sweep.csv
for ranks in 1 2 4; do
    chunk=$((ranks == 2 ? 3 : 8))
    mpirun -n $ranks "$together" sweep "$folder/loop.yaml" --out "$folder/r$ranks" --chunk $chunk \
        >"$folder/said" 2>&1 || fail "$ranks processes: $(cat "$folder/said")"
    cmp -s "$whole" "$folder/r$ranks/sweep.csv" || fail "$ranks processes: other bits"
done

# One of three is killed three times, at moments that nobody chose; the last run completes it.
for _ in 1 2 3; do
    mpirun -n 3 "$together" sweep "$folder/loop.yaml" --out "$folder/killed" --chunk 1 \
        >"$folder/said" 2>&1 &
    child=$!
    sleep 0.$((RANDOM % 5 + 3))
    victim=$(pgrep -f "$folder/killed" | while read -r id; do
        [[ $(readlink "/proc/$id/exe") == "$(readlink -f "$together")" ]] && echo "$id"
    done | head -1)
    [[ -z $victim ]] || kill -9 "$victim" 2>/dev/null
    wait "$child"
done
mpirun -n 2 "$together" sweep "$folder/loop.yaml" --out "$folder/killed" >"$folder/said" 2>&1 ||
    fail "after kills: $(cat "$folder/said")"
cmp -s "$whole" "$folder/killed/sweep.csv" || fail "other bits after kills"

# Every process ends, with one sentence, if the file is bad or the disk of one is full.
sed -e 's/: kc/: kcc/' "$folder/loop.yaml" >"$folder/bad.yaml"
mpirun -n 2 "$together" sweep "$folder/bad.yaml" --out "$folder/bad" >"$folder/said" 2>&1
[[ $(grep -c "no number of a loop 'kcc'" "$folder/said") == 1 ]] || fail "a bad file: $(cat "$folder/said")"

# Processes that find other files do not wait for each other, and do not make one table of two sweeps.
# unlike FILE SENTENCE: process 1 reads another file.
unlike() {
    # shellcheck disable=SC2016 # mpirun sets the variable for each process
    timeout 60 mpirun -n 2 bash -c '[[ $OMPI_COMM_WORLD_RANK == 0 ]] && set -- "$1" "$2" "$2" "$4"
        exec "$1" sweep "$3" --out "$4"' unlike "$together" "$folder/loop.yaml" "$1" "$folder/unlike" \
        >"$folder/said" 2>&1
    local status=$?
    [[ $status == 3 ]] || fail "another file ends with $status: $(cat "$folder/said")"
    [[ $(grep -c "$2" "$folder/said") == 1 ]] || fail "another file: $(cat "$folder/said")"
    [[ ! -e $folder/unlike/sweep.csv ]] || fail "a table of two sweeps"
}
unlike "$folder/nowhere.yaml" "nowhere.yaml: cannot be read: No such file"
sed -e 's/20000, 8/30000, 8/' "$folder/loop.yaml" >"$folder/other.yaml"
unlike "$folder/other.yaml" "1 of 2 processes find another sweep"

mkdir "$folder/full" && ln -s /dev/full "$folder/full/rank-1.part"
mpirun -n 2 "$together" sweep "$folder/loop.yaml" --out "$folder/full" >"$folder/said" 2>&1 &&
    fail "a full disk is no failure"
grep -q "No space left on device" "$folder/said" || fail "a full disk: $(cat "$folder/said")"
"$together" >"$folder/said" 2>&1
[[ $? == 2 ]] || fail "no arguments"
finish
