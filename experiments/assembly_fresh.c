// SPDX-License-Identifier: MIT
// Scenes of our own, made after the last change of a rule: no parameter was chosen and no fault was
// found with them.

#include "experiments/assembly_scenes.h"

// Two bars with notches are put together crosswise: let down askew, pressed, pushed aside, twisted.
static const char halved[] =
    "shapes:\n"
    "  under:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.12, 0.03, 0.015]}}, position: [0, 0, -0.0225]}\n"
    "      - {shape: {box: {size: [0.0448, 0.03, 0.015]}}, position: [-0.0376, 0, -0.0075]}\n"
    "      - {shape: {box: {size: [0.0448, 0.03, 0.015]}}, position: [0.0376, 0, -0.0075]}\n"
    "  over:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.03, 0.12, 0.015]}}, position: [0, 0, 0.0075]}\n"
    "      - {shape: {box: {size: [0.03, 0.0448, 0.015]}}, position: [0, -0.0376, -0.0075]}\n"
    "      - {shape: {box: {size: [0.03, 0.0448, 0.015]}}, position: [0, 0.0376, -0.0075]}\n"
    "bodies:\n"
    "  - {name: under, type: static, shape: under}\n"
    "  - {name: over, shape: over, mass: 0.15, position: [0, 0, 0.02]}\n";
static const vlAssemblyKey halvedKeys[] = {
    {0, {0, 0, 0.02}, {0, 0, 0}},
    {0.6, {0.001, 0, 0.006}, {0, 0, 4}},
    {1.1, {0.001, 0, 0.006}, {0, 0, 4}},
    {1.8, {0, 0, -0.004}, {0, 0, 0}},
    {2.6, {0, 0, -0.019}, {0, 0, 0}},
    {3.1, {0, 0, -0.019}, {0, 0, 0}},
    {3.7, {0.004, 0.003, -0.019}, {0, 0, 0}},
    {4.2, {0.004, 0.003, -0.019}, {0, 0, 0}},
    {4.8, {0, 0, -0.016}, {0, 0, 6}},
    {5.3, {0, 0, -0.016}, {0, 0, 6}},
    {6.2, {0, 0, 0.01}, {3, 0, 0}},
};

// A key in the shape of a T in its slot: pressed down, pulled up against the lips, slid, twisted,
// rolled.
static const char tee[] =
    "shapes:\n"
    "  slot:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.12, 0.06, 0.01]}}, position: [0, 0, -0.005]}\n"
    "      - {shape: {box: {size: [0.12, 0.0147, 0.01]}}, position: [0, -0.02265, 0.005]}\n"
    "      - {shape: {box: {size: [0.12, 0.0147, 0.01]}}, position: [0, 0.02265, 0.005]}\n"
    "      - {shape: {box: {size: [0.12, 0.0217, 0.01]}}, position: [0, -0.01915, 0.015]}\n"
    "      - {shape: {box: {size: [0.12, 0.0217, 0.01]}}, position: [0, 0.01915, 0.015]}\n"
    "  key:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.04, 0.03, 0.0095]}}, position: [0, 0, 0.00475]}\n"
    "      - {shape: {box: {size: [0.04, 0.016, 0.02]}}, position: [0, 0, 0.0195]}\n"
    "bodies:\n"
    "  - {name: slot, type: static, shape: slot}\n"
    "  - {name: key, shape: key, mass: 0.1, position: [0, 0, 0.0002]}\n";
static const vlAssemblyKey teeKeys[] = {
    {0, {0, 0, 0.0002}, {0, 0, 0}},         {0.4, {0, 0, -0.004}, {0, 0, 0}},
    {0.9, {0, 0, -0.004}, {0, 0, 0}},       {1.5, {0, 0, 0.006}, {0, 0, 0}},
    {2, {0, 0, 0.006}, {0, 0, 0}},          {2.7, {0.02, 0, 0.006}, {0, 0, 0}},
    {3.3, {0.02, 0.003, 0.002}, {0, 0, 6}}, {3.8, {0.02, 0.003, 0.002}, {0, 0, 6}},
    {4.4, {0, 0, 0.001}, {8, 0, 0}},        {4.9, {0, 0, 0.001}, {8, 0, 0}},
    {5.4, {0, 0, 0.001}, {0, 5, 0}},
};

