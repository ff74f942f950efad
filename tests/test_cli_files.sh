#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files that hurt: outputs over their own inputs, pipes that nobody writes to, scenes that would run
# code or open the machine to others.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

# soon STATUS ARGUMENT...: as expect, but a program that hangs fails (and ends).
soon() {
    local wanted=$1 status
    shift
    timeout -k 1 "$patience" "$program" "$@" >said 2>complained </dev/null
    status=$?
    said=$(<said)
    complained=$(<complained)
    [[ $status == "$wanted" ]] || fail "'$*' ends with $status instead of $wanted: $complained"
}

# --- An output never destroys its input ---
expect 0 run stack --seconds 0.2 --fast --no-viewer --record a.vlr
whole=$(sha256sum <a.vlr)
unchanged() {
    [[ $(sha256sum <a.vlr) == "$whole" ]] || fail "$1 changed the recording"
    [[ -z $(find . -name '*.part*') ]] || fail "$1 left $(find . -name '*.part*')"
}
ln a.vlr hard.vlr
ln -s a.vlr soft.vlr
for same in a.vlr ./a.vlr hard.vlr soft.vlr; do
    expect 3 export a.vlr --mcap "$same" --force
    has "$complained" "the recording itself" "an export onto its own input"
    unchanged "export --mcap $same"
done
mkdir onto
ln a.vlr onto/bodies.csv
expect 3 export a.vlr --csv onto --force
has "$complained" "the recording itself" "tables onto their own input"
unchanged "export --csv"
expect 3 export onto/bodies.csv --csv onto --force
unchanged "export --csv of a recording with the name of a table"
rm -r onto
"$program" scene stack >own.yaml
scene=$(sha256sum <own.yaml)
for option in --record --log; do
    expect 3 run own.yaml --seconds 0.1 --fast --no-viewer $option own.yaml --force
    has "$complained" "is read by this run" "$option over its scene"
    [[ $(sha256sum <own.yaml) == "$scene" ]] || fail "$option replaced its scene"
done
# Nor the mesh that a scene names, in the scene's folder, however it is spelt.
mkdir deep
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' >deep/wedge.obj
printf 'volar: 1\nname: m\nbodies: [{name: b, shape: {mesh: {file: wedge.obj}}}]\n' >deep/mesh.yaml
ln deep/wedge.obj hard.obj
ln -s deep/wedge.obj soft.obj
mesh=$(sha256sum <deep/wedge.obj)
for option in --record --log; do
    for name in deep/wedge.obj ./deep/../deep/wedge.obj hard.obj soft.obj; do
        soon 3 run deep/mesh.yaml --seconds 0.1 --fast --no-viewer $option $name --force
        has "$complained" "is read by this run" "$option over a mesh of its scene, $name"
        [[ $(sha256sum <deep/wedge.obj) == "$mesh" ]] || fail "$option $name replaced a mesh"
    done
done
# Two outputs, one place: compared by where they lead, whether there is a file yet or not.
ln -s . here
ln -s new.csv leads_to_new
for log in new.csv ./new.csv "$PWD/new.csv" ../"${PWD##*/}"/new.csv here/new.csv leads_to_new new.csv.part \
    ./new.csv.part7; do
    for words in "--record new.csv --log $log" "--record $log --log new.csv"; do
        # shellcheck disable=SC2086
        soon 2 run stack --seconds 0.1 --fast --no-viewer $words
        has "$complained" "would be written to the same file" "$words"
        [[ ! -e new.csv ]] || fail "$words wrote one of the two"
    done
done
: >old.csv
ln old.csv linked.csv
soon 2 run stack --seconds 0.1 --fast --no-viewer --record old.csv --log linked.csv --force
has "$complained" "would be written to the same file" "two hard links"
soon 0 run stack --seconds 0.1 --fast --no-viewer --record new.vlr --log new.vlr.csv
expect 0 record-info new.vlr
rm -f new.vlr new.vlr.csv old.csv linked.csv leads_to_new
for mcap in tables/bodies.csv ./tables/./bodies.csv here/tables/bodies.csv; do
    soon 3 export a.vlr --csv tables --mcap $mcap
    has "$complained" "would be written to the same file" "tables and --mcap $mcap"
    [[ ! -e tables ]] || fail "--csv tables --mcap $mcap wrote one of the two"
