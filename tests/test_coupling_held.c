// SPDX-License-Identifier: MIT
// Light bodies in a firm hold: pressed on hard floors, dragged, pulled beyond the largest force,
// moved through the air as in [OL05] Figure 2; and the energy that the device puts in.

#include "coupling_fixture.h"
#include "test.h"

// A cube of 20 mm over a floor, held at its middle 30 mm above it.
typedef struct Bench {
    vlWorld* world;
    vlBodyId tool;
    vlCouplingId hold;
    vlQuat turn; // of the cube
} Bench;

#define LIFT 0.03    // m
#define PRESS 0.005  // m, height of the device that presses
#define LOWERING 300 // steps

static Bench setUp(double mass, double stiffness, double tilt, double maxForce)
{
    Bench b;
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.surface.stiffnessN = stiffness;
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.4;
    b.world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(b.world);
    b.turn = vlQuatFromRotationVector(vlVec(tilt, 0.7 * tilt, 0.0));
    vlPose pose = {vlVec(0.0, 0.0, LIFT), b.turn};
    b.tool = vlStage_AddBox(b.world, vlVec(0.02, 0.02, 0.02), mass, pose, vlModel_AtRest());
    vlCouplingDef coupling = vlDefaultCouplingDef(); // 200 N/m, 0.6 N m/rad
    coupling.body = b.tool;
    coupling.maxForce = maxForce;
    b.hold = hold(b.world, &coupling);
    return b;
}

// The device goes straight down to `depth` within LOWERING steps and stays.
static vlCouplingReport lower(const Bench* b, double depth, int steps)
{
    vlCouplingReport report = {.energy = 0.0};
    for (int i = 1; i <= steps; ++i) {
        double part = i < LOWERING ? (double)i / LOWERING : 1.0;
        double speed = i < LOWERING ? (depth - LIFT) / (1e-3 * LOWERING) : 0.0;
        vlPose pose = {vlVec(0.0, 0.0, LIFT + part * (depth - LIFT)), b->turn};
        report = tick(b->world, b->hold, pose, vlModel_Moving(vlVec(0.0, 0.0, speed), vlZero()));
    }
    return report;
}

static void checkPress(const Bench* b)
{
    vlPose pose = {vlVec(0.0, 0.0, PRESS), b->turn};
    vlCouplingReport last = lower(b, PRESS, 1500);
    double least = HUGE_VAL;
    double most = 0.0;
    double jump = 0.0;
    for (int i = 0; i < 500; ++i) {
        vlCouplingReport now = tick(b->world, b->hold, pose, vlModel_AtRest());
        double force = vlLength(now.onBody.force);
        least = fmin(least, force);
        most = fmax(most, force);
        jump = fmax(jump, vlLength(vlSub(now.onBody.force, last.onBody.force)));
        jump = fmax(jump, vlLength(vlSub(now.onBody.torque, last.onBody.torque)) / 0.01);
        last = now;
    }
    // At rest only rounding is left. The bounds are far below what a hand can feel.
    VL_CHECK_BELOW((most - least) / least, 1e-5);
    VL_CHECK_BELOW(jump, 1e-9);
    assert_true(least > 0.9); // it does press: 200 N/m over 5 mm, less the depth in the floor
}

// Dragged at 50 mm/s: friction is mu times the pressure.
static void checkDrag(const Bench* b)
{
    vlVec3 velocity = vlVec(0.05, 0.0, 0.0);
    for (int i = 1; i <= 1500; ++i) {
        vlPose pose = {vlVec(5e-5 * i, 0.0, PRESS), b->turn};
        tick(b->world, b->hold, pose, vlModel_Moving(velocity, vlZero()));
        if (i > 700) {
            vlContactReport contact = vlStage_ContactOf(b->world, 0);
            double ratio = vlLength(contact.frictionForce) / contact.normalForce;
            // 1% because friction is summed at Gauss points; the drag is steady here.
            VL_CHECK_NEAR(ratio, 0.4, 0.004);
        }
    }
}