// A tapered plug is set askew into a tapered hole, pressed home, pushed, twisted, and lifted.
static const char taper[] =
    "shapes:\n"
    "  hole:\n"
    "    compound:\n"
    "      - {shape: {hull: {points: [[0.0202, -0.04, 0], [0.0202, 0.04, 0], [0.0122, -0.04, "
    "-0.03], [0.0122, 0.04, -0.03], [0.04, -0.04, 0], [0.04, 0.04, 0], [0.04, -0.04, -0.03], "
    "[0.04, 0.04, -0.03]]}}}\n"
    "      - {shape: {hull: {points: [[-0.0202, -0.04, 0], [-0.0202, 0.04, 0], [-0.0122, -0.04, "
    "-0.03], [-0.0122, 0.04, -0.03], [-0.04, -0.04, 0], [-0.04, 0.04, 0], [-0.04, -0.04, -0.03], "
    "[-0.04, 0.04, -0.03]]}}}\n"
    "      - {shape: {hull: {points: [[-0.0202, 0.0202, 0], [0.0202, 0.0202, 0], [-0.0122, 0.0122, "
    "-0.03], [0.0122, 0.0122, -0.03], [-0.0202, 0.04, 0], [0.0202, 0.04, 0], [-0.0122, 0.04, "
    "-0.03], [0.0122, 0.04, -0.03]]}}}\n"
    "      - {shape: {hull: {points: [[-0.0202, -0.0202, 0], [0.0202, -0.0202, 0], [-0.0122, "
    "-0.0122, -0.03], [0.0122, -0.0122, -0.03], [-0.0202, -0.04, 0], [0.0202, -0.04, 0], [-0.0122, "
    "-0.04, -0.03], [0.0122, -0.04, -0.03]]}}}\n"
    "  plug: {hull: {points: [[0.02, 0.02, 0], [0.02, -0.02, 0], [-0.02, 0.02, 0], [-0.02, -0.02, "
    "0], [0.012, 0.012, -0.03], [0.012, -0.012, -0.03], [-0.012, 0.012, -0.03], [-0.012, -0.012, "
    "-0.03]]}}\n"
    "bodies:\n"
    "  - {name: hole, type: static, shape: hole}\n"
    "  - {name: plug, shape: plug, mass: 0.1, position: [0, 0, 0.02]}\n";
static const vlAssemblyKey taperKeys[] = {
    {0, {0, 0, 0.02}, {0, 0, 0}},
    {0.7, {0.002, 0, 0.006}, {0, 5, 0}},
    {1.2, {0.002, 0, 0.006}, {0, 5, 0}},
    {1.9, {0, 0, -0.004}, {0, 0, 0}},
    {2.4, {0, 0, -0.004}, {0, 0, 0}},
    {3, {0.004, 0.001, -0.002}, {0, 0, 0}},
    {3.5, {0.004, 0.001, -0.002}, {0, 0, 0}},
    {4.1, {0, 0, 0.001}, {0, 0, 5}},
    {4.6, {0, 0, 0.001}, {0, 0, 5}},
    {5.3, {0, 0, 0.02}, {0, 0, 0}},
};

// An angle, a tetrahedron and a slab tumble down stairs by themselves.
static const char tumble[] =
    "shapes:\n" VL_ASSEMBLY_STAIRS "  angle:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.03, 0.02, 0.008]}}, position: [0, 0, 0]}\n"
    "      - {shape: {box: {size: [0.008, 0.02, 0.02]}}, position: [-0.011, 0, 0.014]}\n"
    "  tetra: {hull: {points: [[0, 0, 0.018], [0.016, 0, -0.006], [-0.008, 0.014, -0.006], "
    "[-0.008, -0.014, -0.006]]}}\n"
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: stairs, type: static, shape: stairs}\n"
    "  - {name: angle, shape: angle, mass: 0.02, position: [0.06, 0, 0.11], rotation: {euler: [10, "
    "30, 20]}, velocity: [-0.4, 0, 0]}\n"
    "  - {name: tetra, shape: tetra, mass: 0.01, position: [0.05, 0.03, 0.13], rotation: {euler: "
    "[40, 10, 0]}, velocity: [-0.5, 0, 0]}\n"
    "  - {name: slab, shape: {box: {size: [0.03, 0.03, 0.006]}}, mass: 0.02, position: [0.03, "
    "-0.03, 0.12], rotation: {euler: [0, 25, 15]}, velocity: [-0.3, 0, 0]}\n";

