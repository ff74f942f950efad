// SPDX-License-Identifier: MIT
// Contacts as elements of the implicit step, against the law they linearise, written here once
// more: pressure and friction summed point by point in the world. The footprint stands still in
// both.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "contact/bed.h"
#include "dense.h"
#include "pairs.h"
#include "stage.h"

typedef enum Kind { FACE_FACE, FACE_EDGE, FACE_VERTEX, EDGE_EDGE, KINDS } Kind;

// A contact on its own, and the trial velocity it is linearised about.
typedef struct Case {
    vlContact contact;
    vlContactContext context;
    vlContactOptions options;
    vlSurface surface;
    vlVolumePool volumes;
    vlBedPoint bedPoints[VL_MAX_GAUSS];
    vlBedPool pool;
    vlBed bed;
    vlDepthPoint points[VL_MAX_GAUSS]; // depths scaled and grown
    double pressure[VL_MAX_GAUSS];     // Pa, that friction goes by
    int count;
    double reach; // m, radius of gyration of the area: makes one of forces and torques
    vlTwist trial;
    bool isPartial, isFirst;
} Case;

static vlTestRig rig;

// A face of the cutter's below an edge of the base's, any way round.
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
static void drawVolume(Case* c, Kind kind, vlRandom* random)
{
    static const vlPairKind kinds[KINDS] = {VL_PAIR_FACE_FACE, VL_PAIR_VERTEX_FACE,
                                            VL_PAIR_VERTEX_FACE, VL_PAIR_EDGE_EDGE};
    do {
        vlTestPair_Draw(&rig.pair, kinds[kind], &rig.shapes, random);
        if (kind == FACE_EDGE) {
            placeFaceOnEdge(&rig.pair, random);
        }
    } while (vlTestRig_Cut(&rig, false) != VL_CLIP_SOLID ||
             !vlTestRig_Integrate(&rig, &c->contact.volume));
    vlMat3 turn = vlMatFromQuat(vlRandom_Rotation(random));
    vlVolume_Transform(&c->contact.volume, turn, vlRandom_InBall(random));
    vlVolumePool volumes = {.points = rig.points, .heights = rig.heights};
    c->volumes = volumes;
}

static vlMotion anyMotion(const Case* c, vlRandom* random)
{
    vlVec3 centre = vlMulAdd(c->contact.volume.origin, rig.pair.size, vlRandom_InBall(random));
    vlMotion m = {centre, vlRandom_Rotation(random), vlRandom_InBall(random), vlZero(), vlZero()};
    return m;
}

static void drawSurface(Case* c, vlFrictionMode mode, vlRandom* random)
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
static void begin(Case* c, vlFrictionMode mode, vlRandom* random)
{
    vlContactVolume* v = &c->contact.volume;
    c->contact.bodyA = 0;
    c->contact.bodyB = 1;
    c->contact.groupArea = v->area * vlRandom_Range(random, 1.0, 2.0);
    c->contact.size = rig.pair.size;
    vlMotion motion[2] = {anyMotion(c, random), anyMotion(c, random)};
    double inverseMass = vlRandom_Log(random, 1e-2, 1e2);
    double w = inverseMass / (rig.pair.size * rig.pair.size);
    vlContactBody a = {&motion[0], inverseMass, vlDiag(w, 2.0 * w, 1.5 * w)};
    vlContactBody b = {&motion[1], 2.0 * inverseMass, vlDiag(2.0 * w, 2.0 * w, 3.0 * w)};
    double h = vlRandom_Log(random, 1e-4, 1e-2);
    vlContactContext context = {
        .options = &c->options, .pool = &c->volumes, .step = h, .elapsed = h, .automatic = 1.0};
    c->context = context;
    vlFrictionMemory before = {.origin = v->origin, .normal = v->normal, .mode = mode};
    double depth = v->volume / v->area;
    vlTouchMemory touch = {.normalForce = vlRandom_Log(random, 1e-3, 1e3),
                           .offset = depth * 0.5 * vlRandom_Index(random, 2),
                           .isTouching = true,
                           .isPartial = c->isPartial};
    vlBedPool pool = {c->bedPoints, 0, VL_MAX_GAUSS};
    c->pool = pool;
    vlBed_Begin(&c->bed, &c->contact, &c->context, &a, &b, &c->surface, &before, &touch);
    assert_int_equal(c->bed.mode, mode);
    // Pressed before, and stretched, to the order of what the contact can hold.
    c->bed.force = c->contact.gains.kN * depth * vlRandom_Range(random, 0.5, 2.0);
    vlVec3 r = vlScale(vlRandom_InBall(random), depth);
    c->bed.springs.slip.x = r.x;
    c->bed.springs.slip.y = r.y;
    c->bed.springs.twist = r.z / c->reach;
    double scale;
    c->count = vlPressure_Place(v, &c->volumes, c->points, VL_MAX_GAUSS, &scale);
    for (int i = 0; i < c->count; ++i) {
        c->points[i].depth *= scale * (1.0 - touch.offset / depth);
    }
}

