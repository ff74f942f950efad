// SPDX-License-Identifier: MIT
// Compares contacts with forces: which part of the wrench the friction cones of the contacts cannot
// give, and which part of the normal force acts on none of them (docs/theory/formations.md, "Fit").

#include "formation/face_part.h"
#include "formation/poly_parts.h"
#include "volar/formation_fit.h"

// A force belongs to contacts if its point is within NEAR (m) and three depths of their regions,
// and its normal is within 15 degrees of theirs or of a direction between them.
#define SAME_WAY 0.96592582628906831
#define SAME_WAY_SINE 0.25881904510252074
#define NEAR 1e-3
#define NEAR_DEPTHS 3.0
// Number of directions in the plane along which the border of a region is found.
#define DIRECTIONS 16
// Parts of a face smaller than this are due to rounding, m2.
#define SLIVER 1e-13
// Normals closer than this count as one, rad.
#define PARALLEL 1e-6

static void addPoint(vlIdentifier* id, int* count, vlVec3 point, vlVec3 normal)
{
    if (*count < VL_MAX_CONE_POINTS) {
        id->cones[(*count)++] = (vlConePoint){point, normal};
    }
}

// Two faces that touch are parallel only to within the largest tilt, and the force may be normal to
// either. Their points therefore get a cone about each normal.
static void addOtherNormal(vlIdentifier* id, const vlPrincipalContact* c, int first, int* count)
{
    if (c->a.kind != VL_ELEMENT_FACE || c->b.kind != VL_ELEMENT_FACE) {
        return;
    }
    vlVec3 other = vlNeg(id->a.normalAt[c->a.index]);
    vlVec3 apart = vlSub(other, c->normal);
    int end = vlDot(apart, apart) > PARALLEL * PARALLEL ? *count : first;
    for (int i = first; i < end; ++i) {
        addPoint(id, count, id->cones[i].point, other);
    }
}

static int addRegions(vlIdentifier* id)
{
    int count = 0;
    for (int i = 0; i < id->parts->count; ++i) {
        const vlPrincipalContact* c = &id->parts->contact[i];
        int first = count;
        for (int k = 0; k < c->regionCount; ++k) {
            addPoint(id, &count, c->region[k], c->normal);
        }
        addOtherNormal(id, c, first, &count);
    }
    return count;
}

// ---- footprints ----

static double areaAbout(const vlFacePart* part, vlVec3 n)
{
    double area = 0.0;
    for (int i = 1; i + 1 < part->count; ++i) {
        area += 0.5 * vlDot(n, vlCross(vlSub(part->point[i], part->point[0]),
                                       vlSub(part->point[i + 1], part->point[0])));
    }
    return area;
}

static void turnRound(vlFacePart* part)
{
    for (int i = 0; i < part->count / 2; ++i) {
        vlVec3 kept = part->point[i];
        part->point[i] = part->point[part->count - 1 - i];
        part->point[part->count - 1 - i] = kept;
    }
}

// Adds the part of a cell of `by` that is beyond the plane of a face of `on`, projected onto that
// plane and cut to the face.
static void addCell(vlIdentifier* id, const vlNear* by, int cell, const vlNear* on, int face,
                    vlVec3 normal, int* count)
{
    const vlPolyhedronCell* c = &by->poly->cells[cell];
    vlVec3 n = on->normalAt[face];
    double offset = on->offsetAt[face];
    vlFacePart whole;
    vlFacePart part;
    whole.count = c->cornerCount;
    for (int k = 0; k < c->cornerCount; ++k) {
        whole.point[k] = by->pointAt[by->poly->corners[c->firstCorner + k]];
    }
    vlFacePart_Clip(&whole, vlNeg(n), -offset, &part);
    for (int k = 0; k < part.count; ++k) {
        part.point[k] = vlMulAdd(part.point[k], offset - vlDot(n, part.point[k]), n);
    }
    double area = areaAbout(&part, n);
    if (fabs(area) < SLIVER) {
        return;
    }
    if (area < 0.0) {
        turnRound(&part);
    }
    const vlPolyhedronFace* f = &on->poly->faces[face];
    for (int e = f->firstCell; e < f->firstCell + f->cellCount; ++e) {
        vlFacePart work[2];
        const vlFacePart* left = vlFacePart_ClipToCell(&part, on, e, work);
        for (int k = 0; k < left->count && left->count >= 3; ++k) {
            addPoint(id, count, left->point[k], normal);
        }
    }
}

