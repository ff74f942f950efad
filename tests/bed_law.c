// SPDX-License-Identifier: MIT
#include "bed_law.h"

#include "contact/bed_offset.h"
#include "test.h"

static vlTestRig rig;

// An edge of the base in a face of the cutter.
static void placeFaceOnEdge(vlTestPair* pair, vlRandom* random)
{
    do {
        vlFeature face = vlFeature_Face(&pair->cutter.convex, random);
        vlFeature edge = vlFeature_Edge(&pair->base.convex, random);
        vlVec3 a1, a2, b1, b2;
        vlVec3 down = vlNeg(face.normal);
        vlVolume_CompleteFrame(edge.normal, &a1, &a2);
        vlVolume_CompleteFrame(down, &b1, &b2);
        double depth = vlRandom_Log(random, 1e-3, 0.3) * pair->size;
        pair->rotation = vlMulMM(vlMat(b1, b2, down), vlTranspose(vlMat(a1, a2, edge.normal)));
        pair->translation =
            vlSub(vlMulAdd(face.point, depth, down), vlMulMV(pair->rotation, edge.point));
        pair->inside = vlMulAdd(face.point, 0.5 * depth, down);
        pair->normal = face.normal;
    } while (!(vlTestPair_Room(pair, pair->inside) > 0.0));
}

// Draws a pair, cuts it and turns the volume into the world.
static void drawVolume(vlBedCase* c, vlTouchKind kind, vlRandom* random)
{
    static const vlPairKind kinds[VL_TOUCH_KINDS] = {VL_PAIR_FACE_FACE, VL_PAIR_VERTEX_FACE,
                                                     VL_PAIR_VERTEX_FACE, VL_PAIR_EDGE_EDGE};
    do {
        vlTestPair_Draw(&rig.pair, kinds[kind], &rig.shapes, random);
        if (kind == VL_TOUCH_FACE_EDGE) { // the same pieces, placed again
            placeFaceOnEdge(&rig.pair, random);
        }
    } while (vlTestRig_Cut(&rig, false) != VL_CLIP_SOLID ||
             !vlTestRig_Integrate(&rig, &c->contact.volume));
    vlMat3 turn = vlMatFromQuat(vlRandom_Rotation(random));
    vlVolume_Transform(&c->contact.volume, turn, vlRandom_InBall(random));
    vlVolumePool volumes = {.points = rig.points, .heights = rig.heights};
    c->volumes = volumes;
}

static vlMotion anyMotion(const vlBedCase* c, vlRandom* random)
{
    vlMotion m = {.rotation = vlRandom_Rotation(random)};
    m.centre = vlMulAdd(c->contact.volume.origin, rig.pair.size, vlRandom_InBall(random));
    m.velocity = vlRandom_InBall(random);
    return m;
}

static void drawSurface(vlBedCase* c, vlFrictionMode mode, vlRandom* random)
{
    c->surface = vlDefaultSurface();
    c->surface.stiffnessN = vlRandom_Log(random, 1e3, 1e8);
    c->surface.stiffnessS = c->surface.stiffnessN * vlRandom_Range(random, 0.3, 3.0);
    double mu = mode == VL_MODE_NONE ? 0.0 : vlRandom_Range(random, 0.1, 1.0);
    c->surface.frictionStatic = c->surface.frictionDynamic = mu;
    c->options = vlDefaultContactOptions();
    c->options.law = vlRandom_Index(random, 2) == 0 ? VL_LAW_LUMPED : VL_LAW_FOUNDATION;
}

