#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar record-info and volar export: what they say of a recording, whole or cut off, and that others
# can read what is exported.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

expect 0 run stack --seconds 0.5 --fast --no-viewer --record a.vlr
steps=$(sed -n 's/.*in \([0-9]*\) steps.*/\1/p' <<<"$(row simulated)")
expect 0 record-info a.vlr
[[ $(row steps) == "$steps of "* ]] || fail "record-info counts other steps than run: $said"
[[ $(row ended) == yes ]] || fail "a whole recording did not end"
has "$(row scene)" "stack" "the scene's name"
expect 0 record-info a.vlr --json
has "$said" "\"steps\": $steps," "the JSON"
has "$said" '"complete": true,' "the JSON"

# Cut off anywhere: a beginning, or a reason.
head -c 60000 a.vlr >cut.vlr
expect 0 record-info cut.vlr
has "$(row ended)" "cut off" "the end of a cut recording"
head -c 100 a.vlr >short.vlr
expect 3 record-info short.vlr
has "$complained" "short.vlr" "a recording without its scene"
expect 3 record-info missing.vlr
printf "volar: 1\nname: a scene\nbodies: []\n" >scene.yaml
expect 3 record-info scene.yaml
has "$complained" "not a recording" "another file"

# Tables: a line per body and step, and one per step.
expect 0 export a.vlr --csv tables
[[ -z $complained ]] || fail "a good export warns: $complained"
(($(wc -l <tables/energy.csv) == steps + 1)) || fail "energy.csv has not a line per step"
bodies=$(($(wc -l <tables/bodies.csv) - 1))
((bodies > 0 && bodies % steps == 0)) || fail "bodies.csv has not a line per body and step"
[[ $(head -n 1 tables/contacts.csv) == t_s,step,body_a,* ]] || fail "contacts.csv has no header"
(($(wc -l <tables/contacts.csv) > steps)) || fail "contacts.csv has fewer lines than steps"
expect 3 export a.vlr --csv tables
has "$complained" "--force" "existing tables"
expect 0 export a.vlr --csv tables --every 7 --force
(($(wc -l <tables/energy.csv) == (steps + 6) / 7 + 1)) || fail "--every does not thin out"
expect 0 export cut.vlr --csv part
expect 3 export short.vlr --csv none
[[ ! -e none ]] || fail "a folder is made for a file that cannot be read"
touch file
expect 3 export a.vlr --csv file
has "$complained" "Not a directory" "a file in place of the folder"

# Devices: a line each per step, and the measurements of each, which can be played again.
[[ ! -e tables/devices.csv ]] || fail "devices.csv of a scene without devices"
expect 0 run blocks --seconds 0.5 --fast --no-viewer --record b.vlr
mkdir held
touch held/device_right.csv
expect 3 export b.vlr --csv held
has "$complained" "held/device_right.csv" "measurements of another run"
[[ ! -e held/bodies.csv ]] || fail "tables are written although one exists"
expect 0 export b.vlr --csv held --mcap b.mcap --force
(($(wc -l <held/devices.csv) == 500 + 1)) || fail "devices.csv has not a line per step"
[[ $(sed -n 2p held/devices.csv) == 0.001,1,right,coupled,shovel-right,* ]] || fail "devices.csv"
(($(wc -l <held/device_right.csv) == 500 + 1)) || fail "device_right.csv misses measurements"
expect 0 run blocks --seconds 0.3 --no-viewer --device right=replay:held/device_right.csv
has "$(row device)" "device_right.csv, holds shovel-right" "a recorded hand"

expect 2 export a.vlr
has "$complained" "--csv" "no format"
expect 2 export --csv x
expect 2 export a.vlr --csv x --every 0
expect 2 export a.vlr b.vlr --csv x

# MCAP, read in full by the reference reader where it is installed.
expect 0 export a.vlr --mcap a.mcap
expect 3 export a.vlr --mcap a.mcap
expect 0 export a.vlr --mcap a.mcap --force --every 1
if [[ -c /dev/full ]]; then
    expect 3 export a.vlr --mcap /dev/full
    has "$complained" "No space left on device" "a full disk"
fi
web="${VOLAR_SOURCE_DIR:?the source tree}/web"
if command -v node >/dev/null && [[ -d $web/node_modules/@mcap/core ]]; then
    found=$(node "$web/test/mcap_read.mjs" a.mcap) || fail "the MCAP file cannot be read"
    has "$found" "\"/tf\":$steps,\"/scene\":1,\"/contacts\":$steps,\"/status\":$steps" "the MCAP file"
    found=$(node "$web/test/mcap_read.mjs" b.mcap) || fail "the MCAP file of devices cannot be read"
    has "$found" "\"/devices\":30" "the MCAP file of devices"
else
    echo "no MCAP reader installed: not read"
fi

finish
