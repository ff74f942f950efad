// SPDX-License-Identifier: MIT
// The distance for which a contact presses, and the place where its force acts: for lines and areas
// chosen so that the force is the gradient of the energy (docs/theory/formation_forces.md, G7).

#include "formation/contact_same.h"
#include "formation/force_parts.h"

// How far the heights of a line or an area spread (standard deviation) where its force has moved
// most of the way to its lowest end, in gaps.
#define BLEND 0.25

// How the height of A over B changes along the plane of a line or an area.
static vlVec3 slopeOf(const vlFormationForce* f, const vlPrincipalContact* c, vlPose poseBA)
{
    vlVec3 n = c->normal;
    if (c->type == VL_CONTACT_FACE_FACE) {
        vlVec3 own = vlRotate(poseBA.q, f->def.a->faces[c->a.index].normal);
        double along = vlDot(own, n);
        return vlScale(vlMulAdd(own, -along, n), -1.0 / along);
    }
    double rise = vlDot(c->axis, n);
    vlVec3 way = vlMulAdd(c->axis, -rise, n);
    rise = c->type == VL_CONTACT_FACE_EDGE ? -rise : rise;
    return vlScale(way, rise / vlDot(way, way));
}

// The mean of (x - p)(x - p) . g over the region, p being the contact's point: a fan of triangles
// about p, or a line.
static vlVec3 secondMoment(const vlPrincipalContact* c, vlVec3 g)
{
    vlVec3 moment = vlZero();
    double area = 0.0;
    vlVec3 p = vlZero();
    for (int i = 0; i <= c->regionCount; ++i) {
        vlVec3 q = vlSub(c->region[i % c->regionCount], c->point);
        q = vlMulAdd(q, -vlDot(q, c->normal), c->normal);
        if (i > 0) {
            double part = c->regionCount == 2 ? 1.0 : fabs(vlDot(c->normal, vlCross(p, q)));
            vlVec3 sum = vlAdd(p, q);
            vlVec3 one = vlAdd(vlScale(p, vlDot(p, g)), vlScale(q, vlDot(q, g)));
            one = vlMulAdd(one, vlDot(sum, g), sum);
            moment = vlMulAdd(moment, part, one);
            area += part;
        }
        p = q;
    }
    double divisor = c->regionCount == 2 ? 6.0 : 12.0;
    return area > 0.0 ? vlScale(moment, 1.0 / (divisor * area)) : vlZero();
}

// The height of the contact's point over B.
static double heightOf(const vlFormationForce* f, const vlPrincipalContact* c)
{
    vlVec3 onB = c->region[0]; // the region is in the plane of B's face
    if (c->type == VL_CONTACT_FACE_EDGE) {
        const vlPolyhedron* b = f->def.b;
        onB = b->vertices[b->edges[c->b.index].vertex[0]].position;
        onB = vlMulAdd(onB, vlDot(c->axis, vlSub(c->point, onB)), c->axis);
    }
    return vlDot(c->normal, vlSub(c->point, onB));
}

// (G7): the distance of a line or an area, and where its force acts: where a lever would feel the
// gradient of that distance.
static double blend(const vlFormationForce* f, vlForceWork* w, vlPose poseBA)
{
    const vlPrincipalContact* c = &w->c;
    vlVec3 slope = slopeOf(f, c, poseBA);
    vlVec3 moment = secondMoment(c, slope);
    double spread = vlDot(moment, slope);
    double scale = BLEND * f->def.shell.gap;
    double sum = spread + scale * scale;
    double root = sqrt(sum);
    w->at = vlMulAdd(c->point, -sqrt(3.0) * (sum + scale * scale) / (sum * root), moment);
    return heightOf(f, c) - sqrt(3.0) * spread / root;
}

// Was the contact found where A is? Otherwise it touches only after closing, and its region is only
// roughly known.
static bool wasFound(const vlFormationForce* f, const vlPrincipalContact* c)
{
    for (int i = 0; i < f->found.count; ++i) {
        if (vlPrincipalContact_IsSame(c, &f->found.contact[i])) {
            return true;
        }
    }
    return false;
}

void vlSprings_Measure(const vlFormationForce* f, vlForceWork* w, vlPose poseBA)
{
    const vlFormationForceDef* def = &f->def;
    bool isPoint = w->c.type < VL_CONTACT_EDGE_FACE || w->c.regionCount < 2;
    double distance = w->c.nearest;
    w->at = w->c.point;
    if (!isPoint && !def->isLiteral) {
        double blended = blend(f, w, poseBA);
        distance = wasFound(f, &w->c) ? blended : distance;
    }
    w->aim = fmin(fmax(def->shell.gap - distance, 0.0), def->maxNormal / def->stiffness);
}
