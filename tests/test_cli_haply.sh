#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar haply-server: serves a device that volar devices can test; its end, and bad usage.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

# start ARGUMENT...: in the background; waits for the address and leaves it in $place.
start() {
    : >announced # of the one before
    "$program" haply-server --port 0 "$@" >served 2>announced </dev/null &
    child=$!
    await grep -q '^haply: ws://' announced || cat announced
    place=$(sed -n 's|^haply: ws://\([^/]*\)/.*|\1|p' announced)
}

# stop SIGNAL: ends it and leaves its table in $said.
stop() {
    local status
    kill "-$1" "$child"
    wait "$child"
    status=$?
    [[ $status == 0 ]] || fail "SIG$1 ends with $status: $(<announced)"
    said=$(<served)
}

start
[[ $place =~ ^127\.0\.0\.1:[0-9]+$ ]] || fail "the address is '$place'"
# A proxy is for other machines.
http_proxy=http://127.0.0.1:9 expect 0 devices test haply "$place" --seconds 1
[[ $(row device) == "haply Inverse3 0001, 4 buttons" ]] || fail "the device: $(row device)"
[[ $(row spring) == "50 N/m, at most 1 N" ]] || fail "the spring: $(row spring)"
[[ $(row samples) =~ ^[1-9][0-9]*,\ [1-9][0-9]*\ a\ second, ]] || fail "samples: $(row samples)"
[[ $(row force) =~ ^0\.[0-9]*[1-9][0-9]*\ N ]] || fail "no force is felt: $(row force)"
[[ $(row remarks) == "the service says: right-handed arm, preset arm_front_centered, "* ]] ||
    fail "what the service says: $(row remarks)"
expect 0 devices test haply "$place/0001,force=6,stiffness=20" --seconds 0.1
[[ $(row spring) == "20 N/m, at most 2 N; 50 N/m exceeds the device's limit" ]] ||
    fail "the spring as the address says: $(row spring)"
expect 3 devices test haply "$place/049D"
has "$complained" "there is '0001'" "another device"
# A scene that states no gains: the model that the device names is known by its file.
printf 'volar: 1\nname: mine\nbodies:\n  - {name: tool, shape: {box: {size: [0.02, 0.02, 0.02]}}}\ndevices:\n  - {name: right, address: omega6, holds: tool}\n' >mine.yaml
expect 0 run mine.yaml --device "haply:$place" --seconds 0.1 --no-viewer
[[ $(row '  coupling') == *": tuned for Inverse3, margin 2, 3 ms delay as its file says" ]] ||
    fail "the coupling of a real device: $(row '  coupling')"
# The port is taken.
expect 1 haply-server --port "${place##*:}"
has "$complained" "${place##*:}" "a port that is taken"
stop INT
[[ $(row requests) =~ ^[1-9] ]] || fail "no requests: $said"
has "$(row sessions)" "4, 0 refused, 0 closed" "who came"
[[ $(row force) =~ ^0\.[0-9]*[1-9][0-9]*\ N ]] || fail "no force arrived: $(row force)"
expect 3 devices test haply "$place"
has "$complained" "docs/devices.md" "a service that is gone"
has "$complained" "haply-server" "what to try instead"

# A device without a grip, at another rate.
start omega3 --rate 500
expect 0 devices test haply "$place" --seconds 0.1
[[ $(row device) == "haply Inverse3 0001, 0 buttons" ]] || fail "the device: $(row device)"
stop TERM
start --address 0.0.0.0
has "$(<announced)" "warning: other machines" "an address for all"
stop HUP
start --uncalibrated 1
expect 0 devices test haply "$place" --seconds 0.1
stop INT
start --uncalibrated 60
expect 3 devices test haply "$place"
has "$complained" "not calibrated; put its grip into the inkwell" "an arm that is not calibrated"
stop INT
start --allow-origin null
has "$(<announced)" "warning: with --allow-origin null" "an origin that all sites can have"
stop INT
start --allow-origin https://lab.example
[[ $(<announced) != *warning* ]] || fail "one origin warns: $(<announced)"
stop INT

# Bad usage.
expect 2 haply-server inverse4
has "$complained" "inverse3, touch, omni" "an unknown preset"
expect 2 haply-server touch omni
expect 2 haply-server --address here
for number in -1 65536 80.5 x ""; do
    expect 2 haply-server --port="$number"
    has "$complained" "--port is '$number'" "a port"
done
for number in 9 20001 nan ""; do
    expect 2 haply-server --rate="$number"
    has "$complained" "--rate is '$number'" "a rate"
done
expect 2 haply-server --uncalibrated=-1
has "$complained" "--uncalibrated is '-1'" "a time"
for origin in here "" http:// http://host/path ://host; do
    expect 2 haply-server --allow-origin="$origin"
    has "$complained" "--allow-origin is '$origin'" "an origin"
done
expect 2 devices test haply nowhere
has "$complained" "'nowhere' is not an address" "a bad address"

finish
