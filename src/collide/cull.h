// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_CULL_H
#define VOLAR_COLLIDE_CULL_H

// Which of the cutter's planes may still cut the polytope, judged by its bounds.

#include "collide/clip.h"

// The plane of `planes` whose normal points most along `direction`, and the cosine between them if
// `direction` has unit length.
int vlCull_PlaneFacing(vlClipper* clipper, const vlPlaneSet* planes, vlVec3 direction,
                       double* cosine);

// The cutter's planes after the first cut, in the order in which they are tried. If there are many,
// those that the bounds of the polytope rule out are left out, and those beyond which it reaches
// farthest come first.
typedef struct vlPlaneQueue {
    vlClipper* clipper; // holds the planes [next, end) of the queue in `candidate`
    const vlPlaneSet* planes;
    int first; // the plane that has cut
    double epsilon;
    int next, end;
    int cuts;       // since the bounds were last looked at
    bool isCulling; // there are planes enough to make looking at bounds worthwhile
} vlPlaneQueue;

// After the first cut, by plane `first`.
vlPlaneQueue vlPlaneQueue_Begin(vlClipper* clipper, const vlPlaneSet* planes, int first,
                                double epsilon);

static inline int vlPlaneQueue_Take(vlPlaneQueue* queue)
{
    return queue->clipper->candidate[queue->next++];
}

// The plane taken last has changed the polytope.
void vlPlaneQueue_NoteCut(vlPlaneQueue* queue);

#endif
