// SPDX-License-Identifier: MIT
// Contacts as elements of the implicit step, against the law they linearise.

#include "bed_law.h"
#include "dense.h"
#include "stage.h"
#include "test.h"

// Six numbers of comparable size: force, and torque over the reach.
static void spread(const vlBedCase* c, vlWrench w, double x[6])
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

// Unit velocity number k, scaled in the same way.
static vlTwist unitTwist(const vlBedCase* c, int k)
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

static vlImplicitElement linearise(vlBedCase* c)
{
    vlRelative r = vlRelative_Of(&c->contact.volume, c->trial.linear, c->trial.angular);
    vlImplicitElement e;
    vlBed_Linearise(&c->bed, &c->contact, &c->context, &c->pool, &r, c->isFirst, false);
    vlBed_WriteLine(&c->contact, &c->bed.normal, &c->bed.friction, &e);
    assert_int_equal(c->bed.isWhole, !c->isPartial);
    return e;
}

// D as 6 x 6 in the sense of `spread`.
static void resistanceOf(const vlBedCase* c, const vlImplicitElement* e, double m[36])
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
static double worstOf(double (*test)(vlBedCase*), vlFrictionMode mode, bool later, uint64_t seed)
{
    static vlBedCase c;
    vlRandom random = vlRandom_Seed(seed);
    double worst = 0.0;
    int rounds = vlStage_Count(200, 20);
    for (int i = 0; i < rounds * VL_TOUCH_KINDS * 4; ++i) {
        bool again = later || (i / VL_TOUCH_KINDS) % 2 == 1;
        vlBedCase_Draw(&c, (vlTouchKind)(i % VL_TOUCH_KINDS), mode, (i / VL_TOUCH_KINDS) % 4 >= 2,
                       again, &random);
        double result = test(&c);
        worst = result > worst || isnan(result) ? result : worst;
    }
    return worst;
}

static double gapOf(const vlBedCase* c, vlWrench a, vlWrench b)
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
static double errorOfValue(vlBedCase* c)
{
    vlImplicitElement e = linearise(c);
    vlWrench value = vlImplicitElement_At(&e, c->trial);
    double all = 0.0;
    for (int i = 0; i < c->count; ++i) {
        all += c->points[i].weight * (fabs(vlBedLaw_Pressure(c, c->trial, i)) +
                                      vlLength(vlBedLaw_Traction(c, c->trial, c->points[i].p)));
    }
    double gap = gapOf(c, value, vlBedLaw_At(c, c->trial, c->bed.isWhole));
    const vlContactVolume* v = &c->contact.volume;
    if (v->frontCount == 1 && v->backCount == 1) { // depth is linear: its sums are exact too
        gap = fmax(gap, gapOf(c, value, vlBedLaw_At(c, c->trial, false)));
    }
    return gap / all;
}

static void an_element_is_its_law_where_it_is_linearised(void** state)
{
    (void)state;
    // Rounding of sums of 150 points in rotated frames, and of M_t M^-1 in slender areas.
    VL_CHECK_BELOW(worstOf(errorOfValue, VL_MODE_NONE, false, 1), 1e-11);
    VL_CHECK_BELOW(worstOf(errorOfValue, VL_MODE_STATIC, false, 2), 1e-11);
    VL_CHECK_BELOW(worstOf(errorOfValue, VL_MODE_DYNAMIC, false, 3), 1e-11);
}

// A velocity that is small compared with one that lifts a point or reverses its friction.
static double smallStep(const vlBedCase* c)
{
    const vlGains* g = &c->contact.gains;
    double h = c->context.step;
    double area = c->contact.volume.area;
    double s = HUGE_VAL;
    for (int i = 0; i < c->count; ++i) {
        double lever = 1.0 + vlLength(vlBedCase_Arm(c, c->points[i].p)) / c->reach;
        double lift = fabs(vlBedLaw_Pressure(c, c->trial, i)) * area / (h * g->kN + g->bN);
        double turn =
            vlLength(vlBedLaw_Traction(c, c->trial, c->points[i].p)) * area / (h * g->kS + g->bS);
        s = fmin(s, 0.5 * lift / lever); // beyond it the law has a kink
        if (c->bed.mode == VL_MODE_DYNAMIC && c->pressure[i] > 0.0) {
            s = fmin(s, 1e-5 * turn / lever);
        }
    }
    return s;
}

// Newton's slope of sliding friction, which is the block of a contact that carried no force before.
static double errorOfSlope(vlBedCase* c)
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
        spread(c, vlBedLaw_At(c, moved(c->trial, s, unit), c->bed.isWhole), after);
        spread(c, vlBedLaw_At(c, moved(c->trial, -s, unit), c->bed.isWhole), before);
        for (int i = 0; i < 6; ++i) {
            gap[6 * i + k] = m[6 * i + k] + (after[i] - before[i]) / (2.0 * s);
        }
    }
    return sizeOf(gap, 36) / sizeOf(m, 36);
}

