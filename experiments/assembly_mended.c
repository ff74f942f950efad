// SPDX-License-Identifier: MIT
// Scenes of our own with which faults in the rules for names were found and mended.

#include "experiments/assembly_scenes.h"

// A key with slanted sides in a groove that is narrower above: pressed down, pulled up against the
// slants, pushed aside, turned.
static const char dovetail[] =
    "shapes:\n"
    "  groove:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.1, 0.08, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {hull: {points: [[-0.05, 0.0154, 0], [0.05, 0.0154, 0], [-0.05, 0.0094, "
    "0.02], [0.05, 0.0094, 0.02], [-0.05, 0.04, 0], [0.05, 0.04, 0], [-0.05, 0.04, 0.02], [0.05, "
    "0.04, 0.02]]}}}\n"
    "      - {shape: {hull: {points: [[-0.05, -0.0154, 0], [0.05, -0.0154, 0], [-0.05, -0.0094, "
    "0.02], [0.05, -0.0094, 0.02], [-0.05, -0.04, 0], [0.05, -0.04, 0], [-0.05, -0.04, 0.02], "
    "[0.05, -0.04, 0.02]]}}}\n"
    "  key: {hull: {points: [[-0.03, 0.015, -0.01], [0.03, 0.015, -0.01], [-0.03, -0.015, -0.01], "
    "[0.03, -0.015, -0.01], [-0.03, 0.009, 0.01], [0.03, 0.009, 0.01], [-0.03, -0.009, 0.01], "
    "[0.03, -0.009, 0.01]]}}\n"
    "bodies:\n"
    "  - {name: groove, type: static, shape: groove}\n"
    "  - {name: key, shape: key, mass: 0.1, position: [0, 0, 0.0102]}\n";
static const vlAssemblyKey dovetailKeys[] = {
    {0, {0, 0, 0.0102}, {0, 0, 0}},         {0.4, {0, 0, 0.006}, {0, 0, 0}},
    {0.8, {0, 0, 0.006}, {0, 0, 0}},        {1.4, {0, 0, 0.016}, {0, 0, 0}},
    {1.9, {0, 0, 0.016}, {0, 0, 0}},        {2.5, {0.02, 0.004, 0.016}, {0, 0, 0}},
    {3.0, {0.02, 0.004, 0.016}, {0, 0, 0}}, {3.6, {0, 0, 0.009}, {0, 0, 5}},
    {4.2, {0, 0, 0.009}, {0, 0, 5}},        {4.8, {0, 0, 0.012}, {6, 0, 0}},
    {5.3, {0, 0, 0.012}, {6, 0, 0}},
};

