#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Signals end every command at any moment: while a device is being opened, inside a call of its
# maker's library that does not return, and in commands that only compute. The force is off before.
# usage: test_cli_signals.sh FAKE_DRD, the stand-in of tests/fake_drd.c
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1
export VOLAR_DRD=$1 VOLAR_FAKE_DRD_LOG=$folder/log
# What a stand-in does in the long run takes a minute; what ends within this was ended by a signal,
# also on a busy machine.
limit=20

# begin ARGUMENT...: in the background.
begin() {
    rm -f said complained
    : >log
    "$program" "$@" >said 2>complained </dev/null &
    child=$!
}

# ends STATUS DESCRIPTION: the program ends within the limit, with that status.
ends() {
    local start=$SECONDS status
    wait "$child"
    status=$?
    ((SECONDS - start < limit)) || fail "$2: it took $((SECONDS - start)) s"
    [[ $status == "$1" ]] || fail "$2: ends with $status instead of $1: $(<complained)"
}

logged() {
    grep -qx "$1" log
}

commands=("run blocks --no-viewer --device right=force-dimension" "devices test force-dimension")

# While the handle drives to its ends, with a library that can be stopped.
for command in "${commands[@]}"; do
    for signal in INT:130 TERM:143 HUP:129 TSTP:148; do
        # shellcheck disable=SC2086
        VOLAR_FAKE_DRD_INIT=obedient begin $command
        await logged init
        kill "-${signal%:*}" "$child"
        ends "${signal#*:}" "$command, SIG${signal%:*} while opening"
        logged off || fail "$command: the force stays on: $(<log)"
        logged brake || fail "$command: the device is not braked: $(<log)"
        logged close || fail "$command: the device is not closed: $(<log)"
        if logged on; then
            fail "$command: the force was turned on after the signal: $(<log)"
        fi
        has "$(<complained)" "ended by a signal" "$command"
    done
done

# With one whose initialisation cannot be stopped, though its force can; and with one that takes no
# other call meanwhile, which is said.
for command in "${commands[@]}"; do
    # shellcheck disable=SC2086
    VOLAR_FAKE_DRD_INIT=deaf begin $command
    await logged init
    kill -INT "$child"
    ends 130 "$command, a call that does not return"
    logged off || fail "$command: the force stays on: $(<log)"
    if grep -q "may still be on" complained; then
        fail "$command: the force is off, but $(<complained)"
    fi
    # shellcheck disable=SC2086
    VOLAR_FAKE_DRD_INIT=locked begin $command
    await logged init
    kill -INT "$child"
    ends 130 "$command, a library that waits"
    has "$(<complained)" "may still be on" "$command, a library that waits"
done

# Inside a write that does not return one signal is enough, for whom nobody answers half a second later; a second one
# does not wait for anything.
for command in "${commands[@]}"; do
    for signals in 1 2; do
        # shellcheck disable=SC2086
        VOLAR_FAKE_DRD_WRITE=hangs begin $command
        await logged hang
        kill -INT "$child"
        sleep 0.3
        logged off && fail "$command: one signal in mid-run does not wait for the report"
        ((signals == 1)) || kill -INT "$child"
        ends 130 "$command, $signals signals"
        logged off || fail "$command, $signals signals: the force stays on: $(<log)"
        [[ $(<complained) == *"does not answer the signal"* ]] || ((signals == 2)) ||
            fail "$command: nothing says why it ended: $(<complained)"
    done
done
# SIGQUIT is such a signal by itself.
VOLAR_FAKE_DRD_WRITE=hangs begin run blocks --no-viewer --device right=force-dimension
await logged hang
kill -QUIT "$child"
ends 131 "SIGQUIT"
logged off || fail "SIGQUIT: the force stays on: $(<log)"

# A usual end, with the report; Ctrl-Z ends a run with a device, and stops one without.
for signal in INT TSTP; do
    begin run blocks --no-viewer --device right=force-dimension
    await logged on
    sleep 0.2
    kill "-$signal" "$child"
    ends 0 "SIG$signal in mid-run"
    [[ -n $(said=$(<said) && row simulated) ]] || fail "SIG$signal: no report: $(<said)"
    logged close || fail "SIG$signal: the device is not closed"
done
set -m # a process group of its own: one whose parent left the session is never stopped
begin run blocks --no-viewer
set +m
await grep -q . complained
kill -TSTP "$child"
await grep -q '^State:.T' "/proc/$child/status"
kill -CONT "$child"
kill -INT "$child"
ends 0 "a run that was stopped and goes on"

# nohup keeps it running.
rm -f said complained
nohup "$program" run blocks --no-viewer --seconds 2 >said 2>complained </dev/null &
child=$!
await test -s complained
kill -HUP "$child"
ends 0 "a run under nohup"
grep -q "^simulated  *2\.000 s" said || fail "nohup does not keep it from ending: $(<said)"

# What only computes or serves has nothing to bring to an end.
"$program" run stack --no-viewer --fast --seconds 0.2 --record short.vlr >/dev/null 2>&1 ||
    fail "no recording to play"
begin experiment all --out results
await grep -q . complained
kill -TERM "$child" # a shell makes what runs in the background ignore SIGINT
ends 143 "experiment"
begin bench
sleep 0.3
kill -TERM "$child"
ends 143 "bench"
begin replay short.vlr --viewer=127.0.0.1:0
await grep -q '^viewer:' complained
kill -INT "$child"
ends 0 "replay --viewer"
begin haply-server --port 0
await grep -q '^haply:' complained
kill -HUP "$child"
ends 0 "haply-server"

finish
