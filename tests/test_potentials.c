// SPDX-License-Identifier: MIT
// The laws of the convex step are slopes of potentials: the force is the slope of a cost, and the
// slope that the solver gets is that of the force. Both are compared with central differences.

#include <math.h>

#include "contact/sample_law.h"
#include "contact/slip.h"
#include "joint/joint_axis.h"
#include "joint/spring_law.h"
#include "stage.h"
#include "test.h"

// ---- the slip of a contact area ----

#define MOST_POINTS 40

typedef struct Area {
    vlSlipPoints points;
    vlSlipField field;
    double mu, c;
} Area;

static void drawArea(vlRandom* random, Area* a)
{
    double sum = 0.0;
    int count = 3 + vlRandom_Index(random, MOST_POINTS - 3);
    double size = vlRandom_Log(random, 1e-3, 1.0);
    a->points.count = 0;
    for (int i = 0; i < count; ++i) {
        double force =
            i > 0 && vlRandom_Index(random, 4) == 0 ? 0.0 : vlRandom_Log(random, 1e-2, 10.0);
        vlVec2 p = {size * vlRandom_Range(random, -1.0, 1.0),
                    size * vlRandom_Range(random, -1.0, 1.0)};
        vlSlipPoints_Add(&a->points, p, size * size / count, force);
        sum += force;
    }
    vlSlipPoints_End(&a->points);
    a->field = (vlSlipField){.points = &a->points, .force = sum, .radius = 0.5 * size};
    a->mu = vlRandom_Log(random, 0.05, 2.0);
    a->c = vlRandom_Log(random, 1.0, 1e6);
}

// The power of a slip (T5.20), written out for each point.
static double powerOf(const Area* a, const double d[3])
{
    double turn = d[2] / a->field.radius, sum = 0.0;
    for (int i = 0; i < a->points.count; ++i) {
        double x = d[0] - turn * a->points.y[i], y = d[1] + turn * a->points.x[i];
        sum += a->mu * a->points.force[i] *
               sqrt(x * x + y * y + 0.02 * a->points.area[i] * turn * turn);
    }
    return sum;
}

static double costOf(const Area* a, const double e[3], const double d[3])
{
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        square += (e[i] - d[i]) * (e[i] - d[i]);
    }
    return 0.5 * a->c * square + powerOf(a, d);
}

static double leastCost(const Area* a, const double e[3], double force[3])
{
    vlSlip slip = {.slips = false};
    vlSlip_Find(&a->field, a->mu, a->c, e, &slip);
    for (int i = 0; i < 3; ++i) {
        force[i] = a->c * (e[i] - slip.delta[i]);
    }
    return costOf(a, e, slip.delta);
}

static void drawPull(vlRandom* random, const Area* a, double least, double most, double e[3])
{
    double unit = a->mu * a->field.force / a->c * vlRandom_Log(random, least, most);
    for (int i = 0; i < 3; ++i) {
        e[i] = unit * vlRandom_Range(random, -1.0, 1.0);
    }
}

static void friction_is_the_slope_of_the_least_cost(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int n = 0; n < vlStage_Count(3000, 500); ++n) {
        Area a;
        double e[3], force[3], unused[3];
        drawArea(&random, &a);
        drawPull(&random, &a, 0.1, 100.0, e);
        (void)leastCost(&a, e, force);
        double size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
        for (int i = 0; i < 3; ++i) {
            double step = 1e-5 * size;
            double more[3] = {e[0], e[1], e[2]}, less[3] = {e[0], e[1], e[2]};
            more[i] += step, less[i] -= step;
            double slope =
                (leastCost(&a, more, unused) - leastCost(&a, less, unused)) / (2.0 * step);
            // Differences of costs of size c e^2 lose 1e-16/1e-5 of them; the rest is the bend.
            VL_CHECK_NEAR(slope, force[i], 1e-4 * a.c * size);
        }
    }
}

