#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar run on an OpenHaptics library that lies (lying_hd.c): whatever it answers, the run ends in time, with a
# documented status and a sentence if it fails; the library ends it with a signal if it is given a force that no
# device may get. usage: soak_lies.sh LIBRARY [RUNS]
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
export VOLAR_HD=$1
runs=${2:-300}
held=0
for ((seed = 0; seed < runs; ++seed)); do
    VOLAR_LIES=$seed timeout 60 "$program" run corner --seconds 0.3 --no-viewer --device hand=openhaptics \
        >"$folder/said" 2>"$folder/complained" </dev/null
    status=$?
    case $status in
    0) held=$((held + 1)) ;;
    1 | 3) [[ -s $folder/complained ]] || fail "seed $seed ends with $status and without a word" ;;
    *) fail "seed $seed ends with $status: $(tail -c 500 "$folder/complained")" ;;
    esac
    ((seed % 10 != 0 || status == 0)) || fail "an honest library is refused: $(cat "$folder/complained")"
    grep -q $'\x1b' "$folder/said" "$folder/complained" && fail "seed $seed: a text of the library reached the terminal"
done
echo "$runs runs, $held of them to the end"
((held > runs / 10 && held < runs)) || fail "$held of $runs runs reached the end"
finish
