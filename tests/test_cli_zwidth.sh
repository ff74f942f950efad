#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command `volar zwidth`: what it draws and writes, and what it refuses.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

expect 2 zwidth
has "$complained" "name a device" "no device"
expect 2 zwidth omega66
has "$complained" "did you mean 'omega6'?" "a mistyped device"
expect 2 zwidth pantograph
has "$complained" "pantograph" "a pantograph"
expect 2 zwidth omni --set device.mas=1
has "$complained" "did you mean 'device.mass'?" "a mistyped number"
expect 2 zwidth omni --set device.mass=heavy
has "$complained" "'heavy' is not a number; expected device.mass in kg" "no number"
expect 2 zwidth omni --set device.mass=-1
has "$complained" "device.mass is -1 kg" "a negative mass"
expect 2 zwidth omni --set "device.delay=2 N"
has "$complained" "'2 N' has a unit that device.delay cannot have; expected one of s, ms, us" "a wrong unit"
expect 2 zwidth omni --axes bc,kc=1km:2km
has "$complained" "'1km:2km' has a unit that coupling.stiffness cannot have; expected one of N/m" "a wrong unit of an axis"
expect 2 zwidth omni --axes bc,colour
has "$complained" "no number 'colour'" "an axis that does not exist"
expect 2 zwidth omni --axes kc,kc
expect 2 zwidth omni --axes bc,kc=5:1
expect 2 zwidth omni --grid 1x8
expect 2 zwidth omni --hand left
expect 2 zwidth omni --loop quick
expect 2 zwidth omni --seconds 0.5 --grid 2x2
has "$complained" "too short to judge" "a run too short for its slowest mode"
expect 2 zwidth omni --loop simple --set device.bandwidth=200 --grid 2x2
has "$complained" "no lag of the actuators" "what the simple loop does not know"

expect 0 zwidth omega6 --loop linear --hand all --grid 12x12 --out "$folder/linear"
has "$said" "2 ms, the device's default" "the delay that is assumed"
for file in map.svg map.csv summary.json; do
    [[ -s $folder/linear/$file ]] || fail "$file is missing or empty"
done
[[ $(wc -l <"$folder/linear/map.csv") == 433 ]] || fail "rows of the map"
for line in "exact, loose hand" "exact, let go" "Gil" "Colgate" "table value" "chosen"; do
    grep -q "$line" "$folder/linear/map.svg" || fail "the map does not show: $line"
done
python3 - "$folder/linear/summary.json" <<'EOF' || fail "the summary"
import json, sys
s = json.load(open(sys.argv[1]))
assert s["volar"] and s["processor"] and s["cpuTime_s"] > 0 and "seed" in s and len(s["leftOut"]) > 3
assert [h["hand"] for h in s["hands"]] == ["loose", "tight", "free"]
for hand in s["hands"]:
    for c in hand["columns"]:
        # The grid is coarse; its first unstable value is the next one above the exact boundary.
        if c["firstUnstable"] and c["exact"]:
            assert 1 <= c["firstUnstable"] / c["exact"] < 200 ** (1 / 11) * 1.001, c
EOF
# Units are read, with and without a blank.
expect 0 zwidth omni --loop linear --grid 3x3 --set device.delay=1.5ms --set "device.mass=60 g" \
    --set "hand.grip-damping=2 N s/m" --axes "bc,kc=0.3N/mm:4 kN/m" --out "$folder/units"
expect 0 zwidth omni --loop linear --grid 3x3 --set delay=0.0015 --set device.mass=0.06 \
    --set hand.grip-damping=2 --axes bc,kc=300:4000 --out "$folder/plain"
cmp -s "$folder/units/map.csv" "$folder/plain/map.csv" || fail "units change the numbers"
expect 0 zwidth omni --loop simple --delay 0.5 --grid 4x4 --strike 0.03,0.1 --out "$folder/simple"
has "$said" "2 a point" "two strikes"
expect 0 zwidth omni falcon --grid 2x2 --delay 1 --out "$folder/volar"
[[ -s $folder/volar/omni/map.svg && -s $folder/volar/falcon/map.csv ]] || fail "a folder a device"
expect 3 zwidth omni --loop linear --grid 2x2 --out /dev/null
has "$complained" "cannot write /dev/null" "no folder"
mkdir "$folder/full" && ln -s /dev/full "$folder/full/map.csv"
expect 3 zwidth omni --loop linear --grid 2x2 --out "$folder/full"
has "$complained" "No space left on device" "a full disk"
# What is passive for any hand is not known of motors that follow slowly.
expect 0 zwidth omega6 --set device.bandwidth=100 --loop linear --grid 4x4 --out "$folder/slow"
has "$said" "any hand     not known" "slow motors"
finish