static void its_slope_is_that_of_the_force(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    int slipped = 0;
    for (int n = 0; n < vlStage_Count(3000, 500); ++n) {
        Area a;
        double e[3];
        drawArea(&random, &a);
        drawPull(&random, &a, 0.1, 100.0, e);
        vlSlip slip = {.slips = false};
        vlSlip_Find(&a.field, a.mu, a.c, e, &slip);
        slipped += slip.slips;
        const double* K = slip.slope;
        const double rows[3][3] = {{K[0], K[1], K[2]}, {K[1], K[3], K[4]}, {K[2], K[4], K[5]}};
        double size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
        for (int i = 0; i < 3; ++i) {
            double step = 1e-6 * size, high[3], low[3];
            double more[3] = {e[0], e[1], e[2]}, less[3] = {e[0], e[1], e[2]};
            more[i] += step, less[i] -= step;
            (void)leastCost(&a, more, high);
            (void)leastCost(&a, less, low);
            vlSlip there = {.slips = false}, here = {.slips = false};
            vlSlip_Find(&a.field, a.mu, a.c, more, &there);
            vlSlip_Find(&a.field, a.mu, a.c, less, &here);
            for (int k = 0; k < 3 && there.slips == slip.slips && here.slips == slip.slips; ++k) {
                // The slip is found to 1e-9 of the bound, which a step of 1e-6 makes 1e-3.
                VL_CHECK_NEAR((high[k] - low[k]) / (2.0 * step), rows[k][i], 4e-3 * a.c);
            }
        }
    }
    assert_true(slipped > 100);
}

static void no_other_slip_costs_less(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int n = 0; n < vlStage_Count(3000, 500); ++n) {
        Area a;
        double e[3], force[3];
        drawArea(&random, &a);
        drawPull(&random, &a, 0.1, 100.0, e);
        double least = leastCost(&a, e, force);
        for (int k = 0; k < 20; ++k) {
            double d[3];
            for (int i = 0; i < 3; ++i) {
                d[i] = (e[i] - force[i] / a.c) +
                       vlRandom_Log(&random, 1e-6, 1.0) * e[i] * vlRandom_Range(&random, -1.0, 1.0);
            }
            VL_CHECK_BELOW(least - costOf(&a, e, d), 1e-12 * least);
        }
    }
}

static void along_the_area_it_holds_up_to_the_bound_and_no_farther(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int n = 0; n < vlStage_Count(2000, 500); ++n) {
        Area a;
        drawArea(&random, &a);
        vlSureHold hold = vlSlip_SureHold(&a.field);
        double angle = vlRandom_Range(&random, 0.0, 6.28), bound = a.mu * a.field.force;
        const double part[2] = {1.0 - 1e-9, 1.0 + 1e-9};
        for (int k = 0; k < 2; ++k) {
            // Pulled at the centre of pressure, so that nothing turns it.
            double f[2] = {part[k] * bound * cos(angle), part[k] * bound * sin(angle)};
            double m = hold.centre.x * f[1] - hold.centre.y * f[0];
            double e[3] = {f[0] / a.c, f[1] / a.c, m / a.field.radius / a.c}, force[3];
            (void)leastCost(&a, e, force);
            vlSlip slip = {.slips = false};
            vlSlip_Find(&a.field, a.mu, a.c, e, &slip);
            assert_true(slip.slips == (k == 1));
            VL_CHECK_NEAR(sqrt(force[0] * force[0] + force[1] * force[1]), bound, 3e-9 * bound);
        }
    }
}

static void what_surely_holds_does_not_slip(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    int held = 0;
    for (int n = 0; n < vlStage_Count(5000, 1000); ++n) {
        Area a;
        double e[3];
        drawArea(&random, &a);
        drawPull(&random, &a, 0.05, 2.0, e);
        vlSureHold hold = vlSlip_SureHold(&a.field);
        vlVec2 force = {a.c * e[0], a.c * e[1]};
        if (vlSureHold_Holds(&hold, a.mu, force, a.c * e[2] * a.field.radius)) {
            vlSlip slip = {.slips = false};
            vlSlip_Find(&a.field, a.mu, a.c, e, &slip);
            assert_false(slip.slips);
            ++held;
        }
    }
    assert_true(held > 100);
}

// ---- joints ----

