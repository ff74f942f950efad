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
[[ $said == *"unknown, guessed  mass,"*" delay"$'\n'* ]] || fail "what is unknown: $said"
printf 'volar-device: 1\nname: mine\nlike: omega6\nmass: {value: -1, source: ours}\n' >"$folder/mine.yaml"
expect 3 tune "$folder/mine.yaml"
[[ $complained == *"mine.yaml:4:15: mass is -1; expected"* ]] || fail "an impossible mass: $complained"
expect 3 tune "$folder/none.yaml"
[[ $complained == *"cannot be read: No such file"* ]] || fail "no file: $complained"
printf 'volar-device: 1\nname: mine\nlike: omega6\nmass: {value: 0.3, source: ours}\n' >"$folder/mine.yaml"
expect 0 tune "$folder/mine.yaml" --no-strikes
has "$said" "delay             2 ms, assumed; set yours with --delay" "a delay that the file does not state"
expect 0 run blocks --device "right=simulated:$folder/mine.yaml" --seconds 0.1 --fast --no-viewer
[[ $said == *"right: mine (simulated)"* ]] || fail "a device file in a run: $said"
expect 0 run blocks --device simulated:omega6 --seconds 0.1 --fast --no-viewer
[[ $said == *"right: omega"* ]] || fail "a preset in a run: $said"

# A coupling that the device does not hold with its delay.
expect 0 check blocks --set devices.right.stiffness=4000 --set devices.right.damping=2
[[ $complained == *"warning: device 'right': stiffness 4000 N/m"*"is the limit"* ]] || fail "no warning: $complained"
expect 0 check blocks
[[ $complained != *"warning"* ]] || fail "a warning about a good scene: $complained"

# Passive for any hand: all of the device's damping is used, and the margin is another matter.
expect 0 tune omega6 --passive --no-strikes
has "$said" "a stiffer one is not passive for any hand" "why it ends there"
has "$said" "passive         for any hand, up to 156" "up to where"
expect 2 tune omega6 --margin 1
has "$complained" "expected more, or --passive" "no margin without --passive"

printf 'volar-device: 1\nname: slow\nlike: omega6\nbandwidth: {value: 100, source: ours}\n' >"$folder/slow.yaml"
expect 0 tune "$folder/slow.yaml" --no-strikes
has "$said" "passive         not known: the motors follow slowly" "motors with a bandwidth"
expect 2 tune "$folder/slow.yaml" --passive
has "$complained" "its motors follow slowly" "motors with a bandwidth, passive"

# Contacts found rarely.
expect 2 tune omega6 --two-rate 2000 --no-strikes
has "$complained" "--two-rate is 2000 Hz; expected at most the device's 1000" "more often than the device is served"
expect 0 tune omega6 --delay 1 --two-rate 50
has "$said" "contacts          found 50 times a second" "the rate"
has "$said" "shake or give the hand energy at this contact rate" "why it is softer"
has "$said" "0 unstable, 0 gave the hand energy" "strikes with two rates"

# A scene's device gets the gains, and the rest of the file stays.
cat >"$folder/scene.yaml" <<'END'
volar: 1
name: mine # ünïcödé
bodies:
  - {name: tool, shape: {box: {size: [0.02, 0.02, 0.02]}}}
  - {name: other, shape: {box: {size: [0.02, 0.02, 0.02]}}, position: [0.1, 0, 0]}
devices:
  # The first.
  - name: right   # its name
    address: omega6
    damping: 3 # N s/m
    holds: tool
  - {name: left, address: sigma7, holds: other, scale: 3}
END
cp "$folder/scene.yaml" "$folder/before.yaml"
expect 0 tune omega6 --write "$folder/scene.yaml" --no-strikes
has "$said" "device 'right', which holds 0.008 kg" "the tool"
has "$said" "written           to device 'right'" "that it is written"
changed=$(diff "$folder/before.yaml" "$folder/scene.yaml")
[[ $(grep -c '^[<>]' <<<"$changed") == 4 ]] || fail "more than the gains changed: $changed"
grep -qE '^    damping: [0-9.]+ # N s/m$' "$folder/scene.yaml" || fail "the comment of a value is gone"
expect 0 check "$folder/scene.yaml"
[[ $complained != *"'right': coupling"* ]] || fail "gains that are written are not stated: $complained"
expect 0 tune sigma7 --write "$folder/scene.yaml" --no-strikes
has "$said" "3 times the force at the device" "the scale"
grep -qE '^  - \{name: left, stiffness: [0-9.]+, damping: .*, angular-stiffness: .*, velocity-cut: 400, address' \
    "$folder/scene.yaml" || fail "a device in braces: $(<"$folder/scene.yaml")"