// A prism with three sides is pushed into the corner of a room in several positions, and leant into
// it.
static const char niche[] =
    "shapes:\n"
    "  room:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.14, 0.14, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.02, 0.14, 0.06]}}, position: [-0.06, 0, 0.03]}\n"
    "      - {shape: {box: {size: [0.12, 0.02, 0.06]}}, position: [0.01, -0.06, 0.03]}\n"
    "  prism: {hull: {points: [[-0.02, -0.015, -0.01], [0.02, -0.015, -0.01], [-0.02, 0.02, "
    "-0.01], [-0.02, -0.015, 0.015], [0.02, -0.015, 0.015], [-0.02, 0.02, 0.015]]}}\n"
    "bodies:\n"
    "  - {name: room, type: static, shape: room}\n"
    "  - {name: prism, shape: prism, mass: 0.1, position: [0, 0, 0.012]}\n";
static const vlAssemblyKey nicheKeys[] = {
    {0, {0, 0, 0.012}, {0, 0, 0}},
    {0.4, {0, 0, 0.006}, {0, 0, 0}},
    {0.8, {0, 0, 0.006}, {0, 0, 0}},
    {1.6, {-0.033, -0.01, 0.006}, {0, 0, 0}},
    {2, {-0.033, -0.01, 0.006}, {0, 0, 0}},
    {2.6, {-0.033, -0.038, 0.006}, {0, 0, 0}},
    {3.1, {-0.033, -0.038, 0.006}, {0, 0, 0}},
    {3.7, {-0.031, -0.034, 0.009}, {0, 8, 0}},
    {4.2, {-0.031, -0.034, 0.009}, {0, 8, 0}},
    {4.8, {-0.028, -0.033, 0.01}, {0, 0, 30}},
    {5.3, {-0.028, -0.033, 0.01}, {0, 0, 30}},
    {6, {0, 0, 0.02}, {10, 0, 30}},
};

// A bar slides in a guide, drops into a notch, is pushed against its end, and is lifted out by one
// end.
static const char latch[] =
    "shapes:\n"
    "  guide:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.09, 0.05, 0.01]}}, position: [-0.035, 0, -0.005]}\n"
    "      - {shape: {box: {size: [0.03, 0.05, 0.01]}}, position: [0.065, 0, -0.005]}\n"
    "      - {shape: {box: {size: [0.16, 0.05, 0.01]}}, position: [0, 0, -0.015]}\n"
    "      - {shape: {box: {size: [0.09, 0.0189, 0.014]}}, position: [-0.035, -0.01555, 0.007]}\n"
    "      - {shape: {box: {size: [0.09, 0.0189, 0.014]}}, position: [-0.035, 0.01555, 0.007]}\n"
    "bodies:\n"
    "  - {name: guide, type: static, shape: guide}\n"
    "  - {name: bar, shape: {box: {size: [0.036, 0.012, 0.012]}}, mass: 0.06, position: [-0.05, 0, "
    "0.008]}\n";
static const vlAssemblyKey latchKeys[] = {
    {0, {-0.05, 0, 0.008}, {0, 0, 0}},       {0.4, {-0.05, 0, 0.003}, {0, 0, 0}},
    {0.9, {-0.05, 0, 0.003}, {0, 0, 0}},     {1.6, {-0.01, 0.002, 0.003}, {0, 0, 3}},
    {2.1, {-0.01, 0.002, 0.003}, {0, 0, 3}}, {3, {0.03, 0, 0.004}, {0, 0, 0}},
    {3.6, {0.03, 0, -0.007}, {0, 0, 0}},     {4.1, {0.03, 0, -0.007}, {0, 0, 0}},
    {4.7, {0.038, 0, -0.006}, {0, 0, 0}},    {5.2, {0.038, 0, -0.006}, {0, 0, 0}},
    {5.9, {0.03, 0, 0.006}, {0, -14, 0}},    {6.4, {0.03, 0, 0.006}, {0, -14, 0}},
};

