// SPDX-License-Identifier: MIT
// A square peg, its hole cut into boxes in three ways, and two paths of the hand.

#include <stdio.h>

#include "experiments/assembly_scenes.h"

static const char peg[] =
    "bodies:\n"
    "  - {name: block, type: static, shape: hole}\n"
    "  - {name: peg, shape: {box: {size: [0.02, 0.02, 0.07]}}, mass: 0.2, position: [-0.03, 0, "
    "0.095]}\n";
static const vlAssemblyKey lifted[] = {
    {0, {-0.03, 0, 0.095}, {0, 0, 0}},    {0.8, {-0.03, 0, 0.084}, {0, 0, 0}},
    {1.6, {-0.03, 0, 0.084}, {0, 0, 0}},  {2.2, {-0.03, 0, 0.1}, {0, 0, 0}},
    {2.8, {0.0018, 0, 0.095}, {0, 3, 0}}, {3.6, {0.0018, 0, 0.08}, {0, 3, 0}},
    {4.4, {0.001, 0, 0.075}, {0, 0, 0}},  {5.6, {0.001, 0, 0.033}, {0, 0, 0}},
    {7, {0.001, 0, 0.033}, {0, 0, 0}},
};
static const vlAssemblyKey overRim[] = {
    {0, {-0.03, 0, 0.095}, {0, 0, 0}},    {0.8, {-0.03, 0, 0.06}, {0, 0, 0}},
    {1.4, {-0.03, 0, 0.06}, {0, 0, 0}},   {2.2, {-0.003, 0, 0.06}, {0, 0, 0}},
    {2.8, {-0.003, 0, 0.06}, {0, 0, 0}},  {3.2, {-0.004, 0, 0.1}, {0, 0, 0}},
    {3.8, {0.0018, 0, 0.095}, {0, 3, 0}}, {4.6, {0.0018, 0, 0.08}, {0, 3, 0}},
    {5.4, {0.001, 0, 0.075}, {0, 0, 0}},  {6.6, {0.001, 0, 0.033}, {0, 0, 0}},
    {8, {0.001, 0, 0.033}, {0, 0, 0}},
};
static const vlAssemblyScene pegs[2] = {{.name = "peg lifted",
                                         .seconds = 7.0,
                                         .held = "peg",
                                         .keys = lifted,
                                         .keyCount = VL_ASSEMBLY_COUNT(lifted),
                                         .holds = {{0.8, 1.6}, {5.8, 7.0}},
                                         .holdCount = 2},
                                        {.name = "peg over the rim",
                                         .seconds = 8.0,
                                         .held = "peg",
                                         .keys = overRim,
                                         .keyCount = VL_ASSEMBLY_COUNT(overRim),
                                         .holds = {{0.8, 1.4}, {2.2, 2.8}, {6.8, 8.0}},
                                         .holdCount = 3}};

const vlAssemblyScene* vlAssemblyScene_Peg(vlPegPath path)
{
    return &pegs[path];
}

static int writeBox(char* text, size_t size, double lx, double ly, double lz, double x, double y,
                    double z)
{
    return snprintf(text, size,
                    "      - {shape: {box: {size: [%.9g, %.9g, %.9g]}}, position: [%.9g, %.9g, "
                    "%.9g]}\n",
                    lx, ly, lz, x, y, z);
}

// The hole of half-width h in a block of 0.1 m, cut into a bottom and four walls (0), into four
// walls arranged as a pinwheel and the bottom between them (1), or into nine columns, of which the
// middle one is short (2).
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
    int used = vlAssemblyScene_WriteHead(stiffness, text, size);
    used += snprintf(text + used, size - (size_t)used, "shapes:\n  hole:\n    compound:\n");
    used += writeHole(text + used, size - (size_t)used, 0.01 + clearance, cutting);
    used += snprintf(text + used, size - (size_t)used, "%s", peg);
    (void)vlAssemblyScene_WriteHand(&pegs[path], text + used, size - (size_t)used);
}