expect 0 check "$folder/scene.yaml"
cp "$folder/scene.yaml" "$folder/before.yaml"
expect 3 tune touch --write "$folder/scene.yaml"
has "$complained" "has no simulated touch; it has 'right' (simulated omega6), 'left' (simulated sigma7)" "no such device"
expect 3 tune sigma7 --write "$folder/scene.yaml" --name right
has "$complained" "device 'right' of $folder/scene.yaml is a simulated omega6; expected sigma7" "another device"
expect 3 tune sigma7 --write "$folder/scene.yaml" --name middle
has "$complained" "has no device 'middle'" "a name that is not there"
expect 2 tune sigma7 omega6 --write "$folder/scene.yaml"
expect 2 tune sigma7 --name right
sed 's/sigma7/omega6/' "$folder/scene.yaml" >"$folder/two.yaml"
expect 3 tune omega6 --write "$folder/two.yaml"
has "$complained" "has 2 devices omega6" "two of a kind"
expect 0 tune omega6 --write "$folder/two.yaml" --name left --no-strikes
cmp -s "$folder/scene.yaml" "$folder/before.yaml" || fail "a refusal changed the file"
expect 3 tune omega6 --write "$folder/none.yaml"
printf '{"volar": 1, "name": "j", "bodies": [{"name": "t", "shape": {"box": {"size": [0.02, 0.02, 0.02]}}}],\r\n "devices": [{"name": "right", "address": "omega6", "holds": "t"}]}\r\n' >"$folder/scene.json"
expect 0 tune omega6 --write "$folder/scene.json" --no-strikes
has "$(<"$folder/scene.json")" '"name": "right", "stiffness": ' "a scene in JSON"
expect 0 check "$folder/scene.json"

# A device for which a scene states no gains gets those that are tuned for it.
sed '/damping: 3/d; /left/d' "$folder/before.yaml" | sed '/stiffness/d; /velocity-cut/d; /damping/d' >"$folder/plain.yaml"
expect 0 check "$folder/plain.yaml"
has "$complained" "device 'right': coupling 4600 N/m, 18.8 N s/m: tuned for omega6, margin 2, 2 ms delay assumed" "the tuned default"
expect 0 run "$folder/plain.yaml" --seconds 0.05 --fast --no-viewer
[[ $(row '  coupling') == "4600 N/m, 18.8 N s/m: tuned for omega6, margin 2, 2 ms delay assumed" ]] || fail "the report: $said"
tuned=$(row "state hash")
expect 0 run "$folder/plain.yaml" --seconds 0.05 --fast --no-viewer --record "$folder/run.rec"
[[ $(row "state hash") == "$tuned" ]] || fail "the tuned default is not the same twice"
expect 0 run "$folder/plain.yaml" --seconds 0.05 --fast --no-viewer --set devices.right.stiffness=4600 \
    --set devices.right.damping=18.8 --set devices.right.velocity-cut=175
[[ $(row "state hash") == "$tuned" ]] || fail "the tuned default is not what is said: $(row "state hash"), $tuned"
[[ $said != *"tuned for"* ]] || fail "gains that are stated are tuned"
expect 0 run "$folder/plain.yaml" --seconds 0.05 --fast --no-viewer --device simulated:touch
has "$said" "tuned for touch" "the device at hand"
expect 0 check "$folder/plain.yaml" --set world.integrator=euler --set world.step=0.002 \
    --set devices.right.angular-stiffness=0.01 --set devices.right.angular-damping=1e-6
has "$complained" "200 N/m, 2 N s/m: the plain default, since the world does not take the tuned one" "a long explicit step"
expect 0 check "$folder/plain.yaml" --set "devices.right={name: right, device: spacenav, holds: tool}"
has "$complained" "the plain default, since nothing is known of the device" "a real device"
expect 0 run "$folder/plain.yaml" --seconds 0.05 --no-viewer --two-rate=100
has "$complained" "the plain default, since contacts are found so rarely" "two rates"

# A device file that comes with the program is found by its name, wherever one stands.
cd "$folder" || exit 1
expect 0 tune inverse3 --no-strikes
has "$said" "as the file states" "a device file that came with the program"
has "$said" "model: inverse3.yaml # a copy of /" "where it is"
cd - >/dev/null || exit 1
finish