// Begins a step of the contact in the wanted mode, with any memory.
static void begin(vlBedCase* c, vlFrictionMode mode, vlRandom* random)
{
    vlContactVolume* v = &c->contact.volume;
    c->contact.head.bodyA = 0;
    c->contact.head.bodyB = 1;
    c->contact.groupArea = v->area * vlRandom_Range(random, 1.0, 2.0);
    c->contact.size = rig.pair.size;
    vlMotion motion[2];
    motion[0] = anyMotion(c, random);
    motion[1] = anyMotion(c, random);
    double inverseMass = vlRandom_Log(random, 1e-2, 1e2);
    double w = inverseMass / (rig.pair.size * rig.pair.size);
    vlContactBody a = {.motion = &motion[0],
                       .inverseMass = inverseMass,
                       .inverseInertiaW = vlDiag(w, 2.0 * w, 1.5 * w)};
    vlContactBody b = {.motion = &motion[1],
                       .inverseMass = 2.0 * inverseMass,
                       .inverseInertiaW = vlDiag(2.0 * w, 2.0 * w, 3.0 * w)};
    double h = vlRandom_Log(random, 1e-4, 1e-2);
    vlContactContext context = {
        .options = &c->options, .pool = &c->volumes, .step = h, .elapsed = h};
    c->context = context;
    vlFrictionMemory before = {.origin = v->origin, .normal = v->normal, .mode = mode};
    double depth = v->volume / v->area;
    vlTouchMemory touch = {.normalForce = vlRandom_Log(random, 1e-3, 1e3),
                           .springForce = 1e12, // pressed in the last step, at any depth
                           .isTouching = true,
                           .isPartial = c->isPartial};
    touch.offset = depth * 0.5 * vlRandom_Index(random, 2);
    c->grown = 1.0 - touch.offset * vlBed_LeftAfter(h, VL_BED_TIME) / depth;
    vlBedPool pool = {c->bedPoints, 0, VL_MAX_GAUSS};
    c->pool = pool;
    vlBed_Begin(&c->bed, &c->contact, &c->context, &a, &b, &c->surface, &before, &touch);
    assert_int_equal(c->bed.mode, mode);
    // Pressed before, and with friction springs stretched to about what the contact can hold.
    c->bed.force = c->contact.gains.kN * depth * vlRandom_Range(random, 0.5, 2.0);
    vlVec3 r = vlScale(vlRandom_InBall(random), depth);
    c->bed.springs.slip.x = r.x;
    c->bed.springs.slip.y = r.y;
    c->bed.springs.twist = r.z / c->reach;
    double scale;
    c->count = vlPressure_Place(v, &c->volumes, c->points, VL_MAX_GAUSS, &scale);
    for (int i = 0; i < c->count; ++i) {
        c->points[i].depth *= scale * c->grown;
    }
}

vlVec3 vlBedCase_Arm(const vlBedCase* c, vlVec2 p)
{
    const vlContactVolume* v = &c->contact.volume;
    return vlMulAdd(vlScale(v->e1, p.x), p.y, v->e2);
}

vlVec3 vlBedCase_Velocity(vlTwist t, vlVec3 arm)
{
    return vlAdd(t.linear, vlCross(t.angular, arm));
}

// M minus the part of M - M_t that the step may neglect, applied to a vector (T7.9).
static vlVec2 tiltingTimes(const vlBedCase* c, vlVec2 x)
{
    const vlContactVolume* v = &c->contact.volume;
    double r = v->isSlab ? 0.0 : c->contact.gains.rolling;
    double xx = (1.0 - r) * v->mxx + r * v->tilting.xx;
    double xy = (1.0 - r) * v->mxy + r * v->tilting.xy;
    double yy = (1.0 - r) * v->myy + r * v->tilting.yy;
    vlVec2 y = {xx * x.x + xy * x.y, xy * x.x + yy * x.y};
    return y;
}

// M^-1 x by Cramer's rule.
static vlVec2 perMoments(const vlContactVolume* v, vlVec2 x)
{
    double det = v->mxx * v->myy - v->mxy * v->mxy;
    vlVec2 y = {(v->myy * x.x - v->mxy * x.y) / det, (v->mxx * x.y - v->mxy * x.x) / det};
    return y;
}

// The place S p, S = M_t M^-1, at which a point of the footprint counts for tilting (T3.14).
static vlVec3 rolledArm(const vlBedCase* c, vlVec2 p)
{
    return vlBedCase_Arm(c, tiltingTimes(c, perMoments(&c->contact.volume, p)));
}

static double answerOf(const vlBedCase* c, vlTwist t, vlVec3 arm)
{
    const vlGains* g = &c->contact.gains;
    double opening = vlDot(c->contact.volume.normal, vlBedCase_Velocity(t, arm));
    return -(c->context.step * g->kN + g->bN) * opening / c->contact.volume.area;
}

double vlBedLaw_Pressure(const vlBedCase* c, vlTwist t, int i)
{
    double spring = c->contact.gains.kN * c->points[i].depth / c->contact.volume.area;
    return spring + answerOf(c, t, rolledArm(c, c->points[i].p));
}

vlVec3 vlBedLaw_Traction(const vlBedCase* c, vlTwist t, vlVec2 p)
{
    const vlContactVolume* v = &c->contact.volume;
    const vlGains* g = &c->contact.gains;
    const vlCarried* s = &c->bed.springs;
    vlVec3 arm = vlBedCase_Arm(c, p);
    vlVec3 u = vlBedCase_Velocity(t, arm);
    u = vlMulAdd(u, -vlDot(u, v->normal), v->normal);
    vlVec3 r = vlMulAdd(vlScale(v->e1, s->slip.x), s->slip.y, v->e2);
    r = vlMulAdd(r, s->twist, vlCross(v->normal, arm));
    return vlScale(vlMulAdd(vlScale(r, g->kS), c->context.step * g->kS + g->bS, u), 1.0 / v->area);
}

