// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_POINT_LAW_H
#define VOLAR_CONTACT_POINT_LAW_H

// A contact of one point whose force along the normal and along the surface is given by two scalar
// laws (volar/law.h). The wall law gets the deepest penetration; the friction law, which knows one
// direction, gets the length of its own spring, whichever way that points:
//
//     w = l e + dx,  q = k w + b u                                                       (T11.25)
//     s += |w| - l,  v = (|q| - k |w|)/b                                                 (T11.26)
//     f = F(s, v, N) q/|q|,  l = -F(s, 0, N)/k,  e = w/|w|                               (T11.27)
//
// with dx the way that B went along A since the last sample, u its velocity, k the law's stiffness
// of sticking, b its damping, and (l, e) length and direction of the spring; while it slides,
// l = -F/k and e = q/|q|. Along a straight line s is the place and v the velocity, but for
// rounding; no direction of the plane is preferred, and the force keeps to the law's own bound. All
// of this is derived in docs/theory/planar.md.

#include "contact/contact_force.h"

// What a contact of one point remembers from step to step.
typedef struct vlPointMemory {
    uint64_t key; // of the pair of pieces
    vlLawState wall, friction;
    vlVec3 placeA, placeB; // m: the point of the last sample on both bodies, in their axes,
    vlVec3 alongA, alongB; // and the direction e
    double stretch;        // l, m; < 0: pulled towards -e
    double way;            // s, m: place along the surface that the friction law gets
} vlPointMemory;

// How a contact of one point goes on.
typedef enum vlPointStart {
    VL_POINT_GOES_ON, // from its memory
    VL_POINT_ENTERS,  // one step ago the bodies were apart
    VL_POINT_CHANGES  // they touched under another law: it starts as if they had been at rest here
} vlPointStart;

// Deepest penetration, m.
static inline double vlPoint_Depth(const vlContactVolume* volume)
{
    return volume->highest - volume->lowest;
}

// Fills gains, forces, wrench and friction memory of `contact`, and advances `memory` by one
// sample. The contact gets the share of the law's force that its area has in that of its group.
void vlPoint_Evaluate(vlContact* contact, const vlContactContext* context, const vlContactBody* a,
                      const vlContactBody* b, const vlPointLaw* law, vlPointStart start,
                      vlPointMemory* memory);

uint64_t vlPointMemory_Hash(const vlPointMemory* memory, uint64_t hash);

#endif
