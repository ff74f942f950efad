#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar devices: the list, a test of the simulated device, soft ends, and what is not there.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1
# Whatever is installed here: nothing is found.
export VOLAR_DRD="$folder/no-drd.so" VOLAR_HD="$folder/no-hd.so" SPNAV_SOCKET="$folder/no.sock"

expect 0 devices
for name in simulated pantograph replay udp; do
    grep -q "^$name  *usable " <<<"$said" || fail "the list does not have $name as usable: $said"
done
for name in spacenav force-dimension openhaptics; do
    grep -q "^$name  *missing " <<<"$said" || fail "the list does not have $name as missing: $said"
    # The line below says what to do.
    grep -A 1 "^$name " <<<"$said" | grep -q "docs/devices.md" || fail "no help for $name: $said"
done
[[ -z $complained ]] || fail "the list complains: $complained"
if LC_ALL=C grep -q '[^ -~]' said; then
    fail "control characters in what is not a terminal"
fi
listed=$(sed -n '/^$/q; s/^\([a-z]\{1,\}[a-z-]*\) .*/\1/p' <<<"$said")

expect 0 devices --json
if command -v python3 >/dev/null; then
    names=$(python3 -c '
import json, sys
for b in json.load(sys.stdin)["backends"]:
    assert type(b["usable"]) is bool and b["describes"] and b["says"], b
    print(b["name"])' <said) || fail "the JSON is not as it should be: $said"
    [[ $names == "$listed" ]] || fail "the JSON has other names: $names"
else
    echo "no python3: the JSON is not read"
fi

# The simulated device, held by its hand, which moves it.
expect 0 devices test simulated omega6 --seconds 1
[[ $(row device) == "simulated omega.6, 1 button" ]] || fail "the device: $(row device)"
[[ $(row spring) == "50 N/m, at most 4 N" ]] || fail "the spring: $(row spring)"
[[ $(row samples) =~ ^[1-9][0-9]*,\ [1-9][0-9]*\ a\ second, ]] || fail "samples: $(row samples)"
[[ $(row reads) =~ ^[1-9][0-9]*,\ [1-9][0-9]*\ a\ second,\ 0\ failed$ ]] || fail "reads: $(row reads)"
[[ $(row force) =~ ^0\.[0-9]*[1-9][0-9]*\ N ]] || fail "no force is felt: $(row force)"
[[ $(row hand) =~ with\ 0\.[0-9]*[1-9][0-9]*\ N ]] || fail "the hand does not hold it: $(row hand)"
[[ -n $(row interventions) ]] || fail "nothing of the governor: $said"
has "$complained" "buttons" "the head of the lines"
lines=$(grep -c '^ *[0-9]' complained)
((lines == 1)) || fail "$lines lines in a second: $complained"
if LC_ALL=C grep -q '[^ -~]' said complained; then
    fail "control characters in what is not a terminal"
fi

# Never stiffer than the device bears.
expect 0 devices test simulated omni --seconds 0.1 --stiffness 3000
[[ $(row spring) == "700 N/m, at most 1.1 N; 3000 N/m exceeds the device's limit" ]] ||
    fail "the spring: $(row spring)"

# A device that renders nothing, and one that never measures.
printf '0,0,0,0,1,0,0,0,0\n0.1,0.01,0,0,1,0,0,0,5\n' >samples.csv
expect 0 devices test replay samples.csv --seconds 1.1
has "$(row spring)" "renders no force" "the spring of a file"
[[ $(row force) == "0.000 N"* ]] || fail "a file renders: $(row force)"
has "$complained" " 1,3" "the buttons"
expect 1 devices test udp 127.0.0.1:0 --seconds 0.2
has "$complained" "sent no measurement" "nobody at the other end"
has "$(row duration)" "without any measurement" "nobody at the other end"

# Signals end it, with the table.
for signal in INT TERM HUP TSTP; do
    rm said complained
    "$program" devices test simulated >said 2>complained </dev/null &
    child=$!
    await grep -q "time" complained # signals are taken before anything is shown
    sleep 0.3
    kill "-$signal" "$child"
    wait "$child"
    status=$?
    [[ $status == 0 ]] || fail "SIG$signal ends with $status: $(<complained)"
    said=$(<said)
    has "$(row reads)" " 0 failed" "the table after SIG$signal"
done

# What is not there.
expect 3 devices test force-dimension
has "$complained" "docs/devices.md" "a missing library"
[[ -z $said ]] || fail "a missing library says: $said"
expect 3 devices test openhaptics
has "$complained" "docs/devices.md" "a missing library"
expect 3 devices test spacenav
expect 3 devices test replay missing.csv

# Bad usage.
expect 2 devices test simulatde
has "$complained" "did you mean 'simulated'?" "a mistyped backend"
expect 2 devices test xylophone
has "$complained" "the backends are simulated, pantograph, replay" "an unknown backend"
expect 2 devices test omega9
has "$complained" "did you mean 'simulated omega" "a preset without its backend"
expect 2 devices test udpp
has "$complained" "did you mean 'udp'?" "a mistyped backend"
expect 2 devices test simulated omega66
has "$complained" "omega6" "an unknown preset"
expect 2 devices test
expect 2 devices tset
has "$complained" "did you mean 'test'?" "a mistyped verb"
expect 2 devices simulated
has "$complained" "test NAME" "a name without verb"
expect 2 devices test simulated omega6 omega7
expect 2 devices test simulated --json
expect 2 devices --seconds 1
for number in 0 -1 nan 1e9 ten ""; do
    expect 2 devices test simulated --seconds="$number"
    has "$complained" "--seconds is '$number'" "seconds"
    expect 2 devices test simulated --stiffness="$number"
    has "$complained" "--stiffness is '$number'" "stiffness"
done

# On a terminal the line is rewritten in place.
if command -v script >/dev/null; then
    timeout "$patience" script -qec "stty cols 80; '$program' devices test simulated --seconds 0.6" \
        /dev/null >screen </dev/null || fail "a test on a terminal ends with $?"
    rewritten=$(LC_ALL=C tr '\r' '\n' <screen | grep -c '^ *0\.[0-9] ')
    ((rewritten >= 3 && rewritten <= 12)) || fail "$rewritten lines in 0.85 s: $(<screen)"
else
    echo "no terminal to test with: the command 'script' is missing"
fi

finish