// Where the traction vanishes; false if that is more than 20 radii of gyration away.
static bool centreOf(const vlBedCase* c, vlTwist t, vlVec2* centre)
{
    const vlContactVolume* v = &c->contact.volume;
    vlVec2 origin = {0.0, 0.0}, beside = {c->reach, 0.0};
    vlVec3 at = vlBedLaw_Traction(c, t, origin);
    vlVec3 change = vlSub(vlBedLaw_Traction(c, t, beside), at);
    double turn = vlDot(v->e2, change) / c->reach;
    centre->x = -vlDot(v->e2, at) / turn;
    centre->y = vlDot(v->e1, at) / turn;
    return vlLength(at) < 20.0 * c->reach * fabs(turn);
}

// The linear pressure with the same force and moment as that of the points. False if it pulls
// anywhere.
static bool fitPressure(const vlBedCase* c, double* middle, vlVec2* slope)
{
    const vlContactVolume* v = &c->contact.volume;
    double force = 0.0;
    vlVec2 moment = {0.0, 0.0};
    for (int i = 0; i < c->count; ++i) {
        double w = c->points[i].weight * c->pressure[i];
        force += w, moment.x += w * c->points[i].p.x, moment.y += w * c->points[i].p.y;
    }
    *middle = force / v->area;
    *slope = perMoments(v, moment);
    bool presses = true;
    for (int i = 0; i < v->pointCount; ++i) {
        vlVec2 p = c->volumes.points[v->pointStart + i];
        presses = presses && *middle + slope->x * p.x + slope->y * p.y >= 0.0;
    }
    for (int i = 0; i < c->count; ++i) {
        presses = presses && c->pressure[i] > 0.0;
    }
    return presses;
}

#define MOST_NODES 60000

int vlBedCase_FrictionNodes(const vlBedCase* c, vlTwist t, const vlFrictionNode** result)
{
    static vlFrictionNode nodes[MOST_NODES];
    static vlTurningNode placed[MOST_NODES];
    const vlContactVolume* v = &c->contact.volume;
    double middle;
    vlVec2 slope, centre;
    *result = nodes;
    if (!v->isSlab || !centreOf(c, t, &centre) || !fitPressure(c, &middle, &slope)) {
        for (int i = 0; i < c->count; ++i) {
            nodes[i] = (vlFrictionNode){c->points[i].p, c->points[i].weight, c->pressure[i]};
        }
        return c->count;
    }
    int count = vlTurningNodes_Place(&c->volumes.points[v->pointStart], v->pointCount, centre,
                                     placed, MOST_NODES);
    for (int i = 0; i < count; ++i) {
        vlVec2 p = placed[i].p;
        double pressure = middle + slope.x * p.x + slope.y * p.y;
        nodes[i] = (vlFrictionNode){p, placed[i].weight, pressure};
    }
    return count;
}

static void addAt(vlWrench* sum, vlVec3 arm, vlVec3 force)
{
    sum->force = vlAdd(sum->force, force);
    sum->torque = vlAdd(sum->torque, vlCross(arm, force));
}

// If the whole area presses, the integrals of the depth and of the area are taken as known.
static vlWrench wholeNormal(const vlBedCase* c, vlTwist t)
{
    const vlContactVolume* v = &c->contact.volume;
    double k = c->contact.gains.kN * c->grown / v->area;
    vlVec3 Q = vlMulAdd(vlScale(v->e1, v->depthMoment.x), v->depthMoment.y, v->e2);
    vlVec3 turn = vlCross(v->normal, t.angular);
    vlVec2 gamma = {vlDot(v->e1, turn), vlDot(v->e2, turn)};
    double answer = answerOf(c, t, vlZero()) * v->area;
    vlVec3 tilted = vlBedCase_Arm(c, tiltingTimes(c, gamma));
    double damping = (c->context.step * c->contact.gains.kN + c->contact.gains.bN) / v->area;
    vlVec3 m1 = vlMulAdd(vlScale(Q, k), -damping, tilted);
    vlWrench w = {vlScale(v->normal, k * v->volume + answer), vlCross(m1, v->normal)};
    return w;
}

static vlWrench normalAt(const vlBedCase* c, vlTwist t, bool isWhole)
{
    vlVec3 n = c->contact.volume.normal;
    vlWrench sum = {vlZero(), vlZero()};
    if (isWhole) {
        return wholeNormal(c, t);
    }
    for (int i = 0; i < c->count; ++i) {
        if (vlBedLaw_Pressure(c, t, i) > 0.0) {
            double weight = c->points[i].weight;
            double spring = c->contact.gains.kN * c->points[i].depth / c->contact.volume.area;
            vlVec3 rolled = rolledArm(c, c->points[i].p);
            addAt(&sum, vlBedCase_Arm(c, c->points[i].p), vlScale(n, weight * spring));
            addAt(&sum, rolled, vlScale(n, weight * answerOf(c, t, rolled)));
        }
    }
    return sum;
}

