// SPDX-License-Identifier: MIT
// The scenes with which the parameters of names were chosen.

#include "experiments/assembly_scenes.h"

// A cube is laid down, pushed into the corner of an L, and leant into it.
static const char corner[] =
    "shapes:\n"
    "  ell:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.24, 0.2, 0.04]}}, position: [0.08, 0, -0.02]}\n"
    "      - {shape: {box: {size: [0.04, 0.2, 0.12]}}, position: [-0.02, 0, 0.06]}\n"
    "bodies:\n"
    "  - {name: ell, type: static, shape: ell}\n"
    "  - {name: cube, shape: {box: {size: [0.04, 0.04, 0.04]}}, mass: 0.1, position: [0.07, 0, "
    "0.03]}\n";
static const vlAssemblyKey cornerKeys[] = {
    {0, {0.07, 0, 0.03}, {0, 0, 0}},     {0.5, {0.07, 0, 0.014}, {0, 0, 0}},
    {1.1, {0.07, 0, 0.014}, {0, 0, 0}},  {1.7, {0.014, 0, 0.014}, {0, 0, 0}},
    {2.3, {0.014, 0, 0.014}, {0, 0, 0}}, {2.9, {0.014, 0, 0.05}, {0, 0, 0}},
    {3.3, {0.014, 0, 0.05}, {0, 0, 0}},  {3.9, {0.02, 0, 0.02}, {0, 20, 0}},
    {4.7, {0.02, 0, 0.02}, {0, 20, 0}},  {5.3, {0.014, 0, 0.014}, {0, 0, 0}},
    {5.7, {0.014, 0, 0.014}, {0, 0, 0}}, {6.3, {0.07, 0, 0.04}, {0, 0, 0}},
};

// A cube is pushed against a step, laid over its edge, and pushed on.
static const char stairs[] =
    "shapes:\n" VL_ASSEMBLY_STAIRS "bodies:\n"
    "  - {name: stairs, type: static, shape: stairs}\n"
    "  - {name: cube, shape: {box: {size: [0.04, 0.04, 0.04]}}, mass: 0.1, position: [-0.064, 0, "
    "0.06]}\n";
static const vlAssemblyKey stairsKeys[] = {
    {0, {-0.064, 0, 0.06}, {0, 0, 0}},    {0.5, {-0.064, 0, 0.045}, {0, 0, 0}},
    {0.9, {-0.064, 0, 0.045}, {0, 0, 0}}, {1.3, {-0.044, 0, 0.045}, {0, 0, 0}},
    {1.7, {-0.044, 0, 0.045}, {0, 0, 0}}, {2.2, {-0.044, 0, 0.085}, {0, 0, 0}},
    {2.6, {-0.035, 0, 0.074}, {0, 0, 0}}, {3.0, {-0.035, 0, 0.074}, {0, 0, 0}},
    {3.4, {-0.02, 0, 0.074}, {0, 0, 0}},  {3.8, {0.014, 0, 0.074}, {0, 0, 0}},
    {4.2, {0.014, 0, 0.074}, {0, 0, 0}},  {5.0, {0.014, 0, 0.12}, {0, 0, 0}},
    {5.6, {0.06, 0, 0.104}, {0, 0, 0}},   {6.0, {0.06, 0, 0.104}, {0, 0, 0}},
};

// A tenon in a slot that lies on a table and moves along: pushed against a wall, turned, tilted.
static const char slot[] =
    "shapes:\n"
    "  slot:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.16, 0.06, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.16, 0.01975, 0.02]}}, position: [0, -0.020125, 0.01]}\n"
    "      - {shape: {box: {size: [0.16, 0.01975, 0.02]}}, position: [0, 0.020125, 0.01]}\n"
    "bodies:\n"
    "  - {name: table, type: static, shape: {halfspace: {normal: [0, 0, 1], offset: -0.02}}}\n"
    "  - {name: slot, shape: slot, mass: 1}\n"
    "  - {name: tenon, shape: {box: {size: [0.06, 0.02, 0.03]}}, mass: 0.1, position: [-0.04, 0, "
    "0.03]}\n";
static const vlAssemblyKey slotKeys[] = {
    {0, {-0.04, 0, 0.03}, {0, 0, 0}},        {0.6, {-0.04, 0, 0.012}, {0, 0, 0}},
    {1.0, {-0.04, 0, 0.012}, {0, 0, 0}},     {1.5, {-0.04, 0.002, 0.012}, {0, 0, 0}},
    {1.9, {-0.04, 0.002, 0.012}, {0, 0, 0}}, {2.7, {0.03, 0.002, 0.012}, {0, 0, 0}},
    {3.2, {0.03, 0, 0.014}, {0, 0, 4}},      {3.8, {0.03, 0, 0.014}, {0, 0, 4}},
    {4.4, {0, 0, 0.018}, {0, 3, 0}},         {4.8, {0, 0, 0.018}, {0, 3, 0}},
    {5.4, {0, 0, 0.03}, {0, 0, 0}},
};

