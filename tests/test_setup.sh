#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a first run asks of a machine: scripts/setup names what it installs before it does so, asks for nothing
# that only tests use, and the program is configured, with its page, where node, npm, Python, cmocka and a C++
# compiler are missing.
set -uo pipefail
root=${VOLAR_SOURCE_DIR:?the source tree}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# A folder of commands, linked to the real ones: what is not named is not installed, as far as PATH can say.
link() {
    local folder=$1 name
    shift
    mkdir -p "$folder"
    for name in "$@"; do
        ln -s "$(command -v "$name")" "$folder/$name" || fail "this test needs $name"
    done
}

# --- What setup installs, with an apt-get that only writes down how it was called ---

link "$work/bare" bash env sort grep cat
cat >"$work/bare/apt-get" <<EOF
#!/bin/bash
[[ \$1 != --simulate ]] || { printf 'Inst one\nInst two\nConf one\n'; exit 0; }
echo "apt-get \$*" >>"$work/calls"
EOF
cat >"$work/bare/sudo" <<EOF
#!/bin/bash
echo sudo >>"$work/calls"
exec "\$@"
EOF
# shellcheck disable=SC2016 # for that shell
printf '#!/bin/bash\necho ${FAKE_USER:-0}\n' >"$work/bare/id"
chmod +x "$work/bare/"{apt-get,sudo,id}

# setup ARGUMENT...: leaves what it prints in $said, the last call of apt-get in $called.
setup() {
    rm -f "$work/calls"
    said=$(PATH="$work/bare" bash "$root/scripts/setup" "$@" 2>&1)
    status=$?
    called=$(grep 'apt-get install' "$work/calls" 2>/dev/null)
}

setup
[[ $status == 0 ]] || fail "setup ends with $status: $said"
for package in gcc make cmake pkgconf; do
    [[ " $called " == *" $package "* ]] || fail "setup does not install $package: $called"
    [[ ${said%%needs root*} == *"missing:"*" $package"* ]] || fail "setup does not name $package first: $said"
done
for package in npm nodejs python3 libcmocka-dev g++ build-essential chromium clang; do
    [[ " $called " != *" $package "* ]] || fail "setup installs $package, which running does not need"
done
[[ $said == *"2 packages will be installed"* ]] || fail "setup does not count what apt-get would install: $said"
# What was unpacked but not set up is there and missing all the same. dpkg-query ends with 1 if it does not know one.
ln -s "$(command -v gcc)" "$(command -v make)" "$work/bare/"
printf '#!/bin/bash\nprintf "unpacked gcc installed make "; exit 1\n' >"$work/bare/dpkg-query"
printf '#!/bin/bash\n[[ $1 != --audit ]] || echo gcc; echo "dpkg $*" >>"%s"\n' "$work/calls" >"$work/bare/dpkg"
chmod +x "$work/bare/dpkg-query" "$work/bare/dpkg"
setup
[[ " $called " == *" gcc "* && " $called " != *" make "* ]] || fail "after an interruption it installs: $called"
grep -q '^dpkg --configure -a$' "$work/calls" || fail "an interrupted installation is not finished: $(<"$work/calls")"
setup --missing
[[ $status == 1 && " $said " == *" gcc "* && -z $called ]] || fail "setup --missing: $said"
rm "$work/bare/"{gcc,make,dpkg-query,dpkg}
setup test
for package in gcc g++ npm nodejs python3 chromium clang; do
    [[ " $called " == *" $package "* ]] || fail "setup test does not install $package: $called"
done
FAKE_USER=1000 setup
[[ $status == 0 && $said == *"needs root, by sudo"* && $(head -n 1 "$work/calls") == sudo ]] ||
    fail "setup without root: $said"
rm "$work/bare/sudo"
FAKE_USER=1000 setup
[[ $status == 1 && -z $called && $said == *"needs root; run as root: apt-get update && apt-get install"* ]] ||
    fail "setup with neither root nor sudo: $said"
rm "$work/bare/apt-get"
setup
[[ $status == 1 && $said == *"not a Debian system"* ]] || fail "setup without apt-get: $said"
setup nonsense
[[ $status == 2 ]] || fail "setup nonsense ends with $status"

# --- The program without what only tests need ---

unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER # they would be looked for among those tools

link "$work/tools" bash sh env gcc cc make cmake pkg-config ld as ar ranlib nm strip objdump uname sed
# Python lies where CMake looks whatever PATH says: this variable hides it.
if ! PATH="$work/tools" cmake --preset release -S "$root" -B "$work/build" \
    -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$work/build" -DVOLAR_PYTHON= \
    -DCMAKE_CXX_COMPILER=no-such-compiler \
    >"$work/log" 2>&1; then
    fail "no configuration without what tests need: $(<"$work/log")"
fi
[[ ! -e $work/build/tests ]] || fail "there are tests without what they need"
grep -q "has no tests" "$work/log" || fail "it does not say that there are no tests: $(<"$work/log")"
if ! PATH="$work/tools" cmake --build "$work/build" --target volar_page >"$work/log" 2>&1; then
    fail "the page cannot be built in without node: $(<"$work/log")"
fi
grep -q '"/viewer.js"' "$work/build/generated/page_table.c" || fail "the page is not built in"
# Once it is there, configuring again brings the tests.
cmake -S "$root" -B "$work/build" -UVOLAR_PYTHON -DCMAKE_CXX_COMPILER=g++ >"$work/again" 2>&1 &&
    [[ -e $work/build/tests/CTestTestfile.cmake ]] || fail "still no tests: $(<"$work/again")"
grep -q "older than its sources" "$work/log" && fail "web/dist is older than web/src: $(<"$work/log")"

# A source that changed since, and a page that is gone, are noticed.
mkdir -p "$work/web/dist" "$work/web/src"
cp "$root"/web/dist/*.gz "$work/web/dist/"
echo one >"$work/web/src/main.js"
(cd "$work/web" && sha256sum src/main.js >dist/sources.sha256)
embed() {
    cmake -D KIND=page -D FROM="$work/web/dist" -D TO="$work/page.c" -P "$root/cmake/embed.cmake" 2>&1
}
[[ $(embed) == "" ]] || fail "a page that is new gets a remark: $(embed)"
echo two >"$work/web/src/main.js"
[[ $(embed) == *"web/src/main.js has changed; scripts/build-web"* ]] || fail "a changed source is not noticed"
rm "$work/web/src/main.js"
[[ $(embed) == *"web/src/main.js has changed"* ]] || fail "a source that is gone is not noticed"
rm "$work/web/dist/index.html.gz"
missing=$(embed) && fail "a missing page is no error"
[[ $missing == *"is missing: scripts/build-web"* ]] || fail "it does not say how to get the page: $missing"

((failures == 0))
