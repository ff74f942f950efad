# SPDX-License-Identifier: MIT
set(VOLAR_EXPERIMENT_SOURCES
    cube_drop.c
    disc.c
    energy_collide.c
    energy_loop.c
    energy_walk.c
    experiment.c
    measure.c
    registry.c
    spin.c
    stack.c
    stick_slip.c
    tippe_top.c
    top.c)
