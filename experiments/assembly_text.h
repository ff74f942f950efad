// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENTS_ASSEMBLY_TEXT_H
#define VOLAR_EXPERIMENTS_ASSEMBLY_TEXT_H

// Pieces of the texts of scenes.

#include "experiments/assembly_scenes.h"

// With the stiffness of contacts, N/m.
#define VL_ASSEMBLY_HEAD                                                                           \
    "volar: 1\nname: assembly\nworld:\n  integrator: implicit\n  surface: {stiffness: %g, "        \
    "friction: 0.2}\n"

// A hand that holds a body by a firm grip; keys of its path follow.
#define HAND(body)                                                                                 \
    "devices:\n  - name: hand\n    address: sigma7\n    holds: " body "\n    stiffness: 1000\n"    \
    "    damping: 10\n    angular-stiffness: 4\n    angular-damping: 0.05\n    hand:\n"            \
    "      grip: tight\n      path:\n        keys:\n"
#define KEY(time, place) "          - {time: " time ", position: [" place "]}\n"
#define TURNED(time, place, turn)                                                                  \
    "          - {time: " time ", position: [" place "], rotation: {euler: [" turn "]}}\n"
#define FLOOR "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
#define BOX(size) "{box: {size: [" size "]}}"
#define PIECE(size, place) "      - {shape: " BOX(size) ", position: [" place "]}\n"
#define DIE(name, place, turn, speed)                                                              \
    "  - {name: " name ", shape: " BOX("0.016, 0.016, 0.016") ", mass: 0.006, position: [" place   \
                                                              "], rotation: {euler: [" turn        \
                                                              "]}, velocity: [" speed "]}\n"

#endif
