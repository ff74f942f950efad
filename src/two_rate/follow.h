// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_FOLLOW_H
#define VOLAR_TWO_RATE_FOLLOW_H

// Which of its two bodies a contact follows. A box that slides on a table takes its contact area
// along but not its normal; the table keeps the normal but not the area. docs/theory/two_rate.md.

#include "collide/pair.h"

// In the contact frame, to first order in the motion of B relative to A at the origin:
//
//   origin moves by G u_t + spin w_n,   normal turns by (1 - G)^T (w x n) + lean D0    (T8.2)
//
// relative to A, with u_t the tangential displacement, w the rotation, w_n its part about the
// normal, D0 the gain in depth.
typedef struct vlFollow {
    double xx, xy, yx, yy; // G, row by row
    vlVec2 spin;           // m
    vlVec2 lean;           // 1/m
} vlFollow;

vlFollow vlFollow_Of(const vlContactVolume* volume, const vlVolumePool* pool, const vlPlaced* a,
                     const vlPlaced* b);

#endif
