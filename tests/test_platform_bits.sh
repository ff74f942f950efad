#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same bits on every processor: all built-in scenes after 1000 steps, and hulls that only rounding tells apart,
# compared with tests/platform_hashes.txt, which is the same for every processor, compiler and C library. Once as this
# processor computes, and once with its fused multiply-add and AVX2 hidden from the C library, which then chooses
# other functions. After a change that is meant to alter the motion:
#
#   build/release/tests/platform_hashes 1000 scenes/*.yaml > tests/platform_hashes.txt
#
# usage: test_platform_bits.sh PROGRAM [COMMAND...]   the program platform_hashes, and what runs it (an emulator)
set -uo pipefail
root=${VOLAR_SOURCE_DIR:?the source tree}
program=$1
shift
hidden=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4_Usable
failures=0

# compare NAME VARIABLE=VALUE COMMAND...
compare() {
    local name=$1
    shift
    if ! diff "$root/tests/platform_hashes.txt" <(env "$@" 1000 "$root"/scenes/*.yaml); then
        echo "FAILED: other bits $name ('<': tests/platform_hashes.txt)"
        failures=$((failures + 1))
    fi
}

compare "than on other processors" LC_ALL=C "$@" "$program"
if [ $# -eq 0 ]; then
    compare "without fused multiply-add" GLIBC_TUNABLES=$hidden "$program"
fi
exit $((failures > 0))
