# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the tests of the command line share: sourced, not run.
set -uo pipefail
# A program started under nohup ignores SIGHUP, with which these tests end it: if the shell ignores it, start again.
if [[ $(grep '^SigIgn' "/proc/$$/status") == *[13579bdf] ]]; then
    exec env --default-signal=HUP bash "$0" "$@"
fi
program="${VOLAR_PROGRAM:?the program to test}"
folder=$(mktemp -d)
failures=0
# A test that forgets to call finish fails all the same.
trap 'status=$?; rm -rf "$folder"; exit $((failures > 0 ? 1 : status))' EXIT
export TERM=xterm XDG_CACHE_HOME="$folder/cache"
unset NO_COLOR
# Sanitizers slow a run down; what waits for one waits longer then.
patience=30

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# expect STATUS ARGUMENT...: runs the program, keeps what it prints in $said and $complained.
expect() {
    local wanted=$1 status
    shift
    "$program" "$@" >"$folder/said" 2>"$folder/complained" </dev/null
    status=$?
    said=$(<"$folder/said")
    complained=$(<"$folder/complained")
    [[ $status == "$wanted" ]] || fail "'$*' ends with $status instead of $wanted: $complained"
}

# has TEXT PART DESCRIPTION
has() {
    [[ $1 == *"$2"* ]] || fail "$3: '$2' is not in: $1"
}

# The value of a row of the table in $said.
row() {
    sed -n "s/^$1  *//p" <<<"$said"
}

# await COMMAND...: until it succeeds; fails after a while.
await() {
    local i
    for ((i = 0; i < 20 * patience; i++)); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.05
    done
    fail "waited in vain for: $*"
    return 1
}

finish() {
    ((failures == 0))
}
