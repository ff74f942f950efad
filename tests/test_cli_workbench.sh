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

expect 0 workbench walls --law seh --law zoh:damping=10 --seconds 2 --set seh.stiffness=4000 --out "$folder"
[[ $(grep -c "^seh \|^zoh:damping=10 " <<<"$said") == 2 ]] || fail "the table has other rows: $said"
for file in walls.csv walls.svg summary.json; do
    [[ -s $folder/workbench/$file ]] || fail "$file is missing or empty"
done
expect 0 workbench friction --law reset --law classical --seconds 2 --out "$folder"
# v_s mean(F)/Fs = 4 mm/s.
drift=$(grep "^classical" "$folder/workbench/friction.csv" | cut -d, -f3)
[[ $drift == 7.99* || $drift == 8.00* ]] || fail "classical friction drifts by $drift mm in 2 s; expected 8"
expect 3 workbench friction --law reset --seconds 1 --out /dev/null

# The example of the page is the file that is kept beside it, and does what the page says.
root=$(cd "$(dirname "$0")/.." && pwd)
listing=$(sed -n '/^```c own_law.c$/,/^```$/p' "$root/docs/workbench.md" | sed '1d;$d')
[[ $listing == "$(cat "$root/docs/examples/own_law.c")" ]] || fail "the listing is not docs/examples/own_law.c"
printed=$("$1") || fail "the example ends with $?"
grep -qF "    $printed" "$root/docs/workbench.md" || fail "the page does not say: $printed"

finish