static void a_light_tool_presses_steadily_on_a_hard_floor_and_drags_over_it(void** state)
{
    (void)state;
    const double mass[] = {1e-3, 1e-4};
    const double stiffness[] = {1e4, 1e5, 1e6};
    for (int i = 0; i < 12; ++i) {
        Bench b = setUp(mass[i % 2], stiffness[i / 2 % 3], i < 6 ? 0.0 : 0.3, HUGE_VAL);
        checkPress(&b);
        checkDrag(&b);
        vlWorld_Destroy(b.world);
    }
}

static void beyond_the_largest_force_the_device_feels_it_and_the_tool_sinks_no_deeper(void** state)
{
    (void)state;
    const double mass[] = {1e-2, 1e-3, 1e-4};
    for (int i = 0; i < 3; ++i) {
        Bench b = setUp(mass[i], 1e4, 0.0, 3.0);
        vlCouplingReport report = lower(&b, LIFT - 1.0, 1500);   // a metre beyond, at 3 m/s
        VL_CHECK_NEAR(vlLength(report.onBody.force), 3.0, 1e-9); // at rest: rounding
        double weight = mass[i] * VL_GRAVITY;
        double depth = 0.01 - vlStage_CentreOf(b.world, b.tool).z;
        VL_CHECK_NEAR(depth, (3.0 + weight) / 1e4, 1e-9); // a face pressed flat: f/kN
        vlWorld_Destroy(b.world);

        b = setUp(mass[i], 1e4, 0.0, HUGE_VAL); // linear: it is pushed right through
        lower(&b, LIFT - 1.0, 1500);
        assert_true(0.01 - vlStage_CentreOf(b.world, b.tool).z > 0.01);
        vlWorld_Destroy(b.world);
    }
}

// The device jumps by a metre and 2.5 rad, in free space: the body must come to rest there.
static void a_body_of_any_mass_comes_to_rest_at_a_device_that_jumped(void** state)
{
    (void)state;
    const double mass[] = {1e-2, 1e-3, 1e-4, 1e-5};
    const double damping[] = {0.0, 0.2, 2.0};
    const double most[] = {10.0, 100.0, HUGE_VAL};
    for (int i = 0; i < 36; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        vlCouplingDef coupling = vlDefaultCouplingDef();
        coupling.body = vlStage_AddBox(world, vlVec(0.02, 0.02, 0.02), mass[i % 4],
                                       vlModel_At(0.0, 0.0, 0.0), vlModel_AtRest());
        coupling.damping = damping[i / 4 % 3];
        coupling.maxForce = most[i / 12];
        coupling.maxTorque = 0.3;
        vlCouplingId id = hold(world, &coupling);
        vlPose pose = {vlVec(1.0, 0.01, 0.0), vlQuatFromRotationVector(vlVec(0.0, 2.5, 0.1))};
        vlCouplingReport report = {.energy = 0.0};
        for (int k = 0; k < 3000; ++k) {
            report = tick(world, id, pose, vlModel_AtRest());
        }
        VL_CHECK_BELOW(vlLength(report.stretch), 1e-6);
        VL_CHECK_BELOW(vlLength(report.turn), 1e-6);
        vlWorld_Destroy(world);
    }
}

// The path of a hand that stirs: 2.5 s, with a soft start.
static double rampOf(double t)
{
    double s = t < 0.3 ? t / 0.3 : 1.0;
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
}

static vlPose stirAt(double t)
{
    const double size[3] = {1.0, 0.6, 0.4}, rate[3] = {1.0, 0.7, 1.3}, phase[3] = {0.0, 1.0, 2.0};
    const double w = 2.0 * VL_PI * 2.3;
    double x[3];
    double u[3];
    for (int i = 0; i < 3; ++i) {
        x[i] = 0.05 * rampOf(t) * size[i] * (sin(rate[i] * w * t + phase[i]) - sin(phase[i]));
        u[i] = 0.6 * rampOf(t) * (sin((i + 1) * 0.4 * w * t + i) - sin((double)i));
    }
    vlPose pose = {vlVec(x[0], x[1], x[2]), vlQuatFromRotationVector(vlVec(u[0], u[1], u[2]))};
    return pose;
}

