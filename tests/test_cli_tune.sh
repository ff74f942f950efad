#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command `volar tune`: what it says, how it ends, and that its block is a scene's.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

expect 2 tune
[[ $complained == *"name a device"* ]] || fail "no device given: $complained"
expect 2 tune omega66
[[ $complained == *"did you mean 'omega6'?"* ]] || fail "a mistyped device: $complained"
expect 2 tune omni --margin 1
expect 2 tune omni --delay 60
[[ $complained == *"more than 32 samples"* ]] || fail "a long delay: $complained"
expect 2 tune pantograph
[[ $complained == *"pantograph"* ]] || fail "a pantograph: $complained"

expect 0 tune sigma7 --no-strikes
[[ $said == *"2 ms, assumed"* ]] || fail "the delay that is assumed is not said: $said"
[[ $said == *"margins         let go 2.00,"* ]] || fail "margins: $said"
[[ $said != *"strikes"* ]] || fail "strikes in spite of --no-strikes"
{
    printf 'volar: 1\nname: tuned\nbodies:\n'
    printf '  - {name: tool, shape: {box: {size: [0.02, 0.02, 0.02]}}}\ndevices:\n'
    sed -n '/^  - name: right/,$p' <<<"$said"
    printf '    holds: tool\n'
} >"$folder/tuned.yaml"
expect 0 check "$folder/tuned.yaml"

expect 0 tune omega3 --delay 1
[[ $said == *$'\n'"delay             1 ms"$'\n'* ]] || fail "the given delay: $said"
[[ $said == *"0 unstable, 0 gave the hand energy"* ]] || fail "strikes: $said"