// A wedge of 12 degrees is pushed under a block that a wall keeps from sliding away.
static const char wedge[] =
    "shapes:\n"
    "  wedge: {hull: {points: [[-0.05, -0.02, 0], [0.05, -0.02, 0], [-0.05, 0.02, 0], [0.05, 0.02, "
    "0], [-0.05, -0.02, 0.0212], [-0.05, 0.02, 0.0212]]}}\n"
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: stop, type: static, shape: {box: {size: [0.02, 0.08, 0.06]}}, position: [0.05, 0, "
    "0.03]}\n"
    "  - {name: block, shape: {box: {size: [0.04, 0.04, 0.04]}}, mass: 0.2, position: [0.0199, 0, "
    "0.0215]}\n"
    "  - {name: wedge, shape: wedge, mass: 0.05, position: [-0.045, 0, 0.0001]}\n";
static const vlAssemblyKey wedgeKeys[] = {
    {0, {-0.045, 0, 0.0001}, {0, 0, 0}},   {0.3, {-0.045, 0, -0.001}, {0, 0, 0}},
    {1.0, {-0.035, 0, -0.001}, {0, 0, 0}}, {1.5, {-0.035, 0, -0.001}, {0, 0, 0}},
    {2.5, {-0.008, 0, -0.001}, {0, 0, 0}}, {3.2, {-0.008, 0, -0.001}, {0, 0, 0}},
    {4.2, {-0.05, 0, -0.001}, {0, 0, 0}},
};

// A hook, which is not convex itself, is hung over a rail, slid along it, tilted, and pulled off.
static const char hook[] =
    "shapes:\n"
    "  hook:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.05, 0.03, 0.012]}}, position: [0, 0, 0.02]}\n"
    "      - {shape: {box: {size: [0.012, 0.03, 0.034]}}, position: [0.019, 0, -0.003]}\n"
    "      - {shape: {box: {size: [0.012, 0.03, 0.02]}}, position: [-0.019, 0, 0.004]}\n"
    "bodies:\n"
    "  - {name: rail, type: static, shape: {box: {size: [0.024, 0.2, 0.05]}}, position: [0, 0, "
    "-0.025]}\n"
    "  - {name: hook, shape: hook, mass: 0.1, position: [0, 0, 0]}\n";
static const vlAssemblyKey hookKeys[] = {
    {0, {0, 0, 0}, {0, 0, 0}},
    {0.4, {0, 0, -0.018}, {0, 0, 0}},
    {0.8, {0, 0, -0.018}, {0, 0, 0}},
    {1.3, {-0.004, 0, -0.018}, {0, 0, 0}},
    {1.8, {-0.004, 0.03, -0.018}, {0, 0, 0}},
    {2.2, {-0.004, 0.03, -0.018}, {0, 0, 0}},
    {2.8, {0, 0.03, -0.012}, {0, 8, 0}},
    {3.4, {0, 0.03, -0.012}, {0, 8, 0}},
    {4.0, {0, 0, -0.012}, {0, 0, 8}},
    {4.6, {0, 0, -0.012}, {0, 0, 8}},
    {5.4, {0, 0, 0.01}, {0, 0, 0}},
};

// A six-sided bar in a groove of 120 degrees: two of its sides lie flat, and only edges once it is
// turned.
static const char groove[] =
    "shapes:\n"
    "  groove:\n"
    "    compound:\n"
    "      - {shape: {hull: {points: [[-0.06, 0, -0.02], [0.06, 0, -0.02], [-0.06, 0.05, -0.02], "
    "[0.06, 0.05, -0.02], [-0.06, 0, 0], [0.06, 0, 0], [-0.06, 0.05, 0.028867513], [0.06, 0.05, "
    "0.028867513]]}}}\n"
    "      - {shape: {hull: {points: [[-0.06, 0, -0.02], [0.06, 0, -0.02], [-0.06, -0.05, -0.02], "
    "[0.06, -0.05, -0.02], [-0.06, 0, 0], [0.06, 0, 0], [-0.06, -0.05, 0.028867513], [0.06, -0.05, "
    "0.028867513]]}}}\n"
    "bodies:\n"
    "  - {name: groove, type: static, shape: groove}\n"
    "  - {name: bar, shape: {prism: {sides: 6, radius: 0.02, height: 0.06}}, mass: 0.1, position: "
    "[0, 0, 0.023], rotation: {euler: [0, 90, 0]}}\n";
static const vlAssemblyKey grooveKeys[] = {
    {0, {0, 0, 0.023}, {0, 90, 0}},          {0.5, {0, 0, 0.016}, {0, 90, 0}},
    {1.0, {0, 0, 0.016}, {0, 90, 0}},        {1.6, {0.02, 0.004, 0.016}, {0, 90, 0}},
    {2.1, {0.02, 0.004, 0.016}, {0, 90, 0}}, {2.8, {0.02, 0, 0.02}, {10, 90, 0}},
    {3.4, {0.02, 0, 0.02}, {10, 90, 0}},     {4.0, {0, 0, 0.018}, {0, 84, 0}},
    {4.6, {0, 0, 0.018}, {0, 84, 0}},
};

// A tenon with shoulders goes into a mortise until the shoulders lie on the rim.
static const char mortise[] =
    "shapes:\n"
    "  mortise:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.1, 0.06, 0.02]}}, position: [0, 0, -0.04]}\n"
    "      - {shape: {box: {size: [0.0298, 0.06, 0.03]}}, position: [-0.0351, 0, -0.015]}\n"
    "      - {shape: {box: {size: [0.0298, 0.06, 0.03]}}, position: [0.0351, 0, -0.015]}\n"
    "      - {shape: {box: {size: [0.0404, 0.0248, 0.03]}}, position: [0, -0.0176, -0.015]}\n"
    "      - {shape: {box: {size: [0.0404, 0.0248, 0.03]}}, position: [0, 0.0176, -0.015]}\n"
    "  tenon:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.04, 0.01, 0.025]}}, position: [0, 0, -0.0125]}\n"
    "      - {shape: {box: {size: [0.06, 0.03, 0.03]}}, position: [0, 0, 0.015]}\n"
    "bodies:\n"
    "  - {name: mortise, type: static, shape: mortise}\n"
    "  - {name: tenon, shape: tenon, mass: 0.2, position: [0, 0, 0.035]}\n";
static const vlAssemblyKey mortiseKeys[] = {
    {0, {0, 0, 0.035}, {0, 0, 0}},          {0.6, {0.0012, 0, 0.024}, {0, 2, 0}},
    {1.2, {0.0012, 0, 0.018}, {0, 2, 0}},   {1.8, {0, 0, 0.015}, {0, 0, 0}},
    {2.6, {0, 0, -0.02}, {0, 0, 0}},        {3.2, {0, 0, -0.02}, {0, 0, 0}},
    {3.8, {-0.01, 0.01, -0.02}, {0, 0, 0}}, {4.4, {-0.01, 0.01, -0.02}, {0, 0, 0}},
    {5.4, {0, 0, 0.035}, {0, 0, 0}},        {5.8, {0, 0, 0.035}, {0, 0, 0}},
};

// A plank leans at a wall, slides down, is stopped by a ledge, and is laid flat.
static const char plank[] =
    "shapes:\n"
    "  corner:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.2, 0.1, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.02, 0.1, 0.1]}}, position: [-0.09, 0, 0.05]}\n"
    "      - {shape: {box: {size: [0.01, 0.1, 0.006]}}, position: [0.05, 0, 0.003]}\n"
    "bodies:\n"
    "  - {name: corner, type: static, shape: corner}\n"
    "  - {name: plank, shape: {box: {size: [0.08, 0.04, 0.008]}}, mass: 0.12, position: [-0.04, 0, "
    "0.045], rotation: {euler: [0, 50, 0]}}\n";
static const vlAssemblyKey plankKeys[] = {
    {0, {-0.04, 0, 0.045}, {0, 50, 0}},    {0.6, {-0.055, 0, 0.029}, {0, 50, 0}},
    {1.1, {-0.055, 0, 0.029}, {0, 50, 0}}, {1.8, {-0.047, 0, 0.02}, {0, 38, 0}},
    {2.3, {-0.047, 0, 0.02}, {0, 38, 0}},  {3.1, {0.01, 0, 0.008}, {0, 8, 0}},
    {3.6, {0.01, 0, 0.008}, {0, 8, 0}},    {4.2, {0.01, 0, 0.001}, {0, 0, 0}},
    {4.7, {0.01, 0, 0.001}, {0, 0, 0}},    {5.4, {0.008, 0, 0.001}, {0, 0, 15}},
    {5.9, {0.008, 0, 0.001}, {0, 0, 15}},
};

// A plug with two prongs stands on the rims of its holes, slips in, is twisted, and pulled out.
static const char prongs[] =
    "shapes:\n"
    "  socket:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.0198, 0.05, 0.02]}}, position: [-0.0301, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.0196, 0.05, 0.02]}}, position: [0, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.0198, 0.05, 0.02]}}, position: [0.0301, 0, -0.01]}\n"
    "      - {shape: {box: {size: [0.0104, 0.0198, 0.02]}}, position: [-0.015, -0.0151, -0.01]}\n"
    "      - {shape: {box: {size: [0.0104, 0.0198, 0.02]}}, position: [-0.015, 0.0151, -0.01]}\n"
    "      - {shape: {box: {size: [0.0104, 0.0198, 0.02]}}, position: [0.015, -0.0151, -0.01]}\n"
    "      - {shape: {box: {size: [0.0104, 0.0198, 0.02]}}, position: [0.015, 0.0151, -0.01]}\n"
    "  plug:\n"
    "    compound:\n"
    "      - {shape: {box: {size: [0.06, 0.03, 0.02]}}, position: [0, 0, 0.01]}\n"
    "      - {shape: {box: {size: [0.01, 0.01, 0.025]}}, position: [-0.015, 0, -0.0125]}\n"
    "      - {shape: {box: {size: [0.01, 0.01, 0.025]}}, position: [0.015, 0, -0.0125]}\n"
    "bodies:\n"
    "  - {name: socket, type: static, shape: socket}\n"
    "  - {name: plug, shape: plug, mass: 0.12, position: [0.004, 0, 0.03]}\n";
static const vlAssemblyKey prongsKeys[] = {
    {0, {0.004, 0, 0.03}, {0, 0, 0}},        {0.5, {0.004, 0, 0.021}, {0, 0, 0}},
    {1, {0.004, 0, 0.021}, {0, 0, 0}},       {1.8, {0, 0, 0.021}, {0, 0, 0}},
    {2.2, {0.0005, 0, 0.018}, {0, 2, 0}},    {3, {0, 0, 0.01}, {0, 0, 0}},
    {3.8, {0, 0, -0.005}, {0, 0, 0}},        {4.3, {0, 0, -0.005}, {0, 0, 0}},
    {4.8, {0.002, 0.002, 0.002}, {0, 0, 5}}, {5.3, {0.002, 0.002, 0.002}, {0, 0, 5}},
    {6.2, {0, 0, 0.03}, {0, 0, 0}},
};

const vlAssemblyScene vlAssembly_Mended[] = {
    {.name = "dovetail",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 5.5,
     VL_ASSEMBLY_BY_HAND(dovetail, "key", dovetailKeys),
     .holds = {{0.4, 0.8}, {1.4, 1.9}, {2.5, 3}, {3.6, 4.2}},
     .holdCount = 4},
    {.name = "wedge",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 4.4,
     VL_ASSEMBLY_BY_HAND(wedge, "wedge", wedgeKeys),
     .holds = {{1, 1.5}, {2.5, 3.2}},
     .holdCount = 2},
    {.name = "hook",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 5.6,
     VL_ASSEMBLY_BY_HAND(hook, "hook", hookKeys),
     .holds = {{0.4, 0.8}, {1.8, 2.2}, {2.8, 3.4}, {4, 4.6}},
     .holdCount = 4},
    {.name = "groove",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 4.8,
     VL_ASSEMBLY_BY_HAND(groove, "bar", grooveKeys),
     .holds = {{0.5, 1}, {1.6, 2.1}, {2.8, 3.4}, {4, 4.6}},
     .holdCount = 4},
    {.name = "mortise",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 5.8,
     VL_ASSEMBLY_BY_HAND(mortise, "tenon", mortiseKeys),
     .holds = {{2.6, 3.2}, {3.8, 4.4}},
     .holdCount = 2},
    {.name = "plank",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 6,
     VL_ASSEMBLY_BY_HAND(plank, "plank", plankKeys),
     .holds = {{0.6, 1.1}, {1.8, 2.3}, {3.1, 3.6}, {4.2, 4.7}},
     .holdCount = 4},
    {.name = "two prongs",
     .origin = VL_ASSEMBLY_MENDED,
     .seconds = 6.4,
     VL_ASSEMBLY_BY_HAND(prongs, "plug", prongsKeys),
     .holds = {{0.5, 1}, {3.8, 4.3}, {4.8, 5.3}},
     .holdCount = 3},
};
const int vlAssembly_MendedCount = VL_ASSEMBLY_COUNT(vlAssembly_Mended);
