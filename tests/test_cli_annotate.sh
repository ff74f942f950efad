#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar annotate: the states of recordings as text, table and JSON, comparison, and refusals.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1
scene="${VOLAR_SOURCE_DIR:?}/tests/scenes/leaning-peg.yaml"

expect 0 run "$scene" --seconds 1 --fast --no-viewer --record peg.vlr
expect 0 annotate peg.vlr
has "$said" "peg and block" "the pair"
has "$said" "MT1 touched  -z on +z 1" "the foot on the bottom"
has "$said" "+x on edge +z 2/-x 1, edge +x/-z on +z 1" "the two-point contact"
expect 0 annotate peg.vlr --csv
printf "%s\n" "$said" >golden.csv
has "$said" '"peg","block",0,' "the table"
expect 0 annotate peg.vlr --json
python3 -c '
import json, sys
a = json.load(sys.stdin)
states = a["pairs"][0]["states"]
assert a["volar-annotation"] == 1 and len(states) == 2
assert states[0]["to"] == states[1]["from"] and states[1]["force"]["max"] > 0.5
assert states[1]["freedoms"] == len(states[1]["free"]) == 2
' <<<"$said" || fail "the JSON cannot be read"

# The same, another friction, and without the push.
expect 0 annotate --diff golden.csv peg.vlr
has "$said" "distance 0.00, the same process" "the same run"
expect 0 run "$scene" --seconds 1 --fast --no-viewer --record slippery.vlr --set world.surface.friction=0.15
expect 0 annotate --diff golden.csv slippery.vlr
expect 0 run "$scene" --seconds 1 --fast --no-viewer --record upright.vlr --set forces.0.force.0=0
expect 1 annotate --diff golden.csv upright.vlr
has "$said" "DIFFERENT" "a run without the push"

expect 2 annotate
expect 2 annotate --diff golden.csv
expect 2 annotate peg.vlr --gap nothing
expect 3 annotate missing.vlr
has "$complained" "missing.vlr" "a missing file"
head -c 60 golden.csv >cut.csv
head -c 150 golden.csv >cut.csv
expect 3 annotate --diff golden.csv cut.csv
has "$complained" "cut.csv' line 2" "a damaged table"
