#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar run and replay with a viewer: where it is served, what is printed, ports that are taken.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

# start ARGUMENT...: in the background; waits for the address and leaves it in $url.
start() {
    : >said >complained # what an earlier run said is not waited for
    "$program" "$@" >said 2>complained </dev/null &
    child=$!
    url=
    await grep -q '^viewer: http' complained || cat complained
    url=$(sed -n 's/^viewer: \([^ ]*\).*/\1/p' complained)
}

stop() {
    local status
    kill -INT "$1"
    wait "$1"
    status=$?
    [[ $status == 0 ]] || fail "Ctrl-C ends with $status: $(<complained)"
}

# get URL: status line and body by a bare HTTP request.
get() {
    local rest=${1#http://} host port
    host=${rest%%/*}
    port=${host##*:}
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
    printf 'GET /%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "${rest#*/}" "$host" >&3
    timeout 5 head -c 200 <&3 | tr -d '\0'
    exec 3>&-
}

start run blocks --viewer 0 # a port alone, after a space
[[ $url =~ ^http://127\.0\.0\.1:[1-9][0-9]*/$ ]] || fail "a port alone: $url"
stop "$child"
start run blocks --viewer 127.0.0.1:0
[[ $url =~ ^http://127\.0\.0\.1:[0-9]+/$ ]] || fail "the address is '$url'"
head -n 1 complained | grep -q '^viewer: ' || fail "the address is not printed first"
[[ $(get "$url" | head -n 1) == "HTTP/1.1 200"* ]] || fail "no page at $url"
port=${url##*:}
port=${port%/}

# The port is taken: named by the user it is an error; not named, the next one is tried.
expect 1 run blocks --viewer "127.0.0.1:$port" --seconds 0.1
has "$complained" "$port" "a port that is taken"
first=$child
start run blocks --seconds 30
[[ $url == http://127.0.0.1:84[67][0-9]/ ]] || fail "the usual address is '$url'"
second=$child
usual=$url
start run blocks --seconds 30
[[ $url != "$usual" ]] || fail "two runs at one address"
for pid in "$first" "$second" "$child"; do
    stop "$pid"
done

# Loopback by IPv6, if there is any.
if [[ -s /proc/net/if_inet6 ]] && grep -q '^0*1 ' /proc/net/if_inet6; then
    start run blocks --viewer "[::1]:0"
    [[ $url == "http://[::1]:"* ]] || fail "the address is '$url'"
    grep -q '^warning' complained && fail "loopback is warned about"
    stop "$child"
fi
expect 1 run blocks --viewer 192.0.2.1:0 --seconds 0.1 # an address of no machine
has "$complained" "192.0.2.1" "an address of another machine"

# A recording is played where it is asked for, and pauses at its end.
expect 0 run blocks --seconds 0.3 --fast --no-viewer --record a.vlr
start replay a.vlr --viewer=127.0.0.1:0
[[ $(get "$url" | head -n 1) == "HTTP/1.1 200"* ]] || fail "no page for the recording"
await grep -q 'paused' complained
stop "$child"
[[ ! -s said ]] || fail "playing prints on standard output: $(<said)"
start replay a.vlr --check --viewer 127.0.0.1:0
grep -q 'same bits' said || await grep -q 'same bits' said
stop "$child"

# Ctrl-C finishes a recording also with a viewer.
start run blocks --viewer 127.0.0.1:0 --record b.vlr
sleep 0.3
stop "$child"
expect 0 replay b.vlr
has "$said" "same bits" "a run with a viewer"

finish