// Adds the footprint of the faces at an element of `by` on a face of `on`.
static void addElement(vlIdentifier* id, const vlNear* by, vlElement element, const vlNear* on,
                       int onFace, vlVec3 normal, int* count)
{
    for (int i = 0; i < by->faceCount; ++i) {
        int f = by->face[i];
        const vlPolyhedronFace* face = &by->poly->faces[f];
        if (!vlPolyhedron_IsPart(by->poly, element, (vlElement){VL_ELEMENT_FACE, f})) {
            continue;
        }
        for (int k = face->firstCell; k < face->firstCell + face->cellCount; ++k) {
            addCell(id, by, k, on, onFace, normal, count);
        }
    }
}

static void addFootprint(vlIdentifier* id, const vlPrincipalContact* c, int* count)
{
    int first = *count;
    if (c->b.kind == VL_ELEMENT_FACE) {
        addElement(id, &id->a, c->a, &id->b, c->b.index, c->normal, count);
    } else if (c->a.kind == VL_ELEMENT_FACE) {
        addElement(id, &id->b, c->b, &id->a, c->a.index, c->normal, count);
    } else { // edges across each other: on those of their faces that are nearly in the plane
        for (int k = 0; k < 2; ++k) {
            int fa = id->a.poly->edges[c->a.index].face[k];
            int fb = id->b.poly->edges[c->b.index].face[k];
            if (vlDot(c->normal, id->b.normalAt[fb]) > SAME_WAY) {
                addElement(id, &id->a, c->a, &id->b, fb, c->normal, count);
            }
            if (vlDot(c->normal, id->a.normalAt[fa]) < -SAME_WAY) {
                addElement(id, &id->b, c->b, &id->a, fa, c->normal, count);
            }
        }
    }
    addOtherNormal(id, c, first, count);
}

// ---- forces on no contact ----

