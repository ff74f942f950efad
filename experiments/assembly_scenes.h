// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENTS_ASSEMBLY_SCENES_H
#define VOLAR_EXPERIMENTS_ASSEMBLY_SCENES_H

// Scenes in which contact states are named: assemblies by a simulated hand, and bodies left to
// themselves.

#include <stdbool.h>
#include <stddef.h>

#define VL_MAX_ASSEMBLY_TEXT 8192
#define VL_MAX_HOLDS 8

typedef struct vlAssemblyScene {
    const char* name;
    bool isOwn;   // not among those by which the parameters of names were chosen
    bool isRound; // has faceted round bodies
    double seconds;
    const char* body;              // of the file, after world and surface
    double holds[VL_MAX_HOLDS][2]; // s, in which the hand rests
    int holdCount;
} vlAssemblyScene;

// Two ways of the peg: beside the hole, lifted over its mouth and tilted into it; or slid over the
// mouth, so that its foot tips on the rim.
typedef enum vlPegPath { VL_PEG_LIFTED, VL_PEG_OVER_RIM } vlPegPath;

// NULL beyond the last.
const vlAssemblyScene* vlAssemblyScene_At(int i);
// NULL if there is none of that name.
const vlAssemblyScene* vlAssemblyScene_Find(const char* name);
// The whole text of a scene with contacts of this stiffness, N/m.
void vlAssemblyScene_Write(const vlAssemblyScene* scene, double stiffness, char* text, size_t size);

// A square peg of 20 mm and a hole with this clearance (m) on each side, cut into boxes in one of
// three ways. `def` gets times and holds.
void vlAssemblyScene_WritePeg(double clearance, int cutting, vlPegPath path, double stiffness,
                              char* text, size_t size);
const vlAssemblyScene* vlAssemblyScene_PegTimes(vlPegPath path);

#endif