vlWrench vlBedLaw_At(const vlBedCase* c, vlTwist t, bool isWhole)
{
    vlWrench sum = normalAt(c, t, isWhole);
    for (int i = 0; i < c->count && c->bed.mode == VL_MODE_STATIC; ++i) {
        vlVec3 q = vlBedLaw_Traction(c, t, c->points[i].p);
        addAt(&sum, vlBedCase_Arm(c, c->points[i].p), vlScale(q, -c->points[i].weight));
    }
    if (c->bed.mode == VL_MODE_DYNAMIC) {
        const vlFrictionNode* nodes;
        int count = vlBedCase_FrictionNodes(c, t, &nodes);
        for (int i = 0; i < count; ++i) {
            double s = -c->surface.frictionDynamic * nodes[i].pressure * nodes[i].weight;
            vlVec3 q = vlBedLaw_Traction(c, t, nodes[i].p);
            addAt(&sum, vlBedCase_Arm(c, nodes[i].p), vlScale(vlUnit(q), s));
        }
    }
    return sum;
}

// A trial with which every point presses or, for a partial contact, with which some points lift
// off.
static void drawTrial(vlBedCase* c, vlRandom* random)
{
    const vlContactVolume* v = &c->contact.volume;
    const vlGains* g = &c->contact.gains;
    double lift = g->kN * v->volume / v->area / (c->context.step * g->kN + g->bN); // m/s
    double far = 0.0;
    for (int i = 0; i < c->count; ++i) {
        far = fmax(far, vlLength(vlBedCase_Arm(c, c->points[i].p)));
    }
    int pressing;
    do {
        vlVec3 slide = vlScale(vlRandom_InBall(random), 2.0 * lift);
        vlVec3 turn = vlScale(vlRandom_InBall(random), (c->isPartial ? 2.0 : 0.3) * lift / far);
        double up = c->isPartial ? vlRandom_Range(random, -1.0, 2.0) * lift : -lift;
        slide = vlMulAdd(slide, up - vlDot(slide, v->normal), v->normal);
        c->trial.linear = slide;
        c->trial.angular = vlMulAdd(turn, 2.0 * lift / c->reach, v->normal);
        pressing = 0;
        for (int i = 0; i < c->count; ++i) {
            pressing += vlBedLaw_Pressure(c, c->trial, i) > 0.0;
        }
    } while (c->isPartial ? pressing == 0 || pressing == c->count : pressing < c->count);
}

// Whether the footprint is the whole area. If one face carries 99.9% of the area, the footprint is
// that face alone, and a polygon with very many corners is thinned; the sums below are then not
// over the whole area. Three points per triangle are exact for quadratic functions, hence for all
// slopes of a contact that presses or sticks everywhere.
static bool isCovered(vlBedCase* c)
{
    double scale;
    const vlContactVolume* v = &c->contact.volume;
    c->reach = sqrt((v->mxx + v->myy) / v->area);
    c->count = vlPressure_Place(v, &c->volumes, c->points, VL_MAX_GAUSS, &scale);
    double area = 0.0;
    for (int i = 0; i < c->count; ++i) {
        area += c->points[i].weight;
    }
    return v->pointCount > 0 && fabs(area / v->area - 1.0) < 1e-13;
}

void vlBedCase_Draw(vlBedCase* c, vlTouchKind kind, vlFrictionMode mode, bool isPartial, bool again,
                    vlRandom* random)
{
    do {
        drawVolume(c, kind, random);
    } while (!isCovered(c));
    c->isPartial = isPartial;
    c->isFirst = !again;
    drawSurface(c, mode, random);
    begin(c, mode, random);
    drawTrial(c, random);
    if (again) {
        vlBed_Sample(&c->bed, &c->contact, &c->context, &c->pool);
    }
    double volume = 0.0;
    for (int i = 0; i < c->count; ++i) {
        volume += c->points[i].weight * c->points[i].depth;
    }
    for (int i = 0; i < c->count; ++i) {
        double pressure = vlBedLaw_Pressure(c, c->trial, i);
        c->pressure[i] = again ? fmax(pressure, 0.0)
                               : c->bed.force * c->points[i].depth / volume; // of the last step
    }
}

bool vlBedCase_CreateRig(void)
{
    return vlTestRig_Create(&rig, 1);
}

void vlBedCase_ReleaseRig(void)
{
    vlTestRig_Release(&rig);
}
