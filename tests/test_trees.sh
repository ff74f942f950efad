#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/configure and scripts/install: whatever happened to a build tree before, the same command mends it; volar-mpi
# comes and goes with MPI; what was installed is removed again. Trees are only configured here, and without what lies in
# /usr/bin but is not linked below; `make machines` types in the same and builds.
#
# usage: test_trees.sh BUILD_DIR, a tree that is built
set -uo pipefail
root=${VOLAR_SOURCE_DIR:?the source tree}
build=${1:?usage: test_trees.sh BUILD_DIR}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CC CFLAGS LDFLAGS DESTDIR

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# --- Installing: twice, then removed; what others put there stays ---

mkdir -p "$work/dest/opt"
for run in 1 2; do
    (umask 077 && DESTDIR="$work/dest" "$root/scripts/install" "$build" /opt/volar >"$work/log" 2>&1) ||
        fail "installing, time $run: $(<"$work/log")"
done
[[ -x $work/dest/opt/volar/bin/volar ]] || fail "the program is not installed"
[[ -z $(find "$work/dest/opt/volar" ! -perm -o=r -printf '%P ') ]] ||
    fail "others may not read $(find "$work/dest/opt/volar" ! -perm -o=r -printf '%P ')"
touch "$work/dest/opt/volar/share/own"
DESTDIR="$work/dest" "$root/scripts/install" --remove /opt/volar >"$work/log" || fail "removing: $(<"$work/log")"
left=$(cd "$work/dest" && find . -mindepth 1 | sort | paste -sd ' ')
[[ $left == "./opt ./opt/volar ./opt/volar/share ./opt/volar/share/own" ]] || fail "removing leaves: $left"
"$root/scripts/install" --remove "$work/nothing" >"$work/log" 2>&1 && fail "removing nothing is no error"
grep -q "nothing to remove" "$work/log" || fail "removing nothing: $(<"$work/log")"

# --- Two makes at once, and one whose parent was killed: the second waits ---

"$root/scripts/alone" bash -c 'sleep 1 && echo first' >"$work/order" &
sleep 0.3
"$root/scripts/alone" echo second >>"$work/order" 2>"$work/log"
wait
[[ $(paste -sd ' ' "$work/order") == "first second" ]] || fail "two at once: $(<"$work/order")"
grep -q "another make works here" "$work/log" || fail "it waits without a word: $(<"$work/log")"
"$root/scripts/alone" bash -c "(sleep 1 && echo first >'$work/order') & wait" &
sleep 0.3
{ kill -KILL $! && wait $!; } 2>/dev/null
"$root/scripts/alone" sh -c "echo second >>'$work/order'" 2>/dev/null
[[ $(paste -sd ' ' "$work/order") == "first second" ]] || fail "what a killed one left: $(<"$work/order")"

# --- Configuring a source tree of its own, with the tools that PATH names only ---

mkdir -p "$work/tools" "$work/source"
for name in bash sh env gcc cc make cmake ld as ar ranlib nm strip objdump uname sed cat rm rmdir mkdir find sort \
    dirname realpath; do
    ln -s "$(command -v "$name")" "$work/tools/$name" || fail "this test needs $name"
done
mpicc=$(command -v mpicc) || fail "this test needs mpicc"
for entry in "$root"/*; do
    case ${entry##*/} in
    build) ;;
    CMake* | cmake | scripts) cp -r "$entry" "$work/source/" ;;
    *) ln -s "$entry" "$work/source/" ;;
    esac
done

# configure [NAME=VALUE...]: leaves what it prints in $said.
configure() {
    said=$(PATH="$work/tools" "$work/tools/env" "$@" "$source/scripts/configure" program \
        -DCMAKE_IGNORE_PATH="/usr/bin;/bin" 2>&1)
    status=$?
}

# has_mpi: whether make would build volar-mpi.
has_mpi() {
    [[ -d $source/build/program/CMakeFiles/volar-mpi.dir && -z ${1-} ]] &&
        grep -q "volar-mpi" "$source/build/program/Makefile"
}

source=$work/source
tree=$source/build/program
configure
[[ $status == 1 && $said == "configure: these packages are missing: pkgconf; 'make setup' installs them" ]] ||
    fail "without a package: $said"
[[ ! -e $source/build ]] || fail "a configuration that failed leaves a tree"
# One that does not know MPI, which CMake would find by it.
printf '#!/bin/bash\n[[ "$*" != *mpi* ]] && exec %s "$@"\n' "$(command -v pkg-config)" >"$work/tools/pkg-config"
chmod +x "$work/tools/pkg-config"
configure PKG_CONFIG=/bin/false
[[ $status == 1 && $said == *"could not be configured, see above"* ]] || fail "without a reason: $said"
[[ ! -e $source/build ]] || fail "a configuration that failed leaves a tree"

configure
[[ $status == 0 && -z $said ]] || fail "the first configuration: $said"
has_mpi && fail "volar-mpi is to be built without MPI"
ln -s "$mpicc" "$work/tools/mpicc"
configure
[[ $said == "configure: MPI is installed, so volar-mpi is built" ]] || fail "with MPI it says: $said"
has_mpi || fail "volar-mpi is not built although MPI is there"
touch --date=yesterday "$tree/CMakeCache.txt"
configure
[[ -z $said && $(find "$tree/CMakeCache.txt" -mtime -0.5) == "" ]] || fail "it configures again without need: $said"
rm "$work/tools/mpicc"
configure
[[ $said == "configure: MPI is not there any more, so volar-mpi is not built" ]] || fail "after MPI it says: $said"
has_mpi && fail "volar-mpi is to be built after MPI is gone"

# Interrupted while it was configured: the objects stay, what was found out does not.
touch "$tree/CMakeFiles/volar.dir/main.o"
echo "half a line" >>"$tree/CMakeCache.txt"
echo unfinished >"$tree/configured"
configure
[[ $status == 0 && -f $tree/CMakeFiles/volar.dir/main.o ]] || fail "after an interruption: $said"
grep -q "half a line" "$tree/CMakeCache.txt" && fail "what an interruption left is still there"
# As cmake by hand leaves it, where it fails.
rm "$tree/Makefile" "$tree/configured"
configure
[[ $status == 0 && -f $tree/Makefile ]] || fail "after a failure by hand: $said"

configure CC=gcc
[[ $status == 0 && -z $said ]] || fail "the same compiler by another name: $said"
printf '#!/bin/bash\nexec gcc "$@"\n' >"$work/tools/other-cc"
chmod +x "$work/tools/other-cc"
configure CC=other-cc
[[ $status == 0 && $said == *"build/program is made again: the compiler was "*" and is now other-cc" ]] ||
    fail "another compiler: $said"
configure
[[ $status == 0 && -z $said ]] || fail "without CC what was built does not stay: $said"
rm "$work/tools/other-cc"
configure
[[ $status == 0 && $said == *"its compiler '$work/tools/other-cc' is gone" ]] || fail "a compiler that is gone: $said"
configure CFLAGS=" -g  -O1 "
[[ $status == 0 && $said == *"CFLAGS was '' and is now '-g -O1'" ]] || fail "other flags: $said"
configure CFLAGS="-g -O1"
[[ $status == 0 && -z $said ]] || fail "the same flags: $said"
configure CFLAGS=-ffast-math
[[ $status == 1 && $said == *"-ffast-math would change"*"results"* ]] || fail "a flag that changes results: $said"
mv "$source" "$work/moved"
source=$work/moved
configure
[[ $status == 0 ]] || fail "after a move: $said"

((failures == 0))
