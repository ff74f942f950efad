#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar run without a viewer: the same bits each time, clean ends, recordings, plain output.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

expect 0 scene --list
names=$(cut -d ' ' -f 1 <<<"$said")
seconds=1
[[ -n ${VOLAR_QUICK-} ]] && seconds=0.1
count=0
for name in $names; do
    # With sanitizers every fourth; the test of `volar check` builds and tries all of them there.
    [[ -n ${VOLAR_QUICK-} && $name != blocks && $((count++ % 4)) != 0 ]] && continue
    expect 0 run "$name" --seconds $seconds --fast --no-viewer
    # On a busy machine a run may take long enough to say how far it is.
    complained=$(tr '\r' '\n' <<<"$complained" | grep -v '[0-9] Hz  compute ' || true)
    # What was done with a mesh file is said.
    complained=$(grep -v "note: mesh '" <<<"$complained" || true)
    [[ -z ${complained//[[:space:]]/} ]] || fail "$name complains: $complained"
    hash=$(row "state hash")
    [[ $hash =~ ^[0-9a-f]{16}$ ]] || fail "$name has no hash: $said"
    # With sanitizers one scene is enough to come here twice; the same bits are promised without them too.
    [[ -n ${VOLAR_QUICK-} && $name != blocks ]] && continue
    expect 0 run "$name" --seconds $seconds --fast --no-viewer
    [[ $(row "state hash") == "$hash" ]] || fail "$name gives other bits the second time"
done
for line in scene simulated "wall time" "compute time" contacts energy memory; do
    [[ -n $(row "$line") ]] || fail "the table has no row '$line'"
done
[[ -z $(row "start delay") ]] || fail "a fast run has deadlines"
expect 0 run stack --seconds 0.2 --no-viewer
[[ $(row "deadlines") == *missed* ]] || fail "real time tells nothing of deadlines"
for line in "compute time" "start delay"; do
    [[ $(row "$line") =~ ^median\ .*\ us,\ p99\ .*,\ p99\.9\ .*,\ worst\ [0-9.]+$ ]] ||
        fail "the row '$line' is: $(row "$line")"
done
[[ $(row "worst step") == *%* ]] || fail "the longest step has no stages: $said"
[[ -z $(row "real time") ]] || fail "real time is demanded without being asked for"

# Real time is asked for; what the machine refuses is told and does not end the run.
for option in --realtime --realtime=1 --realtime=98; do
    expect 0 run stack --seconds 0.2 --no-viewer "$option"
    [[ $(row "real time") =~ ^(no\ SCHED_FIFO|SCHED_FIFO\ [0-9]+),\ memory\ .*locked,\ processor ]] ||
        fail "$option: the row 'real time' is: $(row "real time")"
done
for priority in 0 99 -1 x 1x ""; do
    expect 2 run "--realtime=$priority" --seconds 0.2 --no-viewer
    has "$complained" "--realtime is '$priority'; expected a priority" "a priority"
done

# Recorded, repeated, never overwritten unless told to.
expect 0 run blocks --seconds 0.5 --fast --no-viewer --record a.vlr
has "$(row recording)" "none lost" "the recording"
expect 3 run blocks --seconds 0.5 --fast --no-viewer --record a.vlr
has "$complained" "'a.vlr' exists; --force" "an existing file"
expect 0 replay a.vlr
has "$said" "same bits" "the verdict"
expect 0 run blocks --seconds 0.5 --fast --no-viewer --record b.vlr
cmp -s a.vlr b.vlr || fail "the same fast run gives another file"
expect 0 run blocks --seconds 0.25 --fast --no-viewer --record a.vlr --force
cmp -s a.vlr b.vlr && fail "--force does not overwrite"
expect 3 run --record missing/a.vlr --no-viewer --seconds 1 --fast
expect 3 replay missing.vlr
expect 3 replay "$0"

# A full disk: told once and at once, the run goes on, and the status says so in the end.
if [[ -c /dev/full ]]; then
    expect 1 run blocks --seconds 0.5 --fast --no-viewer --record /dev/full
    has "$complained" "No space left on device" "a full disk"
    [[ $(row simulated) == 0.500* ]] || fail "a full disk ends the run: $said"
    has "$(row recording)" "stopped" "the recording"
fi

# A log: a row for each step or as often as asked for, the same each time, never overwritten untold.
expect 0 run blocks --seconds 0.5 --fast --no-viewer --log a.csv --record d.vlr
has "$(row log)" "none lost" "the log"
steps=$(row simulated)
steps=${steps#*in } # "0.500 s in N steps of ..."
steps=${steps%% *}
[[ $(wc -l <a.csv) == $((steps + 1)) ]] || fail "the log of $steps steps has $(wc -l <a.csv) lines"
[[ $(row log) == *", $steps rows,"* ]] || fail "the row 'log' is: $(row log)"
awk -F , 'NR == 1 { columns = NF } NF != columns { bad = 1 } END { exit bad }' a.csv ||
    fail "rows of the log have different numbers of columns"
[[ $(head -n 1 a.csv) == t_s,step,contacts,sliding,normal_N,deepest_m,events,body.* ]] ||
    fail "the log begins with $(head -c 200 a.csv)"
[[ $(head -n 1 a.csv) == *,device.*.sent_x_N,* ]] || fail "the log has no device"
# Its last row is the last step of the recording, to the last digit.
expect 0 export d.vlr --csv d
body=$(tail -n 1 d/bodies.csv | cut -d , -f 3)
column=$(head -n 1 a.csv | tr , '\n' | grep -n "^body.$body.x_m\$" | cut -d : -f 1)
[[ $(tail -n 1 a.csv | cut -d , -f "$column-$((column + 12))") == \
    "$(tail -n 1 d/bodies.csv | cut -d , -f 4-16)" ]] || fail "the log differs from the recording"
expect 3 run blocks --seconds 0.5 --fast --no-viewer --log a.csv
has "$complained" "'a.csv' exists; --force" "an existing log"
expect 0 run blocks --seconds 0.5 --fast --no-viewer --log b.csv
cmp -s a.csv b.csv || fail "the same fast run gives another log"
expect 0 run blocks --seconds 0.5 --fast --no-viewer --log a.csv --log-rate 10 --force
[[ $(wc -l <a.csv) == 6 ]] || fail "10 rows a second are $(wc -l <a.csv) lines in half a second"
expect 3 run --log missing/a.csv --no-viewer --seconds 1 --fast
expect 2 run --log a.csv --record a.csv --no-viewer
has "$complained" "would be written to the same file" "one file for two"
expect 2 run --log-rate 10 --no-viewer
for rate in 0 -1 x 1e9; do
    expect 2 run --log c.csv "--log-rate=$rate" --no-viewer
    has "$complained" "--log-rate is '$rate'; expected 0.001 to 1e6 Hz" "a rate"
done
if [[ -c /dev/full ]]; then
    expect 1 run blocks --seconds 0.5 --fast --no-viewer --log /dev/full
    has "$complained" "No space left on device" "a full disk"
    [[ $(row simulated) == 0.500* ]] || fail "a full disk ends the run: $said"
    has "$(row log)" "stopped" "the log"
fi

# start ARGUMENT...: in the background, recording; waits until the file grows.
start() {
    rm -f c.vlr c.vlr.part
    "$program" run "$@" --record c.vlr >said 2>complained </dev/null &
    child=$!
    await test -s c.vlr.part
    sleep 0.5
}

# stop SIGNAL STATUS
stop() {
    local status
    kill "-$1" "$child"
    wait "$child" 2>/dev/null # says who was killed
    status=$?
    [[ $status == "$2" ]] || fail "SIG$1 ends with $status instead of $2: $(<complained)"
    said=$(<said)
}

for signal in INT TERM HUP; do
    start blocks --no-viewer
    stop $signal 0
    [[ -n $(row "state hash") ]] || fail "no table after SIG$signal"
    expect 0 record-info c.vlr
    has "$(row ended)" "yes" "the recording after SIG$signal"
    expect 0 replay c.vlr --check
    has "$said" "same bits" "the recording after SIG$signal"
done
start blocks --no-viewer
stop KILL 137
expect 0 record-info c.vlr.part
has "$(row ended)" "no" "a recording that was cut off"
expect 0 replay c.vlr.part
has "$said" "same bits" "a recording that was cut off"
has "$complained" "cut off" "a recording that was cut off"

# A second Ctrl-C does not wait for a disk that does not answer: here a pipe that nobody reads.
mkfifo pipe
# shellcheck disable=SC2217 # it only holds the pipe open
sleep 100 <pipe &
holder=$!
rm -f complained
"$program" run blocks --no-viewer --fast --record /dev/fd/9 >said 2>complained </dev/null 9>pipe &
child=$!
await grep -q recording complained # it runs, and records as far as the pipe takes it
kill -INT "$child"
sleep 1
kill -0 "$child" 2>/dev/null || fail "a recording that cannot be finished is given up"
kill -INT "$child"
wait "$child"
status=$?
[[ $status == 130 ]] || fail "a second Ctrl-C ends with $status instead of 130"
kill "$holder"
wait "$holder" 2>/dev/null

# A body that leaves the range of numbers: named, the run goes on, status 1.
cat >diverge.yaml <<'END'
volar: 1
name: diverge
world: {gravity: [0, 0, 0]}
bodies:
  - {name: rocket, shape: {box: {size: [1, 0.5, 0.2]}}, velocity: [1, 0, 0]}
  - {name: other, shape: {box: {size: [1, 1, 1]}}, position: [0, 5, 0], velocity: [1, 0, 0]}
forces:
  - {body: rocket, force: [1.0e+18, 1.0e+18, 0], point: [10, 5, 3]}
END
expect 1 run diverge.yaml --seconds 0.5 --fast --no-viewer
has "$complained" "body rocket left the range of numbers" "a body that diverges"
[[ $(row simulated) == 0.500* ]] || fail "a body that diverges ends the run: $said"

# Not a terminal: no control characters, a line a second at most; standard output has the table only.
expect 0 run blocks --seconds 2.3 --no-viewer
if LC_ALL=C grep -q '[^ -~]' said complained; then
    fail "control characters in what is not a terminal"
fi
lines=$(wc -l <complained)
took=$(row "wall time") # longer on a machine that cannot keep up
((lines >= 1 && lines <= ${took%%.*} + 1)) || fail "$lines lines of status in $took: $complained"
[[ $said == scene* ]] || fail "standard output does not start with the table"

finish
