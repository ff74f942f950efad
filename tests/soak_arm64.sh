#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same bits on arm64 as here: compiles the library for it, and runs tests/test_platform_bits.sh under qemu. Needs
# gcc-aarch64-linux-gnu and qemu-user-static; the libraries for arm64 are fetched into a folder of its own, so that
# nothing is installed.
set -euo pipefail
root=${VOLAR_SOURCE_DIR:?the source tree}
for command in aarch64-linux-gnu-gcc qemu-aarch64-static; do
    if ! command -v $command >/dev/null; then
        echo "there is no $command: apt-get install gcc-aarch64-linux-gnu qemu-user-static"
        exit 1
    fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
touch "$work/status"
apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root
     -o Dir::State="$work/state" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache")
cd "$work"
"${apt[@]}" update
"${apt[@]}" download libqhull-dev libqhull-r8.0 libyaml-dev libyaml-0-2
for package in *.deb; do
    dpkg -x "$package" "$work/root"
done
libraries=$work/root/usr/lib/aarch64-linux-gnu

# With the flags that decide bits.
flags=(-std=c17 -D_GNU_SOURCE -DNDEBUG -O3 -ffp-contract=off -fno-math-errno -I"$root/include" -I"$root/src" -I"$root"
       -I"$work/root/usr/include")
(cd "$root/src" && find . -name '*.c') > sources
mkdir objects
xargs -a sources -P "$(nproc)" -I{} sh -c 'aarch64-linux-gnu-gcc "$@" -c "$0" -o objects/$(echo "$0" | tr / _).o' \
    "$root/src/{}" "${flags[@]}"
aarch64-linux-gnu-gcc "${flags[@]}" "$root/tests/platform_hashes.c" objects/*.o -L"$libraries" \
    -Wl,-rpath-link,"$libraries" -lqhull_r -lyaml -lm -lpthread -ldl -o platform_hashes

"$root/tests/test_platform_bits.sh" "$work/platform_hashes" \
    qemu-aarch64-static -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH="$libraries"
