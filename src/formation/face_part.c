// SPDX-License-Identifier: MIT
#include "formation/face_part.h"

#include "solid/facet.h"

void vlFacePart_Clip(const vlFacePart* in, vlVec3 normal, double offset, vlFacePart* out)
{
    out->count =
        vlFacet_Cut(in->point, in->count, normal, offset, 0.0, out->point, VL_MAX_FACE_PART);
}

const vlFacePart* vlFacePart_ClipToCell(const vlFacePart* in, const vlNear* near, int cell,
                                        vlFacePart work[2])
{
    const vlPolyhedronCell* c = &near->poly->cells[cell];
    for (int k = c->firstCorner; k < c->firstCorner + c->cornerCount && in->count >= 3; ++k) {
        vlFacePart* to = in == &work[0] ? &work[1] : &work[0];
        vlFacePart_Clip(in, near->sideAt[k], near->sideOffsetAt[k], to);
        in = to;
    }
    return in;
}
