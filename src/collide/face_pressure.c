// SPDX-License-Identifier: MIT
// The depth above several back planes is linear on the part of a face that lies above one of them.
// Each face is cut along the lines where two back planes meet; on each part depth times place is
// quadratic, and three Gauss points per triangle integrate it exactly. So on a flat floor the force
// is kappa times the volume to rounding, whichever body is A.

#include "collide/face_pressure.h"

#define MAX_CORNERS 64
#define MAX_FLOORS 64
// A face whose shadow is a smaller part of the area than this is upright; rounding may have given
// its shadow either sign.
#define UPRIGHT 1e-10

typedef struct Part {
    int count;
    vlLifted corner[MAX_CORNERS];
} Part;

// Keeps the side of the part where plane `keep` is at least as high as plane `other`.
static void cutPart(Part* part, const vlHeight* keep, const vlHeight* other)
{
    Part in = *part;
    double h0 = keep->h0 - other->h0;
    double hx = keep->hx - other->hx;
    double hy = keep->hy - other->hy;
    part->count = 0;
    for (int i = 0; i < in.count; ++i) {
        vlLifted a = in.corner[i];
        vlLifted b = in.corner[(i + 1) % in.count];
        double sa = h0 + hx * a.p.x + hy * a.p.y;
        double sb = h0 + hx * b.p.x + hy * b.p.y;
        if (sa >= 0.0 && part->count < MAX_CORNERS) {
            part->corner[part->count++] = a;
        }
        if ((sa < 0.0) != (sb < 0.0) && part->count < MAX_CORNERS) {
            double t = sa / (sa - sb);
            vlLifted c = {{a.p.x + t * (b.p.x - a.p.x), a.p.y + t * (b.p.y - a.p.y)},
                          a.h + t * (b.h - a.h)};
            part->corner[part->count++] = c;
        }
    }
}

static vlVec3 placeOf(const vlContactVolume* v, vlLifted l)
{
    return vlAdd(vlMulAdd(vlScale(v->e1, l.p.x), l.p.y, v->e2), vlScale(v->normal, l.h));
}

// Adds the part of a face with normal n above one back plane.
static void addPart(vlWrench* sum, const Part* part, const vlContactVolume* v, vlVec3 n,
                    const vlHeight* back)
{
    static const double share[3][3] = {{2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0},
                                       {1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0},
                                       {1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0}};
    for (int i = 1; i + 1 < part->count; ++i) {
        vlLifted t[3] = {part->corner[0], part->corner[i], part->corner[i + 1]};
        vlVec3 x[3] = {placeOf(v, t[0]), placeOf(v, t[1]), placeOf(v, t[2])};
        double depth[3];
        for (int k = 0; k < 3; ++k) {
            depth[k] = t[k].h - back->h0 - back->hx * t[k].p.x - back->hy * t[k].p.y;
        }
        double weight = vlDot(vlCross(vlSub(x[1], x[0]), vlSub(x[2], x[0])), n) * (1.0 / 6.0);
        for (int g = 0; g < 3; ++g) {
            const double* s = share[g];
            double d = s[0] * depth[0] + s[1] * depth[1] + s[2] * depth[2];
            vlVec3 at = vlAdd(vlMulAdd(vlScale(x[0], s[0]), s[1], x[1]), vlScale(x[2], s[2]));
            vlVec3 force = vlScale(n, d > 0.0 ? weight * d : 0.0);
            sum->force = vlAdd(sum->force, force);
            sum->torque = vlAdd(sum->torque, vlCross(at, force));
        }
    }
}

// Collects B's faces that are directed back at A, as heights over the contact plane, and returns
// their number. A's own side walls may be directed back too, but depth is not measured from them.
static int floorsOf(const vlPolytope* p, const vlVolumeScratch* scratch, vlLifted shift,
                    const vlContactVolume* v, vlOwner ownerA, vlHeight* floors)
{
    int count = 0;
    for (int f = 0; f < p->faceCount && count < MAX_FLOORS; ++f) {
        if (p->face[f].owner == ownerA || !(scratch->faceShadow[f] < -UPRIGHT * v->area)) {
            continue;
        }
        vlVec3 n = scratch->faceNormal[f];
        double steepness = -1.0 / vlDot(n, v->normal);
        const vlLifted* l = &scratch->lifted[p->loop[p->face[f].start]];
        vlHeight* h = &floors[count++];
        h->hx = steepness * vlDot(n, v->e1);
        h->hy = steepness * vlDot(n, v->e2);
        h->h0 = l->h - shift.h - h->hx * (l->p.x - shift.p.x) - h->hy * (l->p.y - shift.p.y);
    }
    return count;
}

vlWrench vlFacePressure_Integrate(const vlPolytope* polytope, const vlVolumeScratch* scratch,
                                  vlLifted shift, const vlContactVolume* volume, vlOwner ownerA)
{
    const vlContactVolume* v = volume;
    vlHeight floors[MAX_FLOORS];
    int floorCount = floorsOf(polytope, scratch, shift, v, ownerA, floors);
    vlWrench sum = {vlZero(), vlZero()};
    for (int f = 0; f < polytope->faceCount; ++f) {
        const vlPolytopeFace* face = &polytope->face[f];
        if (face->owner != ownerA) {
            continue;
        }
        for (int k = 0; k < floorCount; ++k) {
            Part part = {0};
            for (int i = 0; i < face->count && part.count < MAX_CORNERS; ++i) {
                vlLifted l = scratch->lifted[polytope->loop[face->start + i]];
                l.p.x -= shift.p.x, l.p.y -= shift.p.y, l.h -= shift.h;
                part.corner[part.count++] = l;
            }
            for (int j = 0; j < floorCount && part.count >= 3; ++j) {
                if (j != k) {
                    cutPart(&part, &floors[k], &floors[j]);
                }
            }
            addPart(&sum, &part, v, scratch->faceNormal[f], &floors[k]);
        }
    }
    return sum;
}