static vlVec3 armOf(const Case* c, int i)
{
    const vlContactVolume* v = &c->contact.volume;
    return vlMulAdd(vlScale(v->e1, c->points[i].p.x), c->points[i].p.y, v->e2);
}

static vlVec3 velocityAt(vlTwist t, vlVec3 arm)
{
    return vlAdd(t.linear, vlCross(t.angular, arm));
}

// (kN (d - h g) - bN g)/A before it is cut at zero; all of the area: without the depth, whose
// integrals are known.
static double pressureAt(const Case* c, vlTwist t, int i, bool withDepth)
{
    const vlGains* g = &c->contact.gains;
    double opening = vlDot(c->contact.volume.normal, velocityAt(t, armOf(c, i)));
    double depth = withDepth ? c->points[i].depth : 0.0;
    return (g->kN * (depth - c->context.step * opening) - g->bN * opening) / c->contact.volume.area;
}

// kS (r + theta perp p) + (h kS + bS) u, per area: what sticking answers the negative of.
static vlVec3 tractionAt(const Case* c, vlTwist t, int i)
{
    const vlContactVolume* v = &c->contact.volume;
    const vlGains* g = &c->contact.gains;
    const vlCarried* s = &c->bed.springs;
    vlVec3 arm = armOf(c, i);
    vlVec3 u = velocityAt(t, arm);
    u = vlMulAdd(u, -vlDot(u, v->normal), v->normal);
    vlVec3 r = vlMulAdd(vlScale(v->e1, s->slip.x), s->slip.y, v->e2);
    r = vlMulAdd(r, s->twist, vlCross(v->normal, arm));
    return vlScale(vlMulAdd(vlScale(r, g->kS), c->context.step * g->kS + g->bS, u), 1.0 / v->area);
}

// The wrench of the law on B about the origin, at the velocities of the end of the step.
static vlWrench lawAt(const Case* c, vlTwist t, bool isWhole)
{
    const vlContactVolume* v = &c->contact.volume;
    vlWrench sum = {vlZero(), vlZero()};
    if (isWhole) { // of the springs alone: int d = V, int d p = Q
        double k = c->contact.gains.kN * c->bed.grown / v->area;
        vlVec3 Q = vlMulAdd(vlScale(v->e1, v->depthMoment.x), v->depthMoment.y, v->e2);
        sum.force = vlScale(v->normal, k * v->volume);
        sum.torque = vlScale(vlCross(Q, v->normal), k);
    }
    for (int i = 0; i < c->count; ++i) {
        double pressure = pressureAt(c, t, i, !isWhole);
        vlVec3 f = vlScale(v->normal, isWhole || pressure > 0.0 ? pressure : 0.0);
        vlVec3 q = tractionAt(c, t, i);
        if (c->bed.mode == VL_MODE_STATIC) {
            f = vlSub(f, q);
        } else if (c->bed.mode == VL_MODE_DYNAMIC) {
            f = vlMulAdd(f, -c->surface.frictionDynamic * c->pressure[i], vlUnit(q));
        }
        f = vlScale(f, c->points[i].weight);
        sum.force = vlAdd(sum.force, f);
        sum.torque = vlAdd(sum.torque, vlCross(armOf(c, i), f));
    }
    return sum;
}

// Six numbers of one size: torques over the reach.
static void spread(const Case* c, vlWrench w, double x[6])
{
    const double all[6] = {w.force.x,
                           w.force.y,
                           w.force.z,
                           w.torque.x / c->reach,
                           w.torque.y / c->reach,
                           w.torque.z / c->reach};
    for (int i = 0; i < 6; ++i) {
        x[i] = all[i];
    }
}

// Unit velocity number k in the same sense.
static vlTwist unitTwist(const Case* c, int k)
{
    double s = k < 3 ? 1.0 : 1.0 / c->reach;
    vlVec3 e = vlVec(k % 3 == 0 ? s : 0.0, k % 3 == 1 ? s : 0.0, k % 3 == 2 ? s : 0.0);
    vlTwist t = {k < 3 ? e : vlZero(), k < 3 ? vlZero() : e};
    return t;
}

