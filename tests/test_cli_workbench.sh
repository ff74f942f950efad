#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command `volar workbench`: what it says, what it leaves, how it ends; and the law of one's own
# that docs/workbench.md shows. usage: test_cli_workbench.sh OWN_LAW
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

expect 0 workbench --list
for law in zoh predictor seh corrected pi hysteretic pulse classical karnopp dahl pad reset; do
    grep -q "^\(walls\|friction\) *$law " <<<"$said" || fail "--list does not name $law"
done
expect 2 workbench
[[ $complained == *"walls or friction"* ]] || fail "no trial given: $complained"
expect 2 workbench ceilings
expect 2 workbench walls --law she
[[ $complained == *"did you mean 'seh'?"* ]] || fail "a mistyped law: $complained"
expect 2 workbench walls --law reset
[[ $complained == *"no wall law 'reset'"* ]] || fail "a friction law as a wall: $complained"
expect 2 workbench walls --law seh:colour=1
[[ $complained == *"stiffness, damping"* ]] || fail "an unknown parameter: $complained"
expect 2 workbench walls --set colour=1
expect 2 workbench walls --set stiffness
expect 2 workbench walls --step 100
expect 2 workbench walls --law seh:stiffness=1e6 --seconds 1 --out "$folder"
[[ $complained == *"the window is w T <= 0.5"* ]] || fail "outside the window: $complained"
expect 2 workbench friction --law classical:band=0.001 --seconds 1 --out "$folder"
[[ $complained == *"window: n mus N T/(m band) < 2, a band above "* ]] || fail "outside friction's window: $complained"

expect 0 workbench walls --law seh --law zoh:damping=10 --seconds 2 --set seh.stiffness=4000 --out "$folder"
[[ $(grep -c "^seh \|^zoh:damping=10 " <<<"$said") == 2 ]] || fail "the table has other rows: $said"
for file in walls.csv walls.svg summary.json; do
    [[ -s $folder/workbench/$file ]] || fail "$file is missing or empty"
done
expect 0 workbench friction --law reset --law classical --seconds 2 --out "$folder"
# v_s mean(F)/Fs = 4 mm/s.
drift=$(grep "^classical" "$folder/workbench/friction.csv" | cut -d, -f3)
[[ $drift == 7.99* || $drift == 8.00* ]] || fail "classical friction drifts by $drift mm in 2 s; expected 8"

# Through a device: the table is the same, the device is felt.
expect 2 workbench walls --device premum
[[ $complained == *"'premum'"*"touch, omni, "*"falcon, pantograph"* ]] || fail "a preset that does not exist: $complained"
for device in pantograph omega3; do
    expect 0 workbench walls --law pulse --law seh --seconds 2 --device $device --out "$folder"
    [[ $(grep -c "^seh .* yes (keeps)\|^pulse .* yes (takes)" <<<"$said") == 2 ]] || fail "walls through $device: $said"
done
[[ -s $folder/workbench/walls.svg ]] || fail "no figure of walls through a device"
expect 0 workbench friction --law classical --law reset --seconds 2 --device premium --out "$folder"
# The friction of the device, 0.04 N, is taken from the mean push of 1.04 N: 8 mm (1 - 0.04/1.04) = 7.69 mm. The start, in
# which the push is below 0.04 N and the handle still swings in, and the damping of the handle leave a per cent.
drift=$(grep "^classical" "$folder/workbench/friction.csv" | cut -d, -f3)
awk "BEGIN { exit !($drift > 7.61 && $drift < 7.77) }" || fail "through the device it drifts by $drift mm; expected 7.69"
drift=$(grep "^reset" "$folder/workbench/friction.csv" | cut -d, -f3)
awk "BEGIN { exit !($drift > -0.05 && $drift < 0.05) }" || fail "reset drifts by $drift mm through the device"
expect 3 workbench friction --law reset --seconds 1 --out /dev/null

# The example of the page is the file that is kept beside it, and does what the page says.
root=$(cd "$(dirname "$0")/.." && pwd)
listing=$(sed -n '/^```c own_law.c$/,/^```$/p' "$root/docs/workbench.md" | sed '1d;$d')
[[ $listing == "$(cat "$root/docs/examples/own_law.c")" ]] || fail "the listing is not docs/examples/own_law.c"
printed=$("$1") || fail "the example ends with $?"
grep -qF "    $printed" "$root/docs/workbench.md" || fail "the page does not say: $printed"

finish