// A fork straddles a ridge: lowered on its crest, leant to one side, slid along, turned across.
static const char saddle[] =
    "shapes:\n"
    "  ridge: {hull: {points: [[-0.06, -0.03, -0.02], [-0.06, 0.03, -0.02], [-0.06, 0, 0.02], "
    "[0.06, -0.03, -0.02], [0.06, 0.03, -0.02], [0.06, 0, 0.02]]}}\n"
    "  fork:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.03, 0.05, 0.01]}}, position: [0, 0, 0.025]}\n"
    "      - {shape: {box: {size: [0.03, 0.012, 0.03]}}, position: [0, -0.019, 0.005]}\n"
    "      - {shape: {box: {size: [0.03, 0.012, 0.03]}}, position: [0, 0.019, 0.005]}\n"
    "bodies:\n"
    "  - {name: ridge, type: static, shape: ridge}\n"
    "  - {name: fork, shape: fork, mass: 0.1, position: [0, 0, 0.012]}\n";
static const vlAssemblyKey saddleKeys[] = {
    {0, {0, 0, 0.012}, {0, 0, 0}},
    {0.5, {0, 0, -0.006}, {0, 0, 0}},
    {1, {0, 0, -0.006}, {0, 0, 0}},
    {1.6, {0, 0.003, -0.004}, {12, 0, 0}},
    {2.1, {0, 0.003, -0.004}, {12, 0, 0}},
    {2.9, {0.03, 0.003, -0.004}, {12, 0, 0}},
    {3.4, {0.03, 0.003, -0.004}, {12, 0, 0}},
    {4.2, {0.03, 0, -0.002}, {0, 0, 20}},
    {4.7, {0.03, 0, -0.002}, {0, 0, 20}},
    {5.4, {0.055, 0, -0.002}, {0, 10, 20}},
    {5.9, {0.055, 0, -0.002}, {0, 10, 20}},
};

const vlAssemblyScene vlAssembly_Fresh[] = {
    {.name = "halved joint",
     .origin = VL_ASSEMBLY_FRESH,
     .seconds = 6.2,
     VL_ASSEMBLY_BY_HAND(halved, "over", halvedKeys),
     .holds = {{0.6, 1.1}, {2.6, 3.1}, {3.7, 4.2}, {4.8, 5.3}},
     .holdCount = 4},
    {.name = "tee slot",
     .origin = VL_ASSEMBLY_FRESH,
     .seconds = 5.6,
     VL_ASSEMBLY_BY_HAND(tee, "key", teeKeys),
     .holds = {{0.4, 0.9}, {1.5, 2}, {3.3, 3.8}, {4.4, 4.9}},
     .holdCount = 4},
    {.name = "taper",
     .origin = VL_ASSEMBLY_FRESH,
     .seconds = 5.4,
     VL_ASSEMBLY_BY_HAND(taper, "plug", taperKeys),
     .holds = {{0.7, 1.2}, {1.9, 2.4}, {3, 3.5}, {4.1, 4.6}},
     .holdCount = 4},
    {.name = "tumble", .origin = VL_ASSEMBLY_FRESH, .seconds = 3, .body = tumble},
    {.name = "niche",
     .origin = VL_ASSEMBLY_FRESH,
     .seconds = 6,
     VL_ASSEMBLY_BY_HAND(niche, "prism", nicheKeys),
     .holds = {{0.4, 0.8}, {1.6, 2}, {2.6, 3.1}, {3.7, 4.2}, {4.8, 5.3}},
     .holdCount = 5},
    {.name = "latch",
     .origin = VL_ASSEMBLY_FRESH,
     .seconds = 6.4,
     VL_ASSEMBLY_BY_HAND(latch, "bar", latchKeys),
     .holds = {{0.4, 0.9}, {1.6, 2.1}, {3.6, 4.1}, {4.7, 5.2}},
     .holdCount = 4},
    {.name = "saddle",
     .origin = VL_ASSEMBLY_FRESH,
     .seconds = 6,
     VL_ASSEMBLY_BY_HAND(saddle, "fork", saddleKeys),
     .holds = {{0.5, 1}, {1.6, 2.1}, {2.9, 3.4}, {4.2, 4.7}},
     .holdCount = 4},
};
const int vlAssembly_FreshCount = VL_ASSEMBLY_COUNT(vlAssembly_Fresh);