static vlTwist moved(vlTwist t, double s, vlTwist by)
{
    vlTwist r = {vlMulAdd(t.linear, s, by.linear), vlMulAdd(t.angular, s, by.angular)};
    return r;
}

// A trial that presses everywhere, or, partial, one that lifts some points and not others.
static void drawTrial(Case* c, vlRandom* random)
{
    const vlContactVolume* v = &c->contact.volume;
    const vlGains* g = &c->contact.gains;
    double lift = g->kN * v->volume / v->area / (c->context.step * g->kN + g->bN); // m/s
    double far = 0.0;
    for (int i = 0; i < c->count; ++i) {
        far = fmax(far, vlLength(armOf(c, i)));
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
            pressing += pressureAt(c, c->trial, i, true) > 0.0;
        }
    } while (c->isPartial ? pressing == 0 || pressing == c->count : pressing < c->count);
}

// Is the footprint the whole area? It is one face alone where that carries 99.9% of it, and a
// polygon of very many corners is thinned; the sums below are then not over the area. Three points
// per triangle are exact for what is quadratic, hence for all slopes of a contact that presses or
// sticks everywhere.
static bool isCovered(Case* c)
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

// Any contact of a kind and mode: in the first pass of a step, or, `again`, in a later one.
static void draw(Case* c, Kind kind, vlFrictionMode mode, bool isPartial, bool again,
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
        double pressure = pressureAt(c, c->trial, i, true);
        c->pressure[i] = again ? fmax(pressure, 0.0)
                               : c->bed.force * c->points[i].depth / volume; // of the last step
    }
}

static vlImplicitElement linearise(Case* c)
{
    vlRelative r = vlRelative_Of(&c->contact.volume, c->trial.linear, c->trial.angular);
    vlImplicitElement e =
        vlBed_Linearise(&c->bed, &c->contact, &c->context, &c->pool, &r, c->isFirst);
    assert_int_equal(c->bed.isWhole, !c->isPartial);
    return e;
}

// D as 6 x 6 in the sense of `spread`.
static void resistanceOf(const Case* c, const vlImplicitElement* e, double m[36])
{
    vlImplicitElement alone = *e;
    alone.onB.force = alone.onB.torque = vlZero();
    for (int k = 0; k < 6; ++k) {
        double x[6];
        spread(c, vlImplicitElement_At(&alone, unitTwist(c, k)), x);
        for (int i = 0; i < 6; ++i) {
            m[6 * i + k] = -x[i];
        }
    }
}

static double sizeOf(const double* m, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        sum += m[i] * m[i];
    }
    return sqrt(sum);
}

// Calls `test` with many contacts of every kind and mode, whole and partial, of the first pass of a
// step (unless `later`) and of later ones. Returns the largest result.
static double worstOf(double (*test)(Case*), vlFrictionMode mode, bool later, uint64_t seed)
{
    static Case c;
    vlRandom random = vlRandom_Seed(seed);
    double worst = 0.0;
    int rounds = vlStage_Count(200, 20);
    for (int i = 0; i < rounds * KINDS * 4; ++i) {
        bool again = later || (i / KINDS) % 2 == 1;
        draw(&c, (Kind)(i % KINDS), mode, (i / KINDS) % 4 >= 2, again, &random);
        double result = test(&c);
        worst = result > worst || isnan(result) ? result : worst;
    }
    return worst;
}

static double gapOf(const Case* c, vlWrench a, vlWrench b)
{
    double x[6];
    double y[6];
    spread(c, a, x);
    spread(c, b, y);
    for (int i = 0; i < 6; ++i) {
        x[i] -= y[i];
    }
    return sizeOf(x, 6);
}

// The value at the trial, relative to the sum of all that presses and pulls.
static double errorOfValue(Case* c)
{
    vlImplicitElement e = linearise(c);
    vlWrench value = vlImplicitElement_At(&e, c->trial);
    double all = 0.0;
    for (int i = 0; i < c->count; ++i) {
        all += c->points[i].weight *
               (fabs(pressureAt(c, c->trial, i, true)) + vlLength(tractionAt(c, c->trial, i)));
    }
    double gap = gapOf(c, value, lawAt(c, c->trial, c->bed.isWhole));
    const vlContactVolume* v = &c->contact.volume;
    if (v->frontCount == 1 && v->backCount == 1) { // depth is linear: its sums are exact too
        gap = fmax(gap, gapOf(c, value, lawAt(c, c->trial, false)));
    }
    return gap / all;
}

