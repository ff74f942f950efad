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

# Device files.
root="$(dirname "$0")/.."
expect 0 tune "$root/devices/inverse3.yaml" --no-strikes
[[ $said == *"delay             3 ms, as the file states"* ]] || fail "the delay of a file: $said"
[[ $said == *"unknown, guessed  limits.force,"*" delay"$'\n'* ]] || fail "what is unknown: $said"
printf 'volar-device: 1\nname: mine\nlike: omega6\nmass: {value: -1, source: ours}\n' >"$folder/mine.yaml"
expect 3 tune "$folder/mine.yaml"
[[ $complained == *"mine.yaml:4:15: mass is -1; expected"* ]] || fail "an impossible mass: $complained"
expect 3 tune "$folder/none.yaml"
[[ $complained == *"cannot be read: No such file"* ]] || fail "no file: $complained"
printf 'volar-device: 1\nname: mine\nlike: omega6\nmass: {value: 0.3, source: ours}\n' >"$folder/mine.yaml"
expect 0 run blocks --device "right=simulated:$folder/mine.yaml" --seconds 0.1 --fast --no-viewer
[[ $said == *"right: mine (simulated)"* ]] || fail "a device file in a run: $said"
expect 0 run blocks --device simulated:omega6 --seconds 0.1 --fast --no-viewer
[[ $said == *"right: omega"* ]] || fail "a preset in a run: $said"

# A coupling that the device does not hold with its delay.
expect 0 check blocks --set devices.right.stiffness=4000 --set devices.right.damping=2
[[ $complained == *"warning: device 'right': stiffness 4000 N/m"*"is the limit"* ]] || fail "no warning: $complained"
expect 0 check blocks
[[ $complained != *"warning"* ]] || fail "a warning about a good scene: $complained"

# A device file that comes with the program is found by its name, wherever one stands.
cd "$folder" || exit 1
expect 0 tune inverse3 --no-strikes
has "$said" "as the file states" "a device file that came with the program"
has "$said" "model: inverse3.yaml # a copy of /" "where it is"
cd - >/dev/null || exit 1
finish