static vlTwist motionOf(vlPose before, vlPose after, double time)
{
    vlQuat d = vlMulQ(after.q, vlConj(before.q));
    vlTwist t = {vlScale(vlSub(after.p, before.p), 1.0 / time),
                 vlScale(vlVec(d.x, d.y, d.z), (d.w < 0.0 ? -2.0 : 2.0) / time)};
    return t;
}

// Largest stretch (m) and force (N) while a spoon of 20 cm is stirred through the air.
static void stir(double mass, double* stretch, double* force)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyDef spoon = vlDefaultBodyDef();
    spoon.shape = vlStage_CreateBox(vlVec(0.02, 0.02, 0.2));
    spoon.mass = mass;
    spoon.hasInertia = true;
    spoon.inertia = vlDiag(3.4e-3 * mass, 3.4e-3 * mass, 5e-5 * mass);
    spoon.pose.p.z = -0.06;
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.grasp.p.z = 0.06;
    assert_int_equal(vlWorld_CreateBody(world, &spoon, &coupling.body), VL_OK);
    vlShape_Release(spoon.shape);
    vlCouplingId id = hold(world, &coupling);
    *stretch = *force = 0.0;
    for (int i = 1; i <= 2500; ++i) {
        double t = 1e-3 * i;
        vlTwist twist = motionOf(stirAt(t - 1e-5), stirAt(t + 1e-5), 2e-5);
        vlCouplingReport report = tick(world, id, stirAt(t), twist);
        *stretch = fmax(*stretch, vlLength(report.stretch));
        *force = fmax(*force, vlLength(report.onBody.force));
    }
    vlWorld_Destroy(world);
}

// [OL05] Figure 2: 17 mm and 3.5 N at 100 g, below 2 mm and 0.5 N at 10 g, stable at 1 g.
static void a_spoon_follows_the_hand_the_better_the_lighter_it_is(void** state)
{
    (void)state;
    const double mass[] = {0.1, 0.07, 0.03, 0.01, 1e-3, 1e-4};
    double stretch[6];
    double force[6];
    for (int i = 0; i < 6; ++i) {
        stir(mass[i], &stretch[i], &force[i]);
    }
    VL_CHECK_NEAR(stretch[0], 17e-3, 1e-3);
    VL_CHECK_NEAR(force[0], 3.55, 0.25);
    VL_CHECK_BELOW(stretch[3], 2e-3);
    VL_CHECK_BELOW(force[3], 0.5);
    // About in proportion to the mass: exponent 0.9 to 1.35 over 10 to 100 g.
    VL_CHECK_NEAR(log10(stretch[0] / stretch[3]), 1.125, 0.225);
    VL_CHECK_BELOW(stretch[4], 2e-4); // 1 g, including the lag by the damper
    VL_CHECK_BELOW(stretch[5], 2e-4);
    VL_CHECK_BELOW(force[5], 0.05);
}

// Energy that the device puts in by moving with the wrench that is reported.
static double drawnBy(const vlCouplingReport* last, const vlCouplingReport* now)
{
    // Sines for half angles: exact to 1e-4 here.
    vlTwist t = motionOf(last->device, now->device, 1.0);
    return vlDot(now->onBody.force, t.linear) + vlDot(now->onBody.torque, t.angular);
}

static vlPose loopAt(vlRandom random, double size, double s)
{
    vlVec3 path = vlZero();
    vlVec3 turn = vlZero();
    for (int k = 1; k <= 3; ++k) {
        double wave = sin(2.0 * VL_PI * k * s) * rampOf(0.3 * fmin(1.0, 5.0 * fmin(s, 1.0 - s)));
        path = vlMulAdd(path, wave * size, vlRandom_InBall(&random));
        turn = vlMulAdd(turn, wave * 15.0 * size, vlRandom_InBall(&random));
    }
    vlPose pose = {vlMulAdd(path, LIFT, vlVec(0.0, 0.0, 1.0)), vlQuatFromRotationVector(turn)};
    return pose;
}