// Direction k of the plane with this normal.
static vlVec3 directionOf(vlVec3 normal, int k)
{
    vlVec3 helper = fabs(normal.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    vlVec3 x = vlUnit(vlCross(helper, normal));
    vlVec3 y = vlCross(normal, x);
    double sine;
    double cosine;
    vlSinCos(2.0 * VL_PI * k / DIRECTIONS, &sine, &cosine);
    return vlMulAdd(vlScale(x, cosine), sine, y);
}

// How far the region of a contact reaches along a direction, and how far its footprint does.
static double regionAlong(const vlIdentifier* id, int contact, vlVec3 way)
{
    const vlPrincipalContact* c = &id->parts->contact[contact];
    double border = -HUGE_VAL;
    for (int i = 0; i < c->regionCount; ++i) {
        border = fmax(border, vlDot(way, c->region[i]));
    }
    return border;
}

static double footprintAlong(const vlIdentifier* id, int contact, vlVec3 way)
{
    double border = -HUGE_VAL;
    for (int i = id->footprintStarts[contact]; i < id->footprintStarts[contact + 1]; ++i) {
        border = fmax(border, vlDot(way, id->cones[i].point));
    }
    return border;
}

// How far footprints go beyond the regions of their contacts, m.
static double findReach(const vlIdentifier* id)
{
    double reach = 0.0;
    for (int i = 0; i < id->parts->count; ++i) {
        for (int k = 0; k < DIRECTIONS; ++k) {
            vlVec3 way = directionOf(id->parts->contact[i].normal, k);
            reach = fmax(reach, footprintAlong(id, i, way) - regionAlong(id, i, way));
        }
    }
    return reach;
}

// Is a point within `reach` of the contact, along the normal and in directions of the plane?
static bool isNearContact(const vlIdentifier* id, int contact, vlVec3 point, double reach)
{
    const vlPrincipalContact* c = &id->parts->contact[contact];
    if (c->regionCount == 0 || fabs(vlDot(c->normal, vlSub(point, c->region[0]))) > reach) {
        return false;
    }
    for (int k = 0; k < DIRECTIONS; ++k) {
        vlVec3 way = directionOf(c->normal, k);
        double border = fmax(regionAlong(id, contact, way), footprintAlong(id, contact, way));
        if (vlDot(way, point) > border + reach) {
            return false;
        }
    }
    return true;
}

// One force may belong to several contacts: where a corner sinks into a convex piece at an edge,
// the engine has one contact, and its normal is a mean of the normals of both faces.
static bool isExplained(const vlIdentifier* id, const vlPairForce* force)
{
    vlVec3 normal = vlUnrotate(id->poseWB.q, force->normal);
    vlVec3 point = vlUntransform(id->poseWB, force->point);
    double reach = NEAR + NEAR_DEPTHS * force->depth;
    vlConePoint near[VL_MAX_RAW];
    int count = 0;
    for (int i = 0; i < id->parts->count; ++i) {
        if (isNearContact(id, i, point, reach)) {
            near[count++] = (vlConePoint){point, id->parts->contact[i].normal};
        }
    }
    // Without friction, the residual of the normal is the sine of its angle to the nearest
    // direction between the contacts' normals.
    vlWrench push = {normal, vlZero()};
    return vlCone_Residual(near, count, 0.0, push, point, 1.0) <= SAME_WAY_SINE;
}

// ---- the wrench ----

// The wrench of one force about its centre of pressure, world, cut to what a contact that presses
// there can give: friction within its bound, and no torque except about the normal. Adds what was
// cut off to `*beyond`, N, with torques divided by `length`.
static vlWrench cutToContact(const vlPairForce* f, double friction, double length, double* beyond)
{
    vlVec3 n = f->normal;
    vlVec3 force = f->wrench.force;
    vlVec3 torque = vlAdd(f->wrench.torque, vlCross(vlSub(f->origin, f->point), force));
    double spin = vlDot(n, torque);
    vlVec3 along = vlMulAdd(force, -vlDot(n, force), n);
    double size = vlLength(along);
    double bound = friction * fmax(0.0, f->normalForce);
    double share = size > bound ? bound / size : 1.0;
    *beyond += (1.0 - share) * size + vlLength(vlMulAdd(torque, -spin, n)) / length;
    return (vlWrench){vlMulAdd(force, share - 1.0, along), vlScale(n, share * spin)};
}

// The wrench of all forces about a point, in the frame of B.
static vlWrench addUp(const vlIdentifier* id, const vlPairForce* forces, int count, vlVec3 centre,
                      double friction, double length, double* beyond)
{
    vlWrench all = {vlZero(), vlZero()};
    for (int i = 0; i < count; ++i) {
        vlWrench w = cutToContact(&forces[i], friction, length, beyond);
        vlVec3 force = vlUnrotate(id->poseWB.q, w.force);
        vlVec3 torque = vlUnrotate(id->poseWB.q, w.torque);
        vlVec3 arm = vlSub(vlUntransform(id->poseWB, forces[i].point), centre);
        all.force = vlAdd(all.force, force);
        all.torque = vlAdd(all.torque, vlAdd(torque, vlCross(arm, force)));
    }
    return all;
}

static void findUnexplained(const vlIdentifier* id, const vlPairForce* forces, int count,
                            vlFormationFit* fit)
{
    double without = 0.0;
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        if (forces[i].normalForce > 0.0 && !isExplained(id, &forces[i])) {
            without += forces[i].normalForce;
            fit->worst = forces[i].normalForce > most ? i : fit->worst;
            most = fmax(most, forces[i].normalForce);
        }
    }
    fit->unexplained = without / fit->normalForce;
}

void vlIdentifier_GetFit(vlIdentifier* id, const vlPairForce* forces, int count, double friction,
                         vlFormationFit* fit)
{
    *fit = (vlFormationFit){.worst = -1};
    for (int i = 0; i < count; ++i) {
        fit->normalForce += forces[i].normalForce;
    }
    if (!(fit->normalForce > 0.0) || id->parts == NULL) {
        return;
    }
    // Torques are taken about the centre of the smaller body and divided by its radius.
    bool isFirst = id->a.poly->radius <= id->b.poly->radius;
    double length = isFirst ? id->a.poly->radius : id->b.poly->radius;
    vlVec3 centre = isFirst ? vlTransform(id->poseBA, id->a.poly->centre) : id->b.poly->centre;
    double beyond = 0.0;
    vlWrench all = addUp(id, forces, count, centre, friction, length, &beyond);
    fit->beyond = beyond / fit->normalForce;
    int points = addRegions(id);
    fit->plain = vlCone_Residual(id->cones, points, friction, all, centre, length);
    for (int i = 0; i < id->parts->count; ++i) {
        id->footprintStarts[i] = points;
        addFootprint(id, &id->parts->contact[i], &points);
    }
    id->footprintStarts[id->parts->count] = points;
    fit->reach = findReach(id) / length;
    fit->footprint = vlCone_Residual(id->cones, points, friction, all, centre, length);
    findUnexplained(id, forces, count, fit);
}
