// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENTS_ASSEMBLY_SCENES_H
#define VOLAR_EXPERIMENTS_ASSEMBLY_SCENES_H

// Scenes in which contact states are named: assemblies by a simulated hand, and bodies left to
// themselves.

#include <stdbool.h>
#include <stddef.h>

#define VL_MAX_ASSEMBLY_TEXT 8192
#define VL_MAX_HOLDS 8
#define VL_ASSEMBLY_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// A scene in which the hand holds a body, in the table of scenes.
#define VL_ASSEMBLY_BY_HAND(text, name, path)                                                      \
    .body = (text), .held = (name), .keys = (path), .keyCount = VL_ASSEMBLY_COUNT(path)
// The shape of three steps.
#define VL_ASSEMBLY_STAIRS                                                                         \
    "  stairs:\n"                                                                                  \
    "    compound:\n"                                                                              \
    "      - {shape: {box: {size: [0.18, 0.1, 0.03]}}, position: [0, 0, 0.015]}\n"                 \
    "      - {shape: {box: {size: [0.12, 0.1, 0.03]}}, position: [0.03, 0, 0.045]}\n"              \
    "      - {shape: {box: {size: [0.06, 0.1, 0.03]}}, position: [0.06, 0, 0.075]}\n"

// What a scene was used for before it is judged.
typedef enum vlAssemblyOrigin {
    VL_ASSEMBLY_GIVEN,  // the parameters of names were chosen with it
    VL_ASSEMBLY_MENDED, // faults in the rules for names were found with it and mended
    VL_ASSEMBLY_FRESH   // neither: it was made after the last change of a rule
} vlAssemblyOrigin;

// Where the hand wants to have the body that it holds at a time.
typedef struct vlAssemblyKey {
    double time;     // s
    double place[3]; // m
    double turn[3];  // degrees, Euler angles as scenes have them
} vlAssemblyKey;

typedef struct vlAssemblyScene {
    const char* name;
    vlAssemblyOrigin origin;
    bool isRound; // has faceted round bodies
    double seconds;
    const char* body; // of the file, after world and surface and before devices
    const char* held; // by the hand; NULL: there is none
    const vlAssemblyKey* keys;
    int keyCount;
    double holds[VL_MAX_HOLDS][2]; // s, in which the hand rests
    int holdCount;
} vlAssemblyScene;

extern const vlAssemblyScene vlAssembly_Given[], vlAssembly_Mended[], vlAssembly_Fresh[];
extern const int vlAssembly_GivenCount, vlAssembly_MendedCount, vlAssembly_FreshCount;

// Two paths of the peg, which starts beside the hole: it is lifted over the mouth and tilted into
// it, or slid over the mouth so that its foot tips on the rim.
typedef enum vlPegPath { VL_PEG_LIFTED, VL_PEG_OVER_RIM } vlPegPath;

// NULL beyond the last.
const vlAssemblyScene* vlAssemblyScene_At(int i);
// NULL if no scene has that name.
const vlAssemblyScene* vlAssemblyScene_Find(const char* name);
// The whole text of a scene with contacts of this stiffness, N/m.
void vlAssemblyScene_Write(const vlAssemblyScene* scene, double stiffness, char* text, size_t size);

// A square peg of 20 mm and a hole with this clearance (m) on each side, cut into boxes in one of
// three ways.
void vlAssemblyScene_WritePeg(double clearance, int cutting, vlPegPath path, double stiffness,
                              char* text, size_t size);
// The duration, path and holds of such a scene.
const vlAssemblyScene* vlAssemblyScene_Peg(vlPegPath path);

// Parts of a text, for callers that write the bodies themselves. Each returns the number of
// characters it wrote.
int vlAssemblyScene_WriteHead(double stiffness, char* text, size_t size);
int vlAssemblyScene_WriteHand(const vlAssemblyScene* scene, char* text, size_t size);

#endif
