#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Standard output that is full or closed is an error of every command, said in one sentence; what is
# printed never gets into a file that the program writes.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1
sentence="volar: standard output cannot be written"

"$program" run stack --no-viewer --fast --seconds 0.1 --record run.vlr >/dev/null 2>&1 ||
    fail "no recording to begin with"
"$program" scene stack >stack.yaml || fail "no scene to begin with"

# judge STATUS COMMAND: the status, and one sentence as the last line.
judge() {
    local status=$1
    [[ $status == 1 ]] || fail "'$2' ends with $status: $(<complained)"
    [[ $(grep -c "standard output" complained) == 1 ]] || fail "'$2' says: $(<complained)"
    has "$(tail -n 1 complained)" "$sentence" "'$2'"
}

commands=("--help" "--version" "help run" "version" "run --help" "run --usage" "scene --list" "scene stack"
    "scene stack --expand" "check stack.yaml" "record-info run.vlr" "record-info run.vlr --json"
    "replay run.vlr" "export run.vlr --csv table --force" "devices" "devices --json" "devices test simulated --seconds 0.1"
    "experiment --list" "bench --list" "run stack --no-viewer --fast --seconds 0.1")
for command in "${commands[@]}"; do
    if [[ -c /dev/full ]]; then
        # shellcheck disable=SC2086 # several words
        "$program" $command >/dev/full 2>complained </dev/null
        judge $? "$command >/dev/full"
        has "$(<complained)" "No space left" "'$command' does not say why"
    fi
    # shellcheck disable=SC2086
    "$program" $command >&- 2>complained </dev/null
    judge $? "$command >&-"
done

# A failure of its own keeps its status.
"$program" scene xylophone >&- 2>complained </dev/null
status=$?
[[ $status == 2 ]] || fail "an unknown scene with output closed ends with $status: $(<complained)"

# A recording is not written over by what is printed, whatever is closed.
for closed in ">&-" "2>&-" "<&-" ">&- 2>&- <&-"; do
    rm -f closed.vlr
    eval "\"$program\" run stack --no-viewer --fast --seconds 0.1 --record closed.vlr $closed" >/dev/null 2>&1
    expect 0 replay closed.vlr
    has "$said" "same bits in all" "a recording of a run with $closed"
done

finish
