# SPDX-License-Identifier: MIT
# Our own benchmarks, part of the program. Those of other engines are in bench/peers.
set(VOLAR_BENCH_SOURCES
    bench.c
    haptic.c
    implicit.c
    implicit_scenes.c
    pair.c
    pile.c
    record.c
    stack.c
    viewer.c)
