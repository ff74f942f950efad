#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nothing that a scene, a file name or an argument contains steers the terminal.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
tests=$(realpath "$(dirname "$0")")
cd "$folder" || exit 1

# Clears the screen, C1, DEL, turned line, not UTF-8.
evil=$(printf '\033[2J\302\233\177\342\200\256\377')
# is_tame WORDS: what the program printed after them, in said and complained, is lines and tabs only.
is_tame() {
    cat said complained >both
    [[ -s both ]] || fail "nothing is said about: $1"
    # iconv fails on what is not UTF-8; the pattern finds controls, also those beyond ASCII.
    iconv -f UTF-8 -t UTF-8 both >/dev/null 2>&1 || fail "not UTF-8 after: $(cat -v <<<"$1")"
    LC_ALL=C.UTF-8 grep -qP '[\x00-\x08\x0b-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]' both &&
        fail "a control reaches the terminal after: $(cat -v <<<"$1"): $(cat -v both)"
}
# tame ARGUMENT...: runs the program with them.
tame() {
    timeout -k 1 "$patience" "$program" "$@" >said 2>complained </dev/null
    local status=$?
    ((status == 124)) && fail "'$*' hangs"
    is_tame "$*"
}

file="e$evil.yaml"
printf 'volar: 1\nname: x\nbodies:\n  - {name: "%s", shape: {mesh: {file: "%s.obj"}}}\n' \
    '\e[2J\x9b\u202E' '\e[2J\x9b\u202E' >"$file"
for words in check scene "scene --expand" run record-info replay export; do
    # shellcheck disable=SC2086
    tame $words "$file"
done
tame check "no$evil"
tame "no$evil"
tame help "no$evil"
tame run stack --set "world.$evil=1"
tame run stack --viewer "$evil"
tame run stack --seconds "$evil"
tame run "-$evil"
tame run "--$evil"
tame run stack --record "no/$evil" --fast --seconds 0.1 --no-viewer
for device in "$evil=udp" "right=$evil" "right=udp:$evil" "right=replay:$evil" "right=haply:$evil" \
    "right=spacenav:$evil" "right=force-dimension:,lib=$evil" "right=openhaptics:,lib=$evil"; do
    tame run blocks --no-viewer --seconds 0.1 --device "$device"
done
tame devices test "$evil"
tame devices test udp "$evil"
tame bench "$evil"
tame experiment "$evil"
tame export a.vlr --csv "$evil" --mcap "$evil"
printf 'volar: 1\nname: d\nbodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\ndevices:\n  - {name: right, device: haply, address: "\\e[2J\\x9b"}\n' >address.yaml
tame run address.yaml --no-viewer --seconds 0.1
# A page names a scene that is not there, and the program tells it on the terminal. Controls of ASCII are
# refused when the command is read; C1 and turned lines are letters of JSON like others.
"$program" run stack --viewer 127.0.0.1:0 >said 2>complained </dev/null &
child=$!
await grep -q '^viewer: http' complained
python3 -B - "$tests" "$(sed -n 's/^viewer: .*:\([0-9]*\)\/.*/\1/p' complained)" <<'PYTHON'
import sys
sys.path.insert(0, sys.argv[1])
from test_cli_malloc import speak
name = r"c\u009b2J\u202et"
speak(int(sys.argv[2]), "/ws", "volar", [f'{{"type":"scene","name":"{name}"}}'])
PYTHON
await grep -q 'the scene stays stack: ' complained
kill -INT "$child"
wait "$child"
is_tame "a scene named by a page"
has "$(<complained)" 'c\u{9b}2J\u{202e}t' "a scene named by a page"
# A scene's own text reaches a file as it is, and a terminal without its controls.
printf 'volar: 1 # %s\n' "$evil" >raw.yaml
[[ $("$program" scene raw.yaml | sha256sum) == "$(sha256sum <raw.yaml)" ]] ||
    fail "volar scene changes the text"
if command -v script >/dev/null; then
    script -qec "'$program' scene raw.yaml" /dev/null </dev/null | tr -d '\r' >shown
    has "$(<shown)" '\x1b[2J' "a scene on a terminal"
fi
# Names that are faulty are quoted where they are found.
expect 0 run stack --fast --seconds 0.1 --no-viewer --record a.vlr
cp a.vlr "$evil.vlr"
tame record-info "$evil.vlr"
expect 0 record-info "$evil.vlr" --json
python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$folder/said" ||
    fail "the JSON of a recording with a strange name cannot be read"

finish
