#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The look on a terminal: one line rewritten in place, cut to the width, coloured unless NO_COLOR.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1
if ! command -v script >/dev/null; then
    echo "no terminal to test with: the command 'script' is missing"
    exit 0
fi
escape=$'\033'

# shown COMMAND: what a terminal of 60 columns gets from it, in $screen.
shown() {
    timeout "$patience" script -qec "stty cols 60 rows 24; $1" /dev/null >screen </dev/null
    status=$?
    screen=$(tr -d '\0' <screen)
}

run="'$program' run blocks --no-viewer --seconds 0.5"
shown "$run"
[[ $status == 0 ]] || fail "a run on a terminal ends with $status: $screen"
has "$screen" $'\r'"${escape}[1mblocks" "the status line"
has "$screen" "${escape}[K" "the status line"
has "$screen" "100%" "the end of the bar"
has "$screen" "state hash" "the table"
# Between two returns there is one line, which must fit, escape sequences not counted.
LC_ALL=C tr '\r' '\n' <screen | sed "s/$escape\[[0-9;]*[mK]//g" | grep '^blocks ' >lines
[[ $(wc -l <lines) -ge 3 ]] || fail "the line is not rewritten: $screen"
while LC_ALL=C.UTF-8 read -r line; do
    LC_ALL=C.UTF-8
    ((${#line} <= 59)) || fail "a line is wider than the terminal: $line"
done <lines

shown "NO_COLOR=1 $run"
has "$screen" $'\rblocks' "the status line without colours"
[[ $screen != *"${escape}["[0-9]* ]] || fail "colours in spite of NO_COLOR"
shown "TERM=dumb $run"
[[ $screen != *"$escape"* ]] || fail "escape sequences on a dumb terminal"
shown "TERM= $run"
[[ $screen != *"$escape"* ]] || fail "escape sequences on a terminal without a name"
shown "LC_ALL=C $run"
has "$screen" "==" "the bar in ASCII"
shown "LC_ALL=C.UTF-8 $run"
has "$screen" "━━" "the bar in Unicode"

# Standard output elsewhere: the status stays on the terminal, the table does not.
shown "$run >table"
grep -q '^state hash' table || fail "the table is not on standard output"
grep -q "$escape" table && fail "escape sequences in a file"
[[ $screen != *"state hash"* ]] || fail "the table is on the terminal"

# Errors of a file are coloured on a terminal only.
printf 'volar: 1\nname: x\nbodys: []\n' >bad.yaml
shown "'$program' check bad.yaml"
[[ $status == 3 ]] || fail "a bad file ends with $status"
has "$screen" "${escape}[1;31m^" "the mark"

finish