static vlJoint drawAxis(vlRandom* random)
{
    vlJoint joint = {.type = VL_JOINT_SLIDER,
                     .brake = {1.0, 1.0},
                     .kFriction = {vlRandom_Log(random, 1.0, 1e4)},
                     .bFriction = {vlRandom_Log(random, 1e-2, 10.0)}};
    vlMotor motor = {.mode = (vlMotorMode)vlRandom_Index(random, 4),
                     .target = vlRandom_Range(random, -1.0, 1.0),
                     .stiffness = vlRandom_Log(random, 1.0, 1e3),
                     .damping = vlRandom_Log(random, 0.1, 10.0),
                     .freeSpeed = 2.0,
                     .maxForce = vlRandom_Log(random, 0.1, 100.0)};
    joint.axis[0] = (vlAxisDef){.lower = vlRandom_Range(random, -1.0, 0.0),
                                .upper = vlRandom_Range(random, 0.0, 1.0),
                                .limitStiffness = vlRandom_Log(random, 10.0, 1e5),
                                .limitDamping = vlRandom_Log(random, 0.1, 100.0),
                                .friction = vlRandom_Index(random, 2) * 3.0,
                                .motor = motor};
    joint.memory[0].slip = vlRandom_Range(random, -1e-3, 1e-3);
    return joint;
}

static double axisForce(const vlJoint* joint, double c, double rate, double* slope)
{
    vlAxisLaws laws = vlAxis_LawsAt(joint, 0, c, rate, 1e-3);
    const vlRowLaw all[] = {laws.spring, laws.limit, laws.motor, laws.friction};
    double force = 0.0;
    *slope = 0.0;
    for (int i = 0; i < 4; ++i) {
        force += vlRowLaw_At(all[i], rate);
        *slope += all[i].slope;
    }
    return force;
}

// A force that falls with the rate, without a jump, is the slope of a convex potential.
static void forces_of_axes_fall_without_a_jump(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    for (int n = 0; n < vlStage_Count(500, 100); ++n) {
        vlJoint joint = drawAxis(&random);
        double c = vlRandom_Range(&random, -1.2, 1.2), slope, unused;
        for (int k = 0; k < 50; ++k) {
            double rate =
                vlRandom_Log(&random, 1e-3, 1e4) * (vlRandom_Index(&random, 2) * 2.0 - 1.0);
            double step = 1e-7 * fabs(rate);
            double here = axisForce(&joint, c, rate, &slope);
            double more = axisForce(&joint, c, rate + step, &unused);
            double steepest = fmax(slope, unused);
            VL_CHECK_BELOW(more - here, 1e-9 * (fabs(here) + 1.0));
            VL_CHECK_BELOW(here - more, 1.0001 * steepest * step + 1e-9 * (fabs(here) + 1.0));
        }
    }
}

static void a_limit_pushes_only_from_where_it_is_reached(void** state)
{
    (void)state;
    vlJoint joint = {.type = VL_JOINT_SLIDER};
    joint.axis[0] =
        (vlAxisDef){.lower = -1.0, .upper = 1.0, .limitStiffness = 1e4, .limitDamping = 50.0};
    double slope;
    // From 1 mm before the limit, with a step of 1 ms: it is reached at 1 m/s.
    VL_CHECK_NEAR(axisForce(&joint, 0.999, 0.999, &slope), 0.0, 1e-9);
    VL_CHECK_NEAR(axisForce(&joint, 0.999, 2.0, &slope), -(1e4 * 1e-3 + 50.0), 1e-9);
    VL_CHECK_NEAR(axisForce(&joint, -0.999, -2.0, &slope), 1e4 * 1e-3 + 50.0, 1e-9);
    // Beyond it, it pushes back and never pulls.
    VL_CHECK_NEAR(axisForce(&joint, 1.001, 0.0, &slope), -10.0, 1e-9);
    VL_CHECK_NEAR(axisForce(&joint, 1.001, -1.0, &slope), 0.0, 1e-9);
}

// ---- springs ----