static void anElementIsItsLawWhereItIsLinearised(void** state)
{
    (void)state;
    // Rounding of sums of 150 points in rotated frames.
    VL_CHECK_BELOW(worstOf(errorOfValue, VL_MODE_NONE, false, 1), 1e-12);
    VL_CHECK_BELOW(worstOf(errorOfValue, VL_MODE_STATIC, false, 2), 1e-12);
    VL_CHECK_BELOW(worstOf(errorOfValue, VL_MODE_DYNAMIC, false, 3), 1e-12);
}

// A velocity small against what lifts a point and what turns its friction round.
static double smallStep(const Case* c)
{
    const vlGains* g = &c->contact.gains;
    double h = c->context.step;
    double area = c->contact.volume.area;
    double s = HUGE_VAL;
    for (int i = 0; i < c->count; ++i) {
        double lever = 1.0 + vlLength(armOf(c, i)) / c->reach;
        double lift = fabs(pressureAt(c, c->trial, i, true)) * area / (h * g->kN + g->bN);
        double turn = vlLength(tractionAt(c, c->trial, i)) * area / (h * g->kS + g->bS);
        s = fmin(s, 0.5 * lift / lever); // beyond it the law has a kink
        if (c->bed.mode == VL_MODE_DYNAMIC && c->pressure[i] > 0.0) {
            s = fmin(s, 1e-5 * turn / lever);
        }
    }
    return s;
}

// Newton's slope where friction slides: the block of a contact that carried no force before.
static double errorOfSlope(Case* c)
{
    double m[36];
    double gap[36];
    if (c->bed.mode == VL_MODE_DYNAMIC) {
        c->bed.force = 0.0;
    }
    vlImplicitElement e = linearise(c);
    assert_true(c->bed.mode != VL_MODE_DYNAMIC || c->bed.newton == 1.0);
    resistanceOf(c, &e, m);
    double s = smallStep(c);
    for (int k = 0; k < 6; ++k) {
        double after[6];
        double before[6];
        vlTwist unit = unitTwist(c, k);
        spread(c, lawAt(c, moved(c->trial, s, unit), c->bed.isWhole), after);
        spread(c, lawAt(c, moved(c->trial, -s, unit), c->bed.isWhole), before);
        for (int i = 0; i < 6; ++i) {
            gap[6 * i + k] = m[6 * i + k] + (after[i] - before[i]) / (2.0 * s);
        }
    }
    return sizeOf(gap, 36) / sizeOf(m, 36);
}

static void theResistanceIsTheSlopeOfTheLaw(void** state)
{
    (void)state;
    // Differences of what is linear err by rounding, 1e-16 of the force over the step's share of
    // it, which a point about to lift makes small. Sliding curves: (1e-5)^2 more.
    VL_CHECK_BELOW(worstOf(errorOfSlope, VL_MODE_NONE, false, 4), 1e-6);
    VL_CHECK_BELOW(worstOf(errorOfSlope, VL_MODE_STATIC, false, 5), 1e-6);
    VL_CHECK_BELOW(worstOf(errorOfSlope, VL_MODE_DYNAMIC, true, 6), 1e-6);
}

// D with friction as if the contact had carried `force`.
static double newtonAt(Case* c, double force, double m[36])
{
    c->bed.force = force;
    vlImplicitElement e = linearise(c);
    resistanceOf(c, &e, m);
    return c->bed.newton;
}

// The secant: every point's sticking block, scaled to give the force it slides with.
static void addSecant(const Case* c, double m[36])
{
    const vlGains* g = &c->contact.gains;
    double a = (c->context.step * g->kS + g->bS) / c->contact.volume.area;
    for (int i = 0; i < c->count; ++i) {
        vlVec3 arm = armOf(c, i);
        double limit = c->surface.frictionDynamic * c->pressure[i];
        double s = c->points[i].weight * a * limit / vlLength(tractionAt(c, c->trial, i));
        for (int k = 0; k < 6; ++k) {
            double x[6];
            vlVec3 n = c->contact.volume.normal;
            vlVec3 u = velocityAt(unitTwist(c, k), arm);
            vlVec3 f = vlScale(vlMulAdd(u, -vlDot(u, n), n), s);
            vlWrench w = {f, vlCross(arm, f)};
            spread(c, w, x);
            for (int j = 0; j < 6; ++j) {
                m[6 * j + k] += x[j];
            }
        }
    }
}

