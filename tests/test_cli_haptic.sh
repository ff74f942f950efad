#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar run with devices: the scene's own hand, one from outside, two rates, the audit.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

# The scene's own simulated hand: the same bits every time, and nobody got energy for nothing.
expect 0 run blocks --seconds 2 --fast --no-viewer --audit
first=$(row 'state hash')
[[ $(row device) == "right: sigma7 (simulated), holds shovel-right, "*" N of 12" ]] ||
    fail "the device: $(row device)"
[[ $(row '  energy') == "into device "*", coupling "*", contact "*", friction "*", integration "*" J" ]] ||
    fail "energy by port: $(row '  energy')"
[[ $(row '  audit') == "passive: "* ]] || fail "the audit: $(row '  audit')"
expect 0 run blocks --seconds 2 --fast --no-viewer
[[ $(row 'state hash') == "$first" ]] || fail "another state: $(row 'state hash')"

# A virtual world that is active: a coupling far stiffer than the device bears, without damping.
sed 's/ stiffness: 400$/ stiffness: 20000/; s/ damping: 4$/ damping: 0/
     s/address: sigma7/address: falcon/; s/max-force: 8/max-force: inf/' \
    < <("$program" scene blocks) >buzz.yaml
expect 1 run buzz.yaml --seconds 8 --fast --no-viewer --audit
[[ $(row '  audit') == "ACTIVE: energy to the hand not accounted for "* ]] || fail "a buzzing world: $(row '  audit')"
has "$complained" "not passive at device 'right'" "who got it"
has "$(row '  audit')" "made by sampling" "by whom"
expect 0 run buzz.yaml --seconds 8 --fast --no-viewer

# A recording with a hand needs no device to be repeated.
expect 0 run blocks --seconds 1 --fast --no-viewer --record hand.vlr
expect 0 replay hand.vlr --check

# One from outside: ours, behind the Haply protocol.
"$program" haply-server --port 0 >/dev/null 2>announced </dev/null &
child=$!
await grep -q '^haply: ws://' announced || cat announced
place=$(sed -n 's|^haply: ws://\([^/]*\)/.*|\1|p' announced)
# Its buttons are pressed now and then: none of them is to let go.
sed '/-button:/d' < <("$program" scene blocks) >held.yaml
expect 0 run held.yaml --device "right=haply:$place" --seconds 2 --no-viewer --record outside.vlr
[[ $(row device) == "right: Inverse3 0001, holds shovel-right, "*" N of 3" ]] ||
    fail "a device from outside: $(row device)"
has "$complained" "device right: the service says: right-handed arm, preset arm_front_centered" "its settings"
[[ $(row '  remarks') == "the service says: "*"; it rendered "*" of the force asked for" ]] ||
    fail "what the service made of the force: $(row '  remarks')"
kill -TERM "$child"
wait "$child"
expect 0 replay outside.vlr --check
expect 3 run blocks --device "haply:$place" --seconds 1 --no-viewer
has "$complained" "device 'right'" "a device that is gone"
has "$complained" "without --device the scene's own device is used" "what to do without it"
sed 's/device: simulated/device: haply/; s/address: sigma7/address: "127.0.0.1:9"/
     /^    hand:/,/^$/d' \
    < <("$program" scene blocks) >asks.yaml
expect 3 run asks.yaml --seconds 1 --no-viewer
has "$complained" "--set devices.right.device=simulated" "what to do without it"

# A hand that was recorded, again: by simulated time, so also in a fast run.
expect 0 run held.yaml --seconds 2 --fast --no-viewer --record hand2.vlr
expect 0 export hand2.vlr --csv tables
expect 0 run held.yaml --device right=replay:tables/device_right.csv --seconds 2 --fast --no-viewer
[[ $(row device) == "right: "*", holds shovel-right, "* ]] || fail "a replayed hand: $(row device)"
expect 3 run held.yaml --device right=replay:hand2.vlr --no-viewer
has "$complained" "volar export --csv" "a recording for samples"

# Two rates.
expect 0 run blocks --two-rate=200 --seconds 1 --no-viewer
[[ $(row 'contact detection') =~ ^[0-9]+\ times\ per\ simulated\ second ]] || fail "two rates: $(row 'contact detection')"
expect 0 run blocks --two-rate=200 --seconds 0.5 --no-viewer --record two.vlr
expect 1 replay two.vlr
has "$complained" "cannot be repeated" "a recording of two rates"
expect 0 run stack --two-rate --seconds 0.2 --no-viewer
has "$complained" "contacts are found in every step" "two rates of an explicit scene"

# Bad usage.
expect 2 run blocks --device left=udp --no-viewer
has "$complained" "expected one of scene blocks: right" "no such device in the scene"
expect 2 run blocks --device joystick --no-viewer
has "$complained" "no backend 'joystick'; the backends are simulated, pantograph, replay, udp" "no such backend"
expect 2 run blocks --device hapley --no-viewer
has "$complained" "did you mean 'haply'?" "a mistyped backend"
for word in inverse3 omega.7; do
    expect 2 run blocks --device "right=$word" --no-viewer
    has "$complained" "no backend '$word'; did you mean 'simulated:$word'?" "a simulated device without its backend"
done
expect 0 run blocks --device right=simulated:inverse3 --seconds 0.1 --fast --no-viewer
[[ $(row device) == "right: Inverse3 (simulated)"* ]] || fail "an installed device file: $(row device)"
expect 3 run blocks --device right=simulated:omega66 --no-viewer
has "$complained" "did you mean 'omega6'?" "another simulated one, mistyped"
expect 2 run stack --device udp --no-viewer
has "$complained" "scene stack has no devices" "a scene without"
expect 2 run blocks --fast --device udp
has "$complained" "runs in real time" "a device in a fast run"
expect 2 run blocks --fast --two-rate
expect 2 run blocks --two-rate=0
has "$complained" "expected 1 to 1e5 times per second" "no rate"
finish