static void the_resistance_is_the_slope_of_the_law(void** state)
{
    (void)state;
    // Differences of a linear law err by rounding: 1e-16 of the force over the part of it that the
    // small step changes, which a point about to lift makes small. Sliding friction is curved,
    // which adds (1e-5)^2.
    VL_CHECK_BELOW(worstOf(errorOfSlope, VL_MODE_NONE, false, 4), 1e-6);
    VL_CHECK_BELOW(worstOf(errorOfSlope, VL_MODE_STATIC, false, 5), 1e-6);
    VL_CHECK_BELOW(worstOf(errorOfSlope, VL_MODE_DYNAMIC, true, 6), 1e-6);
}

// D with friction as if the contact had carried `force`.
static double newtonAt(vlBedCase* c, double force, double m[36])
{
    c->bed.force = force;
    vlImplicitElement e = linearise(c);
    resistanceOf(c, &e, m);
    return c->bed.newton;
}

// The secant: every point's sticking block, scaled to give the force it slides with.
static void addSecant(const vlBedCase* c, double m[36])
{
    const vlGains* g = &c->contact.gains;
    double a = (c->context.step * g->kS + g->bS) / c->contact.volume.area;
    const vlFrictionNode* nodes;
    int count = vlBedCase_FrictionNodes(c, c->trial, &nodes);
    for (int i = 0; i < count; ++i) {
        vlVec3 arm = vlBedCase_Arm(c, nodes[i].p);
        double limit = c->surface.frictionDynamic * nodes[i].pressure;
        double s =
            nodes[i].weight * a * limit / vlLength(vlBedLaw_Traction(c, c->trial, nodes[i].p));
        for (int k = 0; k < 6; ++k) {
            double x[6];
            vlVec3 n = c->contact.volume.normal;
            vlVec3 u = vlBedCase_Velocity(unitTwist(c, k), arm);
            vlVec3 f = vlScale(vlMulAdd(u, -vlDot(u, n), n), s);
            vlWrench w = {f, vlCross(arm, f)};
            spread(c, w, x);
            for (int j = 0; j < 6; ++j) {
                m[6 * j + k] += x[j];
            }
        }
    }
}

static double errorOfBlend(vlBedCase* c)
{
    double newton[36];
    double secant[36];
    double blend[36];
    double expected[36];
    const vlContactVolume* v = &c->contact.volume;
    vlRelative u = vlRelative_Of(v, c->trial.linear, c->trial.angular);
    double speed = sqrt(u.tangent.x * u.tangent.x + u.tangent.y * u.tangent.y +
                        c->reach * c->reach * u.spin * u.spin);
    // Half of the speed that friction stops in one step: n = 1 - mu fn h/(m |u|) = 1/2.
    double half = 0.5 * speed /
                  (c->surface.frictionDynamic * c->context.step * c->contact.gains.inverseMassT);
    assert_true(newtonAt(c, 0.0, newton) == 1.0);
    VL_CHECK_NEAR(newtonAt(c, half, blend), 0.5, 1e-12); // a few roundings
    assert_true(newtonAt(c, 2.0 * half * (1.0 + 1e-9), secant) == 0.0);
    double gap = 0.0;
    for (int i = 0; i < 36; ++i) {
        gap = fmax(gap, fabs(blend[i] - 0.5 * (newton[i] + secant[i])));
    }
    c->bed.mode = VL_MODE_NONE; // only the pressure, without friction
    (void)newtonAt(c, 0.0, expected);
    c->bed.mode = VL_MODE_DYNAMIC;
    addSecant(c, expected);
    for (int i = 0; i < 36; ++i) {
        gap = fmax(gap, fabs(secant[i] - expected[i]));
    }
    return gap / sizeOf(secant, 36);
}

static void sliding_is_between_the_scaled_sticking_block_and_newtons(void** state)
{
    (void)state;
    // Rounding of sums, and of integrals that are singular at the centre of turning.
    VL_CHECK_BELOW(worstOf(errorOfBlend, VL_MODE_DYNAMIC, true, 7), 1e-11);
}

// Without a tangential pull there is no direction of sliding: every point that presses sticks.
static double errorOfRest(vlBedCase* c)
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

static void what_is_not_pulled_sticks(void** state)
{
    (void)state;
    VL_CHECK_BELOW(worstOf(errorOfRest, VL_MODE_DYNAMIC, true, 8), 1e-12); // rounding of sums
}

// How far D is from symmetric, or its least eigenvalue below zero.
static double errorOfSign(vlBedCase* c)
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

static void every_block_is_symmetric_and_never_pushes(void** state)
{
    (void)state;
    VL_CHECK_BELOW(worstOf(errorOfSign, VL_MODE_NONE, false, 9), 1e-12); // rounding
    VL_CHECK_BELOW(worstOf(errorOfSign, VL_MODE_STATIC, false, 10), 1e-12);
    VL_CHECK_BELOW(worstOf(errorOfSign, VL_MODE_DYNAMIC, false, 11), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_element_is_its_law_where_it_is_linearised),
        cmocka_unit_test(the_resistance_is_the_slope_of_the_law),
        cmocka_unit_test(sliding_is_between_the_scaled_sticking_block_and_newtons),
        cmocka_unit_test(what_is_not_pulled_sticks),
        cmocka_unit_test(every_block_is_symmetric_and_never_pushes),
    };
    if (!vlBedCase_CreateRig()) {
        return 1;
    }
    int failures = cmocka_run_group_tests_name("implicit_blocks", tests, NULL, NULL);
    vlBedCase_ReleaseRig();
    return failures;
}