static double errorOfBlend(Case* c)
{
    double newton[36];
    double secant[36];
    double blend[36];
    double expected[36];
    const vlContactVolume* v = &c->contact.volume;
    vlRelative u = vlRelative_Of(v, c->trial.linear, c->trial.angular);
    double speed = sqrt(u.tangent.x * u.tangent.x + u.tangent.y * u.tangent.y +
                        c->reach * c->reach * u.spin * u.spin);
    // Half of what friction stops in one step: n = 1 - mu fn h/(m |u|) = 1/2.
    double half = 0.5 * speed /
                  (c->surface.frictionDynamic * c->context.step * c->contact.gains.inverseMassT);
    assert_true(newtonAt(c, 0.0, newton) == 1.0);
    VL_CHECK_NEAR(newtonAt(c, half, blend), 0.5, 1e-12); // a few roundings
    assert_true(newtonAt(c, 2.0 * half * (1.0 + 1e-9), secant) == 0.0);
    double gap = 0.0;
    for (int i = 0; i < 36; ++i) {
        gap = fmax(gap, fabs(blend[i] - 0.5 * (newton[i] + secant[i])));
    }
    c->bed.mode = VL_MODE_NONE; // what presses, without friction
    (void)newtonAt(c, 0.0, expected);
    c->bed.mode = VL_MODE_DYNAMIC;
    addSecant(c, expected);
    for (int i = 0; i < 36; ++i) {
        gap = fmax(gap, fabs(secant[i] - expected[i]));
    }
    return gap / sizeOf(secant, 36);
}

static void slidingIsBetweenTheScaledStickingBlockAndNewtons(void** state)
{
    (void)state;
    VL_CHECK_BELOW(worstOf(errorOfBlend, VL_MODE_DYNAMIC, true, 7), 1e-12); // rounding of sums
}

// Without any pull there is no direction to slide in: all that presses sticks.
static double errorOfRest(Case* c)
{
    double m[36];
    double sticking[36];
    vlVec3 n = c->contact.volume.normal;
    c->bed.springs.slip.x = c->bed.springs.slip.y = c->bed.springs.twist = 0.0;
    c->trial.linear = vlScale(n, vlDot(n, c->trial.linear));
    c->trial.angular = vlMulAdd(c->trial.angular, -vlDot(n, c->trial.angular), n);
    (void)newtonAt(c, 1.0, m);
    c->bed.mode = VL_MODE_STATIC;
    (void)newtonAt(c, 1.0, sticking);
    for (int i = 0; i < 36; ++i) {
        m[i] -= sticking[i];
    }
    return c->isPartial ? 0.0 : sizeOf(m, 36) / sizeOf(sticking, 36);
}

static void whatIsNotPulledSticks(void** state)
{
    (void)state;
    VL_CHECK_BELOW(worstOf(errorOfRest, VL_MODE_DYNAMIC, true, 8), 1e-12); // rounding of sums
}

// How far D is from symmetric, or its least eigenvalue below zero.
static double errorOfSign(Case* c)
{
    double m[36];
    vlImplicitElement e = linearise(c);
    resistanceOf(c, &e, m);
    double size = sizeOf(m, 36);
    double worst = 0.0;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < i; ++j) {
            worst = fmax(worst, fabs(m[6 * i + j] - m[6 * j + i]));
            m[6 * i + j] = m[6 * j + i] = 0.5 * (m[6 * i + j] + m[6 * j + i]);
        }
    }
    vlDense_Eigen(6, m, NULL);
    for (int i = 0; i < 6; ++i) {
        worst = fmax(worst, -m[7 * i]);
    }
    return worst / size;
}

static void everyBlockIsSymmetricAndNeverPushes(void** state)
{
    (void)state;
    VL_CHECK_BELOW(worstOf(errorOfSign, VL_MODE_NONE, false, 9), 1e-12); // rounding
    VL_CHECK_BELOW(worstOf(errorOfSign, VL_MODE_STATIC, false, 10), 1e-12);
    VL_CHECK_BELOW(worstOf(errorOfSign, VL_MODE_DYNAMIC, false, 11), 1e-12);
}

static int createRig(void** state)
{
    (void)state;
    return vlTestRig_Create(&rig, 1) ? 0 : -1;
}

static int releaseRig(void** state)
{
    (void)state;
    vlTestRig_Release(&rig);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anElementIsItsLawWhereItIsLinearised),
        cmocka_unit_test(theResistanceIsTheSlopeOfTheLaw),
        cmocka_unit_test(slidingIsBetweenTheScaledStickingBlockAndNewtons),
        cmocka_unit_test(whatIsNotPulledSticks),
        cmocka_unit_test(everyBlockIsSymmetricAndNeverPushes),
    };
    return cmocka_run_group_tests_name("implicit_blocks", tests, createRig, releaseRig);
}