// A block is pushed about in a tray that is 0.4 mm wider.
static const char tray[] =
    "shapes:\n"
    "  tray:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.08, 0.08, 0.01]}}, position: [0, 0, -0.005]}\n"
    "      - {shape: {box: {size: [0.0198, 0.08, 0.02]}}, position: [-0.0301, 0, 0.01]}\n"
    "      - {shape: {box: {size: [0.0198, 0.08, 0.02]}}, position: [0.0301, 0, 0.01]}\n"
    "      - {shape: {box: {size: [0.0404, 0.0198, 0.02]}}, position: [0, -0.0301, 0.01]}\n"
    "      - {shape: {box: {size: [0.0404, 0.0198, 0.02]}}, position: [0, 0.0301, 0.01]}\n"
    "bodies:\n"
    "  - {name: tray, type: static, shape: tray}\n"
    "  - {name: block, shape: {box: {size: [0.04, 0.04, 0.03]}}, mass: 0.1, position: [0, 0, "
    "0.02]}\n";
static const vlAssemblyKey trayKeys[] = {
    {0, {0, 0, 0.02}, {0, 0, 0}},
    {0.4, {0, 0, 0.012}, {0, 0, 0}},
    {0.8, {0, 0, 0.012}, {0, 0, 0}},
    {1.2, {0.002, 0, 0.012}, {0, 0, 0}},
    {1.6, {0.002, 0.002, 0.012}, {0, 0, 0}},
    {2.2, {0.002, 0.002, 0.012}, {0, 0, 0}},
    {2.8, {-0.002, 0.002, 0.012}, {0, 0, 0}},
    {3.2, {-0.002, 0.002, 0.012}, {0, 0, 0}},
};

// The same in a tray that is 10 um too tight.
static const char tightTray[] =
    "shapes:\n"
    "  tray:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.08, 0.08, 0.01]}}, position: [0, 0, -0.005]}\n"
    "      - {shape: {box: {size: [0.020005, 0.08, 0.02]}}, position: [-0.03, 0, 0.01]}\n"
    "      - {shape: {box: {size: [0.020005, 0.08, 0.02]}}, position: [0.03, 0, 0.01]}\n"
    "      - {shape: {box: {size: [0.03999, 0.020005, 0.02]}}, position: [0, -0.03, 0.01]}\n"
    "      - {shape: {box: {size: [0.03999, 0.020005, 0.02]}}, position: [0, 0.03, 0.01]}\n"
    "bodies:\n"
    "  - {name: tray, type: static, shape: tray}\n"
    "  - {name: block, shape: {box: {size: [0.04, 0.04, 0.03]}}, mass: 0.1, position: [0, 0, "
    "0.016]}\n";
static const vlAssemblyKey tightTrayKeys[] = {
    {0, {0, 0, 0.015}, {0, 0, 0}},      {0.6, {0, 0, 0.01}, {0, 0, 0}},
    {1.0, {0, 0, 0.01}, {0, 0, 0}},     {1.4, {0.001, 0, 0.01}, {0, 0, 0}},
    {2.0, {0.001, 0, 0.01}, {0, 0, 0}},
};

// Five bricks fall on each other by a fraction of a millimetre.
static const char pile[] =
    "shapes:\n"
    "  brick: {box: {size: [0.06, 0.04, 0.02]}}\n"
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: one, shape: brick, mass: 0.1, position: [0, 0, 0.0101]}\n"
    "  - {name: two, shape: brick, mass: 0.1, position: [0.004, 0, 0.0303]}\n"
    "  - {name: three, shape: brick, mass: 0.1, position: [0, 0.003, 0.0505], rotation: {euler: "
    "[0, 0, 20]}}\n"
    "  - {name: four, shape: brick, mass: 0.1, position: [-0.002, 0, 0.0707]}\n"
    "  - {name: five, shape: brick, mass: 0.1, position: [0, 0, 0.0909], rotation: {euler: [0, 0, "
    "60]}}\n";

// Edge across edge, slid along both.
static const char crossed[] = "bodies:\n"
                              "  - {name: rail, type: static, shape: {box: {size: [0.12, 0.03, "
                              "0.03]}}, rotation: {euler: [45, 0, 0]}}\n"
                              "  - {name: bar, shape: {box: {size: [0.03, 0.12, 0.03]}}, mass: "
                              "0.1, position: [0, 0, 0.05], rotation: {euler: [0, 45, 0]}}\n";
