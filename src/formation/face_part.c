// SPDX-License-Identifier: MIT
#include "formation/face_part.h"

void vlFacePart_Clip(const vlFacePart* in, vlVec3 normal, double offset, vlFacePart* out)
{
    out->count = 0;
    double height = vlDot(normal, in->point[0]) - offset;
    for (int i = 0; i < in->count; ++i) {
        vlVec3 a = in->point[i];
        vlVec3 b = in->point[i + 1 < in->count ? i + 1 : 0];
        double next = vlDot(normal, b) - offset;
        if (height >= 0.0 && out->count < VL_MAX_FACE_PART) {
            out->point[out->count++] = a;
        }
        if (((height > 0.0 && next < 0.0) || (height < 0.0 && next > 0.0)) &&
            out->count < VL_MAX_FACE_PART) {
            out->point[out->count++] = vlMulAdd(a, height / (height - next), vlSub(b, a));
        }
        height = next;
    }
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
