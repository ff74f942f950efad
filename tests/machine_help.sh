# SPDX-License-Identifier: MIT
# What the rows of machine_rows.sh use, inside the machine.
export CMAKE_C_COMPILER_LAUNCHER= CMAKE_CXX_COMPILER_LAUNCHER=
if command -v ccache >/dev/null; then # where compiling is not what is tried
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
git config --global --add safe.directory '*' 2>/dev/null || true

# no WORD...: fails with these words as what is wrong.
no() {
    echo "no: $*"
    exit 1
}

# says TEXT COMMAND...: the command works and prints the text; its output is in $output.
says() {
    local text=$1
    shift
    output=$("$@" 2>&1) || { printf '%s\n' "$output" && no "'$*' fails: $(tail -n 1 <<<"$output")"; }
    printf '%s\n' "$output"
    [[ $output == *"$text"* ]] || no "'$*' does not say '$text'"
}

# refuses TEXT COMMAND...: the command fails and prints the text.
refuses() {
    local text=$1
    shift
    ! output=$("$@" 2>&1) || no "'$*' does not fail"
    printf '%s\n' "$output"
    [[ $output == *"$text"* ]] || no "'$*' does not say '$text'"
}

# quiet COMMAND...: the command works, and no compiler warns.
quiet() {
    output=$("$@" 2>&1) || { printf '%s\n' "$output" && no "'$*' fails: $(tail -n 1 <<<"$output")"; }
    printf '%s\n' "$output"
    [[ $output != *"warning:"* ]] || no "'$*' warns: $(grep -m 1 'warning:' <<<"$output")"
}

# compiles_nothing COMMAND...
compiles_nothing() {
    quiet "$@"
    [[ $output != *"Building C object"* && $output != *Linking* ]] || no "'$*' compiles again"
}

# The bits of each release are those of the first: /ccache is one folder for all machines.
same_bits() {
    local scene hash
    for scene in blocks jaws gears; do
        hash=$("${1:-build/volar}" run $scene --seconds 0.5 --fast --no-viewer | sed -n 's/^state hash *//p')
        [[ -n $hash ]] || no "$scene has no state hash"
        [[ -f /ccache/hash.$scene ]] || echo "$hash" >"/ccache/hash.$scene"
        [[ $hash == "$(cat "/ccache/hash.$scene")" ]] || no "$scene: other bits, $hash, than $(cat "/ccache/hash.$scene")"
    done
}

# serves PROGRAM: it runs a scene and hands out its page.
serves() {
    "$1" run blocks --seconds 20 --viewer=127.0.0.1:8123 >/tmp/serves 2>&1 &
    local i server=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.5
        if exec 3<>/dev/tcp/127.0.0.1/8123; then
            break
        fi
    done 2>/dev/null
    printf 'GET /%s HTTP/1.1\r\nHost: 127.0.0.1:8123\r\nConnection: close\r\n\r\n' "$(sed -n 's#.*8123/\([^ ]*\).*#\1#p' /tmp/serves)" >&3
    local line
    IFS= read -r line <&3
    exec 3>&-
    kill "$server" && wait "$server" || true
    [[ $line == *" 200 "* ]] || no "the viewer answers '$line'"
}

# new_clone [OPTION...]: as the README begins; the folder is left in $PWD.
new_clone() {
    rm -rf volar
    git clone --quiet "$@" file:///source volar
    cd volar
}