// Around a closed path in a second, and then time to come to rest: in the air, on a floor, with a
// bent spring.
static void a_device_that_goes_round_never_gains_energy(void** state)
{
    (void)state;
    const double mass[] = {1e-4, 1e-3, 1e-1, 1.0};
    int runs = vlStage_Count(64, 16);
    for (int i = 0; i < runs; ++i) {
        Bench b = setUp(mass[i % 4], 1e4, 0.0, i % 8 < 4 ? HUGE_VAL : 1.0);
        vlWorld_SetGravity(b.world, vlZero());
        vlRandom random = vlRandom_Seed((uint64_t)i);
        double size = i % 16 < 8 ? 0.01 : 0.1;
        vlCouplingReport last = tick(b.world, b.hold, loopAt(random, size, 0.0), vlModel_AtRest());
        double drawn = 0.0;
        double least = 0.0;
        for (int k = 1; k <= 1500; ++k) {
            double s = fmin(1.0, 1e-3 * k);
            vlPose pose = loopAt(random, size, s);
            vlTwist twist = motionOf(last.device, pose, 1e-3);
            vlCouplingReport now = tick(b.world, b.hold, pose, twist);
            drawn += drawnBy(&last, &now);
            least = fmin(least, drawn);
            last = now;
        }
        assert_true(drawn > 0.0);
        VL_CHECK_BELOW(-least, 1e-9); // at no time had more energy come out than gone in
        vlWorld_Destroy(b.world);
    }
}

// Any gains, from soft to 1000 times what a gram can follow, with any grasp.
static vlCouplingDef anyHold(vlRandom* random, vlBodyId body)
{
    vlCouplingDef def = vlDefaultCouplingDef();
    def.body = body;
    def.stiffness = vlRandom_Log(random, 1.0, 1e5);
    def.damping = def.stiffness * vlRandom_Log(random, 1e-5, 0.1);
    def.angularStiffness = vlRandom_Log(random, 1e-3, 1e2);
    def.angularDamping = def.angularStiffness * vlRandom_Log(random, 1e-5, 0.1);
    bool isBent = vlRandom_Index(random, 2) == 0;
    def.maxForce = isBent ? vlRandom_Log(random, 0.1, 100.0) : HUGE_VAL;
    def.maxTorque = isBent ? vlRandom_Log(random, 1e-3, 1.0) : HUGE_VAL;
    vlVec3 at = vlScale(vlRandom_InBall(random), 0.1);
    def.grasp = vlStage_AnyPose(random, at);
    return def;
}

// A part of the way to another pose, as a hand nears its goal.
static vlPose nearer(vlPose pose, vlPose goal)
{
    vlVec3 turn = motionOf(pose, goal, 1.0).angular;
    vlPose next = {vlMulAdd(pose.p, 0.02, vlSub(goal.p, pose.p)),
                   vlUnitQ(vlMulQ(vlQuatFromRotationVector(vlScale(turn, 0.02)), pose.q))};
    return next;
}