done
rm here
# The measurements that a device plays are an input, however they are spelt.
printf 'time,x,y,z\n0,0,0,0\n1,0,0,0\n' >hand.csv
ln -s hand.csv hand_link.csv
hand=$(sha256sum <hand.csv)
for output in hand.csv ./hand.csv hand_link.csv; do
    soon 3 run blocks --seconds 0.1 --fast --no-viewer --device right=replay:hand.csv --log $output --force
    has "$complained" "is read by this run" "the log over the measurements of a device"
    [[ $(sha256sum <hand.csv) == "$hand" ]] || fail "--log $output replaced the measurements"
done
rm hand.csv hand_link.csv
mkfifo nobody_reads
expect 3 run own.yaml --seconds 0.1 --fast --no-viewer --log nobody_reads --force
rm nobody_reads

# A new recording takes its name at its end; a run that fails before that leaves the older one.
expect 0 run stack --seconds 0.1 --fast --no-viewer --record a.vlr --force
[[ $(sha256sum <a.vlr) != "$whole" ]] || fail "--force did not overwrite"
expect 0 record-info a.vlr
whole=$(sha256sum <a.vlr)
"$program" run stack --no-viewer --record a.vlr --force >/dev/null 2>&1 &
run=$!
await test -s a.vlr.part
unchanged_old=$(sha256sum <a.vlr)
[[ $unchanged_old == "$whole" ]] || fail "the older recording is gone while the new one is written"
# Killed: what was written so far can be read, and is not overwritten by the next run.
await_scene() { "$program" record-info a.vlr.part; }
await await_scene
kill -KILL $run
wait $run 2>/dev/null
expect 0 record-info a.vlr.part
has "$(row ended)" "cut off" "the recording of a run that was killed"
part=$(sha256sum <a.vlr.part)
expect 0 run stack --seconds 0.1 --fast --no-viewer --record a.vlr --force
[[ $(sha256sum <a.vlr.part) == "$part" ]] || fail "the next run overwrote what a crash left"
rm a.vlr.part

# Two runs that record to one name: the second to end keeps the first one's files, with and without --force.
two_runs() { # NAME OPTION...
    local name=$1
    shift
    "$program" run stack --no-viewer --record "$name.vlr" --log "$name.csv" "$@" >said 2>complained &
    run=$!
    await test -s "$name.vlr.part"
    await test -e "$name.csv.part"
    expect 0 run blocks --seconds 0.1 --fast --no-viewer --record "$name.vlr" --log "$name.csv" "$@"
    first=$(sha256sum "$name.vlr" "$name.csv")
    kill -INT $run
    wait $run
    status=$?
    [[ $status == 1 ]] || fail "a run whose name was taken ends with $status"
    has "$(<complained)" "the recording is in '$PWD/$name.vlr.part'" "where the recording is"
    has "$(<complained)" "the log is in '$PWD/$name.csv.part'" "where the log is"
    [[ $(<said) == *"$name.vlr, "*"not under this name"* ]] || fail "the table of the run: $(<said)"
    [[ $(sha256sum "$name.vlr" "$name.csv") == "$first" ]] || fail "the second of two runs replaced the first"
    expect 0 record-info "$name.vlr.part"
    [[ $(row scene) == stack* && $(row ended) != *"cut off"* ]] || fail "the recording that was kept: $said"
    [[ $(head -1 "$name.csv.part") == t_s,* ]] || fail "the log that was kept"
    rm "$name".*part
}
two_runs twice
two_runs twice --force
rm twice.*

# An export that fails leaves the older file, and nothing else.
expect 0 export a.vlr --mcap a.mcap
older=$(sha256sum <a.mcap)
(ulimit -f 1 && trap '' XFSZ && "$program" export a.vlr --mcap a.mcap --every 1 --force) \
    >said 2>complained </dev/null && fail "an export to a full disk succeeds"
has "$(<complained)" "cannot write 'a.mcap'" "an export to a full disk"
[[ $(sha256sum <a.mcap) == "$older" ]] || fail "a failed export damaged the older file"
[[ ! -e a.mcap.part ]] || fail "a failed export left its part"

