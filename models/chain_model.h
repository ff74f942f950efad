// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_CHAIN_H
#define VOLAR_MODEL_CHAIN_H

// A chain of equal rods that hangs from a point of the world by its first end. A ball joint holds
// each rod to the next. A weight may hang at its last end. It starts straight and at rest.

#include <volar/volar.h>

#define VL_MAX_CHAIN_LINKS 64

typedef struct vlChainDef {
    int links;         // 1 .. VL_MAX_CHAIN_LINKS
    double length;     // m, of a link
    double thickness;  // m
    double mass;       // kg, of a link
    double weight;     // kg, of a cube hung from the last link by the middle of a face; 0: none
    double weightSize; // m, edge of the cube
    vlVec3 top;        // m, the point from which it hangs
    double lean;       // rad, of the whole chain from the vertical, towards x
} vlChainDef;

typedef struct vlChain {
    int bodies; // the links, and the weight as the last body if there is one
    vlBodyId body[VL_MAX_CHAIN_LINKS + 1];
    vlJointId joint[VL_MAX_CHAIN_LINKS + 1]; // joint i holds body i to body i - 1 or to the world
} vlChain;

// 30 links of 100 mm, 10 mm thick, 0.1 kg, no weight, hanging from the origin.
vlChainDef vlChain_Default(void);

VL_WARN_UNUSED vlResult vlModel_AddChain(vlWorld* world, const vlChainDef* def, vlChain* chain);

#endif