static void whatever_a_hand_holds_it_never_gains_energy(void** state)
{
    (void)state;
    int runs = vlStage_Count(200, 20);
    vlRandom random = vlRandom_Seed(77);
    for (int i = 0; i < runs; ++i) {
        vlWorldDef worldDef = vlDefaultWorldDef();
        worldDef.integrator = VL_INTEGRATOR_IMPLICIT;
        worldDef.gravity = vlZero();
        worldDef.surface.stiffnessN = vlRandom_Log(&random, 1e3, 1e8);
        vlWorld* world = vlStage_CreateWorld(&worldDef);
        vlStage_AddFloor(world);
        vlVec3 size = vlStage_AnySize(&random, 0.005, 0.1);
        double mass = vlRandom_Log(&random, 1e-5, 1.0);
        vlPose start = vlModel_At(0.0, 0.0, 0.1);
        vlBodyId body = vlStage_AddBox(world, size, mass, start, vlModel_AtRest());
        vlCouplingDef def = anyHold(&random, body);
        vlCouplingId id = hold(world, &def);
        double reach = vlRandom_Log(&random, 1e-3, 1.0);
        vlCouplingReport last = {.device = vlMulPose(start, def.grasp)};
        vlPose goal = last.device;
        double drawn = 0.0;
        double least = 0.0;
        double turnover = 0.0;
        for (int k = 0; k < 1000; ++k) {
            if (k % 100 == 0) { // into the floor and out of it, turned by up to half a turn
                goal.p = vlMulAdd(vlVec(0.0, 0.0, 0.02), reach, vlRandom_InBall(&random));
                goal.q = vlRandom_Rotation(&random);
            }
            vlPose pose = nearer(last.device, goal);
            vlCouplingReport now = tick(world, id, pose, motionOf(last.device, pose, 1e-3));
            drawn += drawnBy(&last, &now);
            turnover += fabs(drawnBy(&last, &now));
            least = fmin(least, drawn);
            last = now;
        }
        VL_CHECK_BELOW(-least, 1e-6 * turnover); // sines of small angles in the sum
        vlWorld_Destroy(world);
    }
}

static double largestPull(const vlWorld* world)
{
    double pull = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport c;
        assert_int_equal(vlWorld_GetContact(world, i, &c), VL_OK);
        pull = fmax(pull, -vlDot(c.wrench.force, c.normal));
    }
    return pull;
}

// A hand presses, rocks, drags and lifts the tool off again, slowly and fast. While a contact
// opens, the line that it had while it pressed would pull.
static void a_floor_never_pulls_at_a_held_tool(void** state)
{
    (void)state;
    static const double masses[] = {0.001, 0.01, 0.1, 1.0};
    static const double stiffnesses[] = {5e3, 1e5, 1e6};
    for (int i = 0; i < 48; ++i) {
        double mass = masses[i % 4];
        double period = i < 24 ? 300.0 : 61.0; // steps
        Bench b = setUp(mass, stiffnesses[i / 4 % 3], i % 24 < 12 ? 0.05 : 0.0, HUGE_VAL);
        double sag = mass * 9.8 / 200.0; // of the coupling
        int touches = 0;
        for (int k = 0; k < 900; ++k) {
            double phase = 2.0 * VL_PI * k / period;
            vlVec3 rocked = vlVec(0.05 * sin(0.3 * phase), 0.15 * sin(0.7 * phase), 0.0);
            vlPose pose = {vlVec(0.01 * sin(0.41 * phase), 0.0, sag + 0.01 + 0.01 * cos(phase)),
                           vlQuatFromRotationVector(rocked)};
            tick(b.world, b.hold, pose, vlModel_AtRest());
            touches += vlWorld_GetContactCount(b.world) > 0;
            // The change that makes a contact press is known to 2e-6 of the weight of a gram on a
            // floor of 1e6 N/m.
            VL_CHECK_BELOW(largestPull(b.world), 1e-5 * mass * 9.8);
        }
        assert_true(touches > 100 && touches < 850);
        vlWorld_Destroy(b.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_tool_presses_steadily_on_a_hard_floor_and_drags_over_it),
        cmocka_unit_test(a_floor_never_pulls_at_a_held_tool),
        cmocka_unit_test(beyond_the_largest_force_the_device_feels_it_and_the_tool_sinks_no_deeper),
        cmocka_unit_test(a_body_of_any_mass_comes_to_rest_at_a_device_that_jumped),
        cmocka_unit_test(a_spoon_follows_the_hand_the_better_the_lighter_it_is),
        cmocka_unit_test(a_device_that_goes_round_never_gains_energy),
        cmocka_unit_test(whatever_a_hand_holds_it_never_gains_energy),
    };
    return cmocka_run_group_tests_name("coupling_held", tests, NULL, NULL);
}
