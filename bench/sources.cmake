# SPDX-License-Identifier: MIT
# Our own benchmarks, part of the program. Those of other engines are in bench/peers.
set(VOLAR_BENCH_SOURCES
    bench.c
    bench_formations.c
    bench_haptic.c
    bench_implicit.c
    bench_levels.c
    bench_mesh.c
    bench_pair.c
    bench_pieces.c
    bench_pile.c
    bench_planar.c
    bench_record.c
    bench_stack.c
    implicit_scenes.c
    bench_viewer.c)
