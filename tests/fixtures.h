// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FIXTURES_H
#define VOLAR_TESTS_FIXTURES_H

// Fixed scenes for the tests that compare whole runs: the same calls with the same numbers each
// time, and no sine, root or logarithm of the C library, whose last bit may differ, on the way.

#include "volar/volar.h"

typedef enum vlFixture {
    VL_FIXTURE_FREE_TOP,   // one box of three different moments, tumbling without gravity
    VL_FIXTURE_TILTED_BOX, // a box falls on the floor edge first
    VL_FIXTURE_WALL,       // six bricks
    VL_FIXTURE_PILE,       // twenty random hulls poured into a bin
    VL_FIXTURE_SLOPE,      // an L of two boxes slides down a slope
    VL_FIXTURE_MIXED,      // boxes, hulls, a cone, a prism and unions, stirred by a turning paddle
    VL_FIXTURE_COUNT
} vlFixture;

// Step, gravity and room of the scene; contact options are the recommended ones. A caller may
// change what it wants to vary before creating the world.
vlWorldDef vlFixture_Def(vlFixture fixture);

// Adds the scene's materials and bodies to an empty world.
VL_WARN_UNUSED vlResult vlFixture_Build(vlFixture fixture, vlWorld* world);

// A world of that definition with the scene in it; NULL if anything failed.
vlWorld* vlFixture_Create(vlFixture fixture, const vlWorldDef* def);

// True if every pose, velocity and momentum of every body is finite and every rotation has unit
// length.
bool vlFixture_IsFinite(const vlWorld* world);

#endif
