// SPDX-License-Identifier: MIT
// A square peg, a hole in three cuttings, and two ways of the hand.

#include <stdio.h>

#include "experiments/assembly_text.h"

static const char pegHand[] =
    "bodies:\n  - {name: block, type: static, shape: hole}\n"
    "  - {name: peg, shape: " BOX(
        "0.02, 0.02, 0.07") ", mass: 0.2, position: [-0.03, 0, 0.095]}\n" HAND("peg")
        KEY("0", "-0.03, 0, 0.095");
static const char* const pegKeys[2] = {
    KEY("0.8", "-0.03, 0, 0.084") KEY("1.6", "-0.03, 0, 0.084") KEY("2.2", "-0.03, 0, 0.1")
        TURNED("2.8", "0.0018, 0, 0.095", "0, 3, 0") TURNED("3.6", "0.0018, 0, 0.08", "0, 3, 0")
            KEY("4.4", "0.001, 0, 0.075") KEY("5.6", "0.001, 0, 0.033") KEY("7", "0.001, 0, 0.033"),
    KEY("0.8", "-0.03, 0, 0.06") KEY("1.4", "-0.03, 0, 0.06") KEY("2.2", "-0.003, 0, 0.06")
        KEY("2.8", "-0.003, 0, 0.06") KEY("3.2", "-0.004, 0, 0.1")
            TURNED("3.8", "0.0018, 0, 0.095", "0, 3, 0") TURNED("4.6", "0.0018, 0, 0.08", "0, 3, 0")
                KEY("5.4", "0.001, 0, 0.075") KEY("6.6", "0.001, 0, 0.033")
                    KEY("8", "0.001, 0, 0.033")};
static const vlAssemblyScene pegTimes[2] = {
    {"peg lifted", false, false, 7.0, NULL, {{0.8, 1.6}, {5.8, 7.0}}, 2},
    {"peg over the rim", false, false, 8.0, NULL, {{0.8, 1.4}, {2.2, 2.8}, {6.8, 8.0}}, 3}};

const vlAssemblyScene* vlAssemblyScene_PegTimes(vlPegPath path)
{
    return &pegTimes[path];
}

static int writeBox(char* text, size_t size, double lx, double ly, double lz, double x, double y,
                    double z)
{
    return snprintf(text, size,
                    "      - {shape: {box: {size: [%.9g, %.9g, %.9g]}}, position: [%.9g, %.9g, "
                    "%.9g]}\n",
                    lx, ly, lz, x, y, z);
}

// The hole of half-width h in a block of 0.1 m: five boxes of a bottom and four walls, a pinwheel
// of four and a bottom, or nine columns, of which the middle one is short.
static int writeHole(char* text, size_t size, double h, int cutting)
{
    double wall = 0.05 - h;
    double middle = 0.5 * (0.05 + h);
    int used = 0;
    if (cutting == 0) {
        used += writeBox(text, size, 0.1, 0.1, 0.02, 0.0, 0.0, -0.01);
    }
    for (int side = -1; side <= 1; side += 2) {
        for (int k = 0; k < 2 && cutting == 0; ++k) {
            used += writeBox(text + used, size - (size_t)used, k == 0 ? wall : 2.0 * h,
                             k == 0 ? 0.1 : wall, 0.05, k == 0 ? side * middle : 0.0,
                             k == 0 ? 0.0 : side * middle, 0.025);
        }
        for (int k = 0; k < 2 && cutting == 1; ++k) {
            double along = -side * 0.5 * (0.05 - h);
            used += writeBox(text + used, size - (size_t)used, k == 0 ? 0.05 + h : wall,
                             k == 0 ? wall : 0.05 + h, 0.07, k == 0 ? -along : side * middle,
                             k == 0 ? side * middle : along, 0.015);
        }
    }
    for (int i = 0; i < 9 && cutting == 2; ++i) {
        double x = (i % 3 - 1) * middle;
        double y = (i / 3 - 1) * middle;
        used += writeBox(text + used, size - (size_t)used, i % 3 == 1 ? 2.0 * h : wall,
                         i / 3 == 1 ? 2.0 * h : wall, i == 4 ? 0.02 : 0.07, x, y,
                         i == 4 ? -0.01 : 0.015);
    }
    if (cutting == 1) {
        used += writeBox(text + used, size - (size_t)used, 2.0 * h, 2.0 * h, 0.02, 0.0, 0.0, -0.01);
    }
    return used;
}

void vlAssemblyScene_WritePeg(double clearance, int cutting, vlPegPath path, double stiffness,
                              char* text, size_t size)
{
    int used = snprintf(text, size, VL_ASSEMBLY_HEAD, stiffness);
    used += snprintf(text + used, size - (size_t)used, "shapes:\n  hole:\n    compound:\n");
    used += writeHole(text + used, size - (size_t)used, 0.01 + clearance, cutting);
    (void)snprintf(text + used, size - (size_t)used, "%s%s", pegHand, pegKeys[path]);
}
