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
has "$said" "touched  -z on +z 1" "the foot on the bottom"
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
assert states[1]["residual"]["steps"] > 900 and states[1]["residual"]["max"] < 0.01
assert states[1]["unexplained"]["max"] == 0 and states[1]["beyond"] < 0.1
assert set(a["parameters"]) == {"eps", "rel", "angle", "in-of-radius", "dwell"}
faces = {s["body"]: [f["name"] for f in s["faces"]] for s in a["solids"]}
assert len(faces["peg"]) == 6 and "+z 2" in faces["block"]
assert all(f["kind"] == "plane" for s in a["solids"] for f in s["faces"])
' <<<"$said" || fail "the JSON cannot be read"

# A table has no contacts as elements, but its JSON is sound all the same.
expect 0 annotate golden.csv --json
python3 -c '
import json, sys
states = json.load(sys.stdin)["pairs"][0]["states"]
assert len(states) == 2 and states[1]["text"].startswith("+x on edge") and states[1]["freedoms"] == 2
' <<<"$said" || fail "the JSON of a table cannot be read"

# Names account for the forces; where nothing touches there is nothing to judge.
expect 0 annotate peg.vlr --check
has "$said" "fit: residual at most 0." "the residual"
expect 0 annotate peg.vlr --check --csv
has "$complained" "fit: residual at most 0." "the residual beside a table"
expect 0 run pendulum --seconds 0.1 --fast --no-viewer --record free.vlr
expect 1 annotate free.vlr --check
has "$said" "fit: not judged" "a run without contacts"
expect 2 annotate peg.vlr --check --no-forces
expect 2 annotate --check --diff golden.csv peg.vlr

# The same, another friction, and without the push.
expect 0 annotate --diff golden.csv peg.vlr
has "$said" "distance 0.00, the same process" "the same run"
expect 0 run "$scene" --seconds 1 --fast --no-viewer --record slippery.vlr --set world.surface.friction=0.15
expect 0 annotate --diff golden.csv slippery.vlr
expect 0 run "$scene" --seconds 1 --fast --no-viewer --record upright.vlr --set forces.0.force.0=0
expect 1 annotate --diff golden.csv upright.vlr
has "$said" "DIFFERENT" "a run without the push"

# A recording that is cut off says so. Where nothing touches there is nothing to compare.
head -c "$(($(stat -c %s peg.vlr) / 2))" peg.vlr >half.vlr
expect 0 annotate half.vlr
has "$complained" "'half.vlr' is cut off or damaged; states are known until 0." "a recording cut off"
expect 0 run stairs --seconds 0.1 --fast --no-viewer --record apart.vlr
expect 1 annotate --diff apart.vlr apart.vlr
has "$said" "no bodies touch in either" "two runs without contacts"

# As a version of the program with other physics would have recorded it: names are known, forces not.
python3 -c '
import struct, sys, zlib
data = bytearray(open("peg.vlr", "rb").read())
at = data.index(b"stiffness: 100000")
data[at:at + 17] = b"stiffness: 10000 "
kind, size, _, sequence = struct.unpack_from("<4I", data, 16)
crc = zlib.crc32(data[32:32 + size], zlib.crc32(struct.pack("<3I", kind, size, sequence)))
struct.pack_into("<I", data, 24, crc)
open("foreign.vlr", "wb").write(data)
'
expect 0 annotate foreign.vlr
has "$complained" "the simulation departs from the recording at 0." "a recording of other physics"
has "$said" "touched  -z on +z 1" "its names"
[[ $said == *" N  "* ]] && fail "forces of other physics: $said"
expect 1 annotate foreign.vlr --check

# States as a run makes them: the same as of its recording, whether it is fast or not.
# A cube is set on a tread, pushed to the riser, tipped over the nosing and lifted. While it tips, both faces end at once:
# a turn about the lower edge would push the toe into the riser, so that edge slides back.
expect 0 run stairs --seconds 1.7 --fast --no-viewer --annotate --record stairs.vlr
printf "%s\n" "$said" | grep " free  " | sed "s/^ *//" >printed
has "$(<printed)" "0.382 s  cube and stairs  3 free  touched  foot on tread-1" "the first state"
has "$(<printed)" "1 free  gained   foot on tread-1, toe on riser-2" "a gain"
expect 0 annotate stairs.vlr --csv
python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))[1:]  # a run does not print that nothing touches yet
lines = open(sys.argv[2]).read().splitlines()
assert [row["contacts"] for row in rows] == [
    "foot on tread-1",
    "foot on tread-1, toe on riser-2",
    "edge foot/toe on tread-1, toe on edge riser-2/tread-2",
    "toe on edge riser-2/tread-2",
    "free",
] and len(rows) == len(lines), (rows, lines)
for row, line in zip(rows, lines):
    time = "%.3f s" % float(row["from_s"])
    assert line.startswith(time) and line.endswith(" " + row["contacts"]), (row, line)
' "$folder/said" printed || fail "the run prints other states than its recording has"
expect 0 run stairs --seconds 0.7 --no-viewer --annotate
has "$said" "foot on tread-1" "a run by the clock"
expect 0 run pile --seconds 0.01 --fast --no-viewer --annotate
has "$said" "contact states are not named: the scene has" "a scene of too many pairs"

# Forces that a device feels by formations are on the contacts that are named.
expect 0 run corner --seconds 2.5 --fast --no-viewer --record corner.vlr
expect 0 annotate corner.vlr --check
has "$said" "back on wall, foot on floor" "the corner"
expect 0 annotate corner.vlr --json
python3 -c '
import json, sys
states = json.load(sys.stdin)["pairs"][0]["states"]
assert max(state["force"]["max"] for state in states) > 0.5
' <<<"$said" || fail "the corner has no forces"

expect 2 annotate
expect 2 annotate --diff golden.csv
expect 2 annotate peg.vlr --gap nothing
expect 3 annotate missing.vlr
has "$complained" "missing.vlr" "a missing file"
sed 's/$/\r/' golden.csv >windows.csv
expect 0 annotate --diff golden.csv windows.csv
expect 0 annotate windows.csv --csv
[[ $said == "$(<golden.csv)" ]] || fail "lines that end as on Windows give another table: $said"
head -c 150 golden.csv >cut.csv
expect 3 annotate --diff golden.csv cut.csv
has "$complained" "cut.csv' line 2" "a damaged table"
sed 's/,2,0,2,/,1e300,0,2,/; s/,1,0,3,/,1e300,0,3,/' golden.csv >huge.csv
cmp -s golden.csv huge.csv && fail "the table has no counts to damage: $(<golden.csv)"
expect 3 annotate huge.csv
has "$complained" "huge.csv' line" "a count out of range"

finish
