#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build tree into an empty prefix and builds the first example of the guide against it as a
# user would: with pkg-config and with CMake, shared and static. All four must run and print the same.
# The other blocks of C in the guide must compile, and those with a main must run.
#
# usage: run.sh BUILD_DIR [COMPILER [GUIDE]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: run.sh BUILD_DIR [COMPILER [GUIDE]]}" && pwd)
compiler=${2:-cc}
guide=${3:-$here/../../docs/guide.md}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "consumer: $*" >&2
    exit 1
}

# The example: the first block of C in the guide.
[ -f "$guide" ] || fail "$guide is missing"
awk '/^```/ { if (inside) exit; inside = ($0 == "```c"); next } inside' "$guide" >example.c
[ -s example.c ] || fail "$guide has no block of C"

unset DESTDIR
cmake --install "$build" --prefix "$work/prefix" >install.log || fail "$(cat install.log)"
# A moved installation must still be found.
mv prefix moved
prefix=$work/moved
pc=$(find "$prefix" -name volar.pc)
[ -n "$pc" ] || fail "volar.pc is not installed"
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
libdir=$(cd "$(dirname "$pc")/.." && pwd)

# Only what the headers declare is exported.
exported=$(nm -D --defined-only "$libdir/libvolar.so" | awk '{ print $3 }' | sort -u)
[ -n "$exported" ] || fail "libvolar.so exports nothing"
undeclared=$(grep -rhow '[A-Za-z_][A-Za-z_0-9]*' "$prefix/include" | sort -u | comm -23 <(echo "$exported") -)
[ -z "$undeclared" ] || fail "libvolar.so exports $undeclared, no header declares it"

read -ra cflags <<<"$(pkg-config --cflags volar)"
read -ra shared <<<"$(pkg-config --libs volar)"
# Both libraries have the same name for -l; the static one is asked for by file name.
read -ra static <<<"$(pkg-config --static --libs volar | sed 's/-lvolar/-l:libvolar.a/')"
warn=(-std=c17 -Wall -Wextra -Wpedantic -Werror)
"$compiler" "${warn[@]}" "${cflags[@]}" example.c -o pkgconfig-shared "${shared[@]}"
"$compiler" "${warn[@]}" "${cflags[@]}" example.c -o pkgconfig-static "${static[@]}"

awk '/^```/ { if (!inside && $0 == "```c") { ++count; inside = 1 } else inside = 0; next }
     inside { print > ("block-" count ".c") }' "$guide"
for block in block-*.c; do
    "$compiler" "${warn[@]}" "${cflags[@]}" -c "$block" -o block.o || fail "$guide: $block does not compile"
    if grep -q '^int main' "$block"; then
        "$compiler" block.o -o block-main "${static[@]}" -lm
        ./block-main >block.out || fail "$guide: $block exits with $?: $(cat block.out)"
    fi
done

for kind in shared static; do
    if [ $kind = static ]; then # all is new but what CMake finds out about the compiler
        mkdir -p cmake-static.build/CMakeFiles
        cp -r cmake-shared.build/CMakeFiles/[0-9]* cmake-static.build/CMakeFiles/
    fi
    is_shared=$([ $kind = shared ] && echo ON || echo OFF)
    {
        cmake -S "$here" -B cmake-$kind.build -DCMAKE_C_COMPILER="$compiler" \
            -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_SOURCE="$work/example.c" \
            -DBUILD_SHARED_LIBS="$is_shared" &&
            cmake --build cmake-$kind.build
    } >cmake.log 2>&1 || fail "$(cat cmake.log)"
    cp cmake-$kind.build/consumer cmake-$kind
done

# Each must be linked as its name says, run, and print what the others print.
export LD_LIBRARY_PATH=$libdir
for program in pkgconfig-shared cmake-shared pkgconfig-static cmake-static; do
    needs=$(readelf -d "$program" | grep -c 'NEEDED.*libvolar' || true)
    case $program in
    *-shared) [ "$needs" -eq 1 ] || fail "$program does not use libvolar.so" ;;
    *-static) [ "$needs" -eq 0 ] || fail "$program uses libvolar.so" ;;
    esac
    "./$program" >"$program.out" || fail "$program exits with $?"
    cmp pkgconfig-shared.out "$program.out" || fail "$program prints something else"
done
# Every page that the program or the library cites is installed, and so is every page and picture that
# the pages link to; the program says where.
documents=$prefix/share/doc/volar
cited=$(strings "$prefix/bin/volar" | grep -o 'docs/[a-z_/]*\.md' | sort -u)
[ -n "$cited" ] || fail "the program cites no page"
for page in $cited; do
    [ -f "$documents/$page" ] || fail "the program cites $page, which is not installed"
done
while IFS=: read -r page target; do
    [ -e "$(dirname "$page")/$target" ] || fail "$page links to $target, which is not installed"
done < <(find "$documents" -name '*.md' -print0 | xargs -0 grep -o ']([A-Za-z_0-9./-]*[a-z0-9/][#)]' |
    sed 's/:](/:/; s/[#)]$//' | grep -v ':https\?$')
"$prefix/bin/volar" help | grep -qxF "Documentation: $documents/docs; tutorial.md is the place to begin." ||
    fail "the program does not say where the documentation is: $("$prefix/bin/volar" help | tail -n 1)"
for file in bash-completion/completions/volar zsh/vendor-completions/_volar fish/vendor_completions.d/volar.fish; do
    [ -s "$prefix/share/$file" ] || fail "$file is not installed"
done

installed=$("$prefix/bin/volar" --version) || fail "the installed program does not run"
echo "consumer: 4 programs built and run; installed: $installed"