# --- Pipes and other files that are not plain are refused at once ---
mkfifo pipe pipe.yaml pipe.obj
for words in "check pipe.yaml" "scene pipe.yaml" "scene ./pipe.yaml --expand" "record-info pipe" \
    "export pipe --csv out" "export a.vlr --mcap pipe --force" "replay pipe" \
    "run pipe.yaml --fast --seconds 0.1 --no-viewer" \
    "run stack --fast --seconds 0.1 --no-viewer --record pipe" \
    "run blocks --fast --seconds 0.1 --no-viewer --device right=replay:pipe"; do
    # shellcheck disable=SC2086
    soon 3 $words
    has "$complained" "not a plain file" "$words"
done
# A file of another program is one sentence, wherever a scene or a mesh is expected.
printf 'ISO-10303-21;\n' >gear.step
printf '<?xml version="1.0"?>\n<robot name="r"/>\n' >arm.urdf
for words in "run gear.step" "check gear.step" "mesh info gear.step"; do
    # shellcheck disable=SC2086
    soon 3 $words
    has "$complained" "export STL or glTF from that program" "$words"
done
soon 3 run arm.urdf --no-viewer
has "$complained" "arm.urdf: a robot in URDF; " "a robot"
soon 3 check deep/wedge.obj
has "$complained" "deep/wedge.obj: a mesh, not a scene; 'volar mesh view deep/wedge.obj' shows it" "a mesh"

printf 'volar: 1\nname: m\nbodies:\n  - {name: b, shape: {mesh: {file: pipe.obj}}}\n' >mesh.yaml
soon 3 check mesh.yaml
has "$complained" "not a plain file" "a pipe as mesh file"
soon 3 check /dev/zero
soon 3 check .
has "$complained" "directory" "a folder as scene"
# What the program has open already may be a pipe.
"$program" scene stack | "$program" check /dev/stdin >/dev/null || fail "/dev/stdin is refused"
"$program" check <("$program" scene stack) >/dev/null || fail "<(...) is refused"

# --- A file runs no code and opens no door ---
# shellcheck disable=SC2016
for device in 'force-dimension|,lib=./evil.so' 'openhaptics|,lib=./evil.so' \
    'force-dimension|0,init=0,lib=./evil.so' 'udp|0.0.0.0:4711' 'udp|192.0.2.7' \
    'spacenav|/tmp/evil.sock' 'haply|192.0.2.7:10001' 'haply|[2001:db8::1]:10001/049D'; do
    backend=${device%%|*} address=${device#*|}
    printf 'volar: 1\nname: d\nbodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\ndevices:\n  - {name: right, device: %s, address: "%s"}\n' \
        "$backend" "$address" >door.yaml
    for words in "check door.yaml" "run door.yaml --no-viewer --seconds 0.1"; do
        # shellcheck disable=SC2086
        soon 3 $words
        has "$complained" "on the command line only" "$backend with address $address"
        has "$complained" "--device right=$backend:ADDRESS" "how to ask for $backend instead"
    done
done
expect 3 check blocks --set devices.right.device=udp --set devices.right.address=0.0.0.0
for address in 'udp|127.0.0.1:4711' 'udp|localhost' 'haply|127.0.0.1:10001/049D' \
    'haply|[::1]:10001' 'spacenav|,speed=0.2' 'force-dimension|0,init=0'; do
    printf 'volar: 1\nname: d\nbodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\ndevices:\n  - {name: right, device: %s, address: "%s"}\n' \
        "${address%%|*}" "${address#*|}" >door.yaml
    expect 0 check door.yaml
done
# Two values for one device: which one counts would be a guess.
for words in "--device right=udp:127.0.0.1:0 --device right=haply" "-d right=udp -d right=udp" \
    "--device udp --device right=udp" "--device right=udp --device udp" "--device udp --device udp" \
    "--device right=simulated --device right=udp" "--device right=udp --device right=simulated" \
    "--device simulated --device right=simulated:omega6" "--device right=replay:X --device simulated:omega6"; do
    # shellcheck disable=SC2086
    soon 2 run blocks --no-viewer --seconds 0.1 $words
    has "$complained" "both for the device 'right'" "$words"
done

# From the command line it is allowed, with a warning where other machines are let in.
soon 0 run blocks --no-viewer --seconds 0.2 --device right=udp:0.0.0.0:0
has "$complained" "other machines can reach" "a device that listens to other machines"
soon 0 run blocks --no-viewer --seconds 0.2 --device right=udp:127.0.0.1:0
[[ $complained != *"other machines"* ]] || fail "a warning about the loopback address"

finish