static void a_spring_gives_way_at_its_largest_force(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    int cut = 0;
    for (int n = 0; n < vlStage_Count(2000, 400); ++n) {
        vlSpring spring = {.head = {.bodyA = -1, .bodyB = 0},
                           .armA = vlRandom_InCube(&random, 1.0),
                           .restLength = vlRandom_Index(&random, 2) * 0.3,
                           .stiffness = vlRandom_Log(&random, 1.0, 1e4),
                           .damping = vlRandom_Log(&random, 0.1, 100.0),
                           .maxForce = vlRandom_Log(&random, 0.1, 1e3)};
        vlMotion motion = {.rotation = vlIdentityQuat()};
        vlTwist t = vlStage_AnyTwist(&random, 10.0, 1.0);
        vlImplicitElement e = vlSpring_Respond(&spring, &motion, t, 1e-2);
        double size = vlLength(e.onB.force);
        VL_CHECK_BELOW(size, (1.0 + 1e-12) * spring.maxForce);
        cut += size > 0.999 * spring.maxForce;
        for (int i = 0; i < 3; ++i) {
            vlVec3 step = vlScale(vlVec(i == 0, i == 1, i == 2), 1e-5);
            vlTwist more = {vlAdd(t.linear, step), t.angular};
            vlTwist less = {vlSub(t.linear, step), t.angular};
            vlVec3 high = vlSpring_Respond(&spring, &motion, more, 1e-2).onB.force;
            vlVec3 low = vlSpring_Respond(&spring, &motion, less, 1e-2).onB.force;
            vlVec3 fall = vlScale(vlSub(low, high), 0.5e5);
            vlVec3 slope = vlMulMV(e.resistance.uu, vlScale(step, 1e5));
            double steepest = 1e-2 * spring.stiffness + spring.damping;
            // A kink between the three would show as half of the slope.
            if ((vlLength(high) < spring.maxForce) == (vlLength(low) < spring.maxForce)) {
                VL_CHECK_BELOW(vlLength(vlSub(fall, slope)), 1e-4 * steepest);
            }
        }
    }
    assert_true(cut > 50);
}

// ---- samples of a surface ----

static void samples_answer_with_the_slope_of_their_force(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(8);
    for (int n = 0; n < vlStage_Count(1000, 200); ++n) {
        vlSamplePoint p = {.point = vlRandom_InCube(&random, 0.1),
                           .normal = vlUnit(vlRandom_InCube(&random, 1.0)),
                           .press = vlRandom_Range(&random, -1e-4, 1e-3),
                           .stiffness = vlRandom_Log(&random, 1e2, 1e5),
                           .force = vlRandom_Log(&random, 1e-2, 10.0)};
        vlSampleFriction friction = {0.5, 0.5};
        const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        vlTwist t = vlStage_AnyTwist(&random, 0.5, 1.0);
        vlImplicitElement line, high, low;
        (void)vlSamples_Respond(&p, 1, vlZero(), 1e-3, friction, still, t, VL_BOUND_FIRST, &line);
        for (int i = 0; i < 3; ++i) {
            vlVec3 step = vlScale(vlVec(i == 0, i == 1, i == 2), 1e-7);
            vlTwist more = {vlAdd(t.linear, step), t.angular};
            vlTwist less = {vlSub(t.linear, step), t.angular};
            vlSamplePoint q = p;
            (void)vlSamples_Respond(&q, 1, vlZero(), 1e-3, friction, still, more, VL_BOUND_KEEP,
                                    &high);
            bool pressed = q.force > 0.0;
            bool slipped = q.scale < 1.0;
            (void)vlSamples_Respond(&q, 1, vlZero(), 1e-3, friction, still, less, VL_BOUND_KEEP,
                                    &low);
            vlVec3 fall = vlScale(vlSub(low.onB.force, high.onB.force), 0.5e7);
            vlVec3 slope = vlMulMV(line.resistance.uu, vlScale(step, 1e7));
            if (pressed == (q.force > 0.0) && slipped == (q.scale < 1.0)) {
                VL_CHECK_BELOW(vlLength(vlSub(fall, slope)), 1e-4 * 1e-3 * p.stiffness);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_is_the_slope_of_the_least_cost),
        cmocka_unit_test(its_slope_is_that_of_the_force),
        cmocka_unit_test(no_other_slip_costs_less),
        cmocka_unit_test(along_the_area_it_holds_up_to_the_bound_and_no_farther),
        cmocka_unit_test(what_surely_holds_does_not_slip),
        cmocka_unit_test(forces_of_axes_fall_without_a_jump),
        cmocka_unit_test(a_limit_pushes_only_from_where_it_is_reached),
        cmocka_unit_test(a_spring_gives_way_at_its_largest_force),
        cmocka_unit_test(samples_answer_with_the_slope_of_their_force),
    };
    return cmocka_run_group_tests_name("potentials", tests, NULL, NULL);
}