static const vlAssemblyKey crossedKeys[] = {
    {0, {0, 0, 0.05}, {0, 45, 0}},          {0.6, {0, 0, 0.038}, {0, 45, 0}},
    {1.2, {0, 0, 0.038}, {0, 45, 0}},       {2.0, {0.03, 0, 0.038}, {0, 45, 0}},
    {2.8, {0.03, 0.03, 0.038}, {0, 45, 0}}, {3.4, {0.03, 0.03, 0.038}, {0, 45, 20}},
};

// Six dice fall in a heap.
static const char dice[] =
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: one, shape: {box: {size: [0.016, 0.016, 0.016]}}, mass: 0.006, position: [0, 0, "
    "0.03], rotation: {euler: [20, 30, 0]}, velocity: [0.3, 0, 0]}\n"
    "  - {name: two, shape: {box: {size: [0.016, 0.016, 0.016]}}, mass: 0.006, position: [0.03, 0, "
    "0.04], rotation: {euler: [50, 0, 10]}, velocity: [-0.2, 0.1, 0]}\n"
    "  - {name: three, shape: {box: {size: [0.016, 0.016, 0.016]}}, mass: 0.006, position: [-0.03, "
    "0.02, 0.05], rotation: {euler: [0, 40, 30]}, velocity: [0.1, 0, -0.3]}\n"
    "  - {name: four, shape: {box: {size: [0.016, 0.016, 0.016]}}, mass: 0.006, position: [0, "
    "0.03, 0.06], rotation: {euler: [10, 20, 70]}, velocity: [0, -0.3, 0]}\n"
    "  - {name: five, shape: {box: {size: [0.016, 0.016, 0.016]}}, mass: 0.006, position: [0.02, "
    "-0.03, 0.03], rotation: {euler: [35, 35, 35]}, velocity: [0, 0.4, 0]}\n"
    "  - {name: six, shape: {box: {size: [0.016, 0.016, 0.016]}}, mass: 0.006, position: [-0.03, "
    "-0.03, 0.05], rotation: {euler: [45, 0, 0]}, velocity: [0.3, 0.2, 0]}\n";

// A roller, a can that slides, and one that falls over.
static const char cylinders[] =
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: roller, shape: {cylinder: {radius: 0.02, height: 0.05}}, mass: 0.1, position: "
    "[-0.1, 0, 0.0205], rotation: {euler: [90, 0, 0]}, velocity: [0.1, 0, 0], angular-velocity: "
    "[0, 5, 0]}\n"
    "  - {name: can, shape: {cylinder: {radius: 0.02, height: 0.05}}, mass: 0.1, position: [0, "
    "0.1, 0.026], velocity: [0.2, 0, 0]}\n"
    "  - {name: tilted, shape: {cylinder: {radius: 0.02, height: 0.05}}, mass: 0.1, position: [0, "
    "-0.1, 0.035], rotation: {euler: [25, 0, 0]}}\n";

const vlAssemblyScene vlAssembly_Given[] = {
    {.name = "corner",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 6.6,
     VL_ASSEMBLY_BY_HAND(corner, "cube", cornerKeys),
     .holds = {{0.5, 1.1}, {1.7, 2.3}, {2.9, 3.3}, {3.9, 4.7}},
     .holdCount = 4},
    {.name = "stairs",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 6.2,
     VL_ASSEMBLY_BY_HAND(stairs, "cube", stairsKeys),
     .holds = {{0.5, 0.9}, {1.3, 1.7}, {2.6, 3}, {3.8, 4.2}},
     .holdCount = 4},
    {.name = "slot",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 5.6,
     VL_ASSEMBLY_BY_HAND(slot, "tenon", slotKeys),
     .holds = {{0.6, 1}, {1.5, 1.9}, {3.2, 3.8}, {4.4, 4.8}},
     .holdCount = 4},
    {.name = "tray",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 3.4,
     VL_ASSEMBLY_BY_HAND(tray, "block", trayKeys),
     .holds = {{0.4, 0.8}, {1.6, 2.2}, {2.8, 3.2}},
     .holdCount = 3},
    {.name = "tight tray",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 2.2,
     VL_ASSEMBLY_BY_HAND(tightTray, "block", tightTrayKeys),
     .holds = {{0.6, 1}, {1.4, 2}},
     .holdCount = 2},
    {
        .name = "pile",
        .origin = VL_ASSEMBLY_GIVEN,
        .seconds = 2,
        .body = pile,
    },
    {.name = "crossed",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 3.6,
     VL_ASSEMBLY_BY_HAND(crossed, "bar", crossedKeys),
     .holds = {{0.6, 1.2}},
     .holdCount = 1},
    {
        .name = "dice",
        .origin = VL_ASSEMBLY_GIVEN,
        .seconds = 3,
        .body = dice,
    },
    {.name = "cylinders",
     .origin = VL_ASSEMBLY_GIVEN,
     .seconds = 3,
     .body = cylinders,
     .isRound = true},
};
const int vlAssembly_GivenCount = VL_ASSEMBLY_COUNT(vlAssembly_Given);
