// SPDX-License-Identifier: MIT
// A held tool felt at 1 kHz with contacts found more slowly, under a virtual clock.

#include <inttypes.h>

#include "test.h"
#include "two_rate_fixture.h"

#define PRESS 0.02 // m, by which the device goes down

// Mean and root mean square deviation of the force from 0.8 s on, while the device stands still.
typedef struct Calm {
    double mean, ripple, most;
} Calm;

static Calm press(RigDef def, int period)
{
    Rig rig = vlRig_Make(def);
    Calm calm = {0.0, 0.0, 0.0};
    double sum = 0.0, square = 0.0;
    int count = 0;
    while (rig.tick < 1600) {
        vlRig_Press(&rig, PRESS);
        vlRig_Serve(&rig, period);
        double force = vlRig_Force(&rig);
        calm.most = fmax(calm.most, fabs(force));
        if (rig.tick > 800) {
            sum += force;
            square += force * force;
            ++count;
        }
    }
    calm.mean = sum / count;
    calm.ripple = sqrt(fmax(0.0, square / count - calm.mean * calm.mean));
    vlRig_Drop(&rig);
    return calm;
}

// Presses, then rubs in a circle on a corner, with one packet per step or without packets.
static uint64_t hashOfRubbing(bool isSingle, int period, double tilt)
{
    Rig rig = vlRig_Make(
        (RigDef){.stiffness = 1e4, .coupling = 500.0, .tilt = tilt, .isSingle = isSingle});
    // Boxes that fall, roll and come to rest beside it.
    for (int i = 0; i < 3; ++i) {
        vlPose pose = vlModel_At(0.05 + 0.01 * i, 0.03, 0.05 + 0.05 * i);
        pose.q = vlQuatFromAxisAngle(vlVec(1.0, 0.5 * i, 0.2), 0.7);
        (void)vlStage_AddBox(rig.world, vlVec(0.03, 0.03, 0.03), 0.05, pose, vlModel_AtRest());
    }
    if (!isSingle) { // the contact side does not know the boxes yet
        vlTwoRate_Destroy(rig.two);
        rig.two = vlRig_Divide(rig.world, NULL);
    }
    while (rig.tick < 1200) {
        double t = rig.tick * TICK, sine, cosine;
        vlSinCos(8.0 * t, &sine, &cosine);
        vlRig_Tick(&rig, vlVec(0.02 * sine, 0.02 - 0.02 * cosine, -fmin(PRESS, 0.1 * t)),
                   vlVec(0.16 * cosine, 0.16 * sine, t < 0.2 ? -0.1 : 0.0));
        vlRig_Serve(&rig, period);
    }
    uint64_t hash = vlWorld_GetHash(rig.world);
    vlRig_Drop(&rig);
    return hash;
}

// A packet of the same state as the step is not carried at all, so nothing is old or jumps.
static void a_packet_every_step_gives_the_bits_of_a_single_rate(void** state)
{
    (void)state;
    assert_true(hashOfRubbing(false, 1, 0.0) == hashOfRubbing(true, 1, 0.0));
    assert_true(hashOfRubbing(false, 1, 0.6) == hashOfRubbing(true, 1, 0.6));
}

// On every compiler and at every level of optimisation.
#define GOLDEN 0xf58f379c690287a9u

static void the_same_turns_give_the_same_bits(void** state)
{
    (void)state;
    uint64_t hash = hashOfRubbing(false, 7, 0.6);
    if (hash != GOLDEN) {
        fail_msg("0x%016" PRIx64 "; expected 0x%016" PRIx64, hash, (uint64_t)GOLDEN);
    }
    assert_true(hash == hashOfRubbing(false, 7, 0.6));
    assert_true(hash != hashOfRubbing(false, 8, 0.6));
}

// 10 g, 1 kHz down to 50 Hz.
static void a_held_tool_presses_calmly_at_any_rate(void** state)
{
    (void)state;
    static const double stiffness[] = {5e3, 1e4};
    static const double coupling[] = {200.0, 500.0};
    static const double tilt[] = {0.0, 0.6};
    static const int period[] = {1, 2, 5, 10, 20};
    for (int i = 0; i < 8; ++i) {
        RigDef def = {.stiffness = stiffness[i & 1],
                      .coupling = coupling[(i >> 1) & 1],
                      .tilt = tilt[i >> 2],
                      .isSingle = true};
        Calm single = press(def, 1);
        def.isSingle = false;
        for (size_t k = 0; k < sizeof period / sizeof period[0]; ++k) {
            Calm calm = press(def, period[k]);
            // On a corner the tool may come to rest at a slightly different place, because of
            // friction.
            VL_CHECK_NEAR(calm.mean, single.mean, 2e-3 * single.mean);
            VL_CHECK_BELOW(calm.ripple, 1e-4 * single.mean); // a hundredth of what can be felt
            VL_CHECK_BELOW(calm.most, 1.1 * single.most);    // also the peak when it came down
        }
    }
}

static void a_force_that_is_held_shakes_the_hand(void** state)
{
    (void)state;
    RigDef def = {.stiffness = 5e3, .coupling = 200.0};
    Calm bed = press(def, 10);
    def.reference = vlPacketModel_Held();
    Calm held = press(def, 10);
    VL_CHECK_BELOW(bed.ripple, 1e-4 * bed.mean);
    assert_true(held.ripple > 5.0 * bed.ripple);
    assert_true(held.ripple > 0.5 * bed.mean); // it bounces
}

// Presses for half a second, then pulls the tool away quickly. Returns the largest pull of the
// table on it.
static double pullOf(const vlPacketModel* reference, int period)
{
    Rig rig = vlRig_Make((RigDef){.stiffness = 5e3, .coupling = 200.0, .reference = reference});
    double pull = 0.0;
    while (rig.tick < 700) {
        if (rig.tick < 500) {
            vlRig_Press(&rig, PRESS);
        } else {
            double up = 0.5 * (rig.tick - 500) * TICK;
            vlRig_Tick(&rig, vlVec(0.0, 0.0, up - PRESS), vlVec(0.0, 0.0, 0.5));
        }
        vlRig_Serve(&rig, period);
        for (int i = 0; i < vlWorld_GetContactCount(rig.world); ++i) {
            vlContactReport c = vlStage_ContactOf(rig.world, i);
            pull = fmax(pull, -vlDot(c.wrench.force, c.normal));
        }
    }
    vlRig_Drop(&rig);
    return pull;
}

static void a_bed_never_pulls_and_a_linear_packet_does(void** state)
{
    (void)state;
    double weight = 0.01 * VL_GRAVITY;
    // The force of a step that is not solved again may be below zero by a rounding error.
    VL_CHECK_BELOW(pullOf(NULL, 1), 1e-3 * weight);
    VL_CHECK_BELOW(pullOf(NULL, 20), 1e-3 * weight);
    assert_true(pullOf(vlPacketModel_Linear(), 20) > 10.0 * weight);
}

static void a_stall_of_the_contact_side_is_survived(void** state)
{
    (void)state;
    static const double tilt[] = {0.0, 0.6};
    for (int i = 0; i < 4; ++i) {
        Rig rig = vlRig_Make(
            (RigDef){.stiffness = i & 1 ? 1e4 : 5e3, .coupling = 200.0, .tilt = tilt[i >> 1]});
        double before = 0.0, most = 0.0, faded = 0.0, recovered = 0.0;
        while (rig.tick < 1500) {
            bool isStalled = rig.tick > 600 && rig.tick < 800;
            double t = rig.tick * TICK;
            // The hand presses harder and harder.
            double deeper = t > 0.6 && t < 0.8 ? 0.02 * (t - 0.6) : (t >= 0.8 ? 0.004 : 0.0);
            double part = t < 0.3 ? t / 0.3 : 1.0;
            vlRig_Tick(&rig, vlVec(0.0, 0.0, -PRESS * part - deeper), vlZero());
            if (!isStalled) {
                vlRig_Serve(&rig, 2);
            }
            double force = vlRig_Force(&rig);
            before = rig.tick == 600 ? force : before;
            most = rig.tick > 600 ? fmax(most, force) : most;
            if (rig.tick == 799) {
                faded = force;
                assert_true(vlRig_Report(&rig).isStale);
            }
            recovered = rig.tick == 850 ? force : recovered;
        }
        double after = vlRig_Force(&rig);
        vlTwoRateReport report = vlRig_Report(&rig);
        assert_int_equal(report.stale, 1);
        assert_false(report.isStale);
        assert_true(report.held >= 1);
        VL_CHECK_NEAR(report.maxAge, 0.2, 3.0 * TICK);
        // Nothing holds the tool any more: only its weight and the drag of its fall remain.
        VL_CHECK_BELOW(fabs(faded), 0.3 * before);
        // Bounded: the device is 4 mm deeper, 0.8 N at 200 N/m. The tool has sunk by up to 20 mm
        // and comes out at 1 m/s and more: the coupling's 2 N s/m and the tool's bounces add at
        // most a third.
        VL_CHECK_BELOW(most, 4.0 / 3.0 * (before + 0.8));
        // The force is back within 50 ms, to a tenth.
        VL_CHECK_NEAR(recovered, after, 0.1 * after);
        // 0.1: the contact yields, and on a corner the tool rotates: 0.6 N m/rad at 20 mm are 1.5
        // kN/m.
        VL_CHECK_NEAR(after, before + 0.8, 0.1 * after);
        vlRig_Drop(&rig);
    }
}

// The force may not rise above its value when the packet was last valid.
static void an_old_packet_does_not_press_harder(void** state)
{
    (void)state;
    Rig rig = vlRig_Make((RigDef){.stiffness = 5e3, .coupling = 200.0});
    while (rig.tick < 500) {
        vlRig_Press(&rig, PRESS);
        vlRig_Serve(&rig, 5);
    }
    double believed = 0.0;
    while (rig.tick < 555) { // 55 ms without a packet: held, not stale
        double deeper = 0.1 * (rig.tick - 500) * TICK;
        vlRig_Tick(&rig, vlVec(0.0, 0.0, -PRESS - deeper), vlZero());
        double normal = vlStage_ContactOf(rig.world, 0).normalForce;
        if (rig.tick <= 520) {
            believed = fmax(believed, normal);
        } else {
            // 1.5: its damper still acts: the tool sinks at most as fast as the hand, 0.1 m/s, with
            // 2 zeta sqrt(k m) = 10 N s/m and k h = 5 N s/m.
            VL_CHECK_BELOW(normal, believed + 1.5);
        }
    }
    double depth = vlStage_ContactOf(rig.world, 0).depth;
    assert_true(depth * 5e3 > believed + 0.5); // without the limit it would have risen
    assert_false(vlRig_Report(&rig).isStale);
    assert_int_equal(vlRig_Report(&rig).held, 1);
    vlRig_Drop(&rig);
}

// Packets are lost or bunched, and ticks are left out; the tool is held in the same way.
static void irregular_turns_are_borne(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int run = 0; run < vlStage_Count(20, 4); ++run) {
        Rig rig = vlRig_Make(
            (RigDef){.stiffness = 1e4, .coupling = 500.0, .tilt = run % 2 == 0 ? 0.0 : 0.6});
        double most = 0.0, missed = 0.0;
        while (rig.tick < 1500) {
            double t = rig.tick * TICK + missed, sine, cosine;
            // A tick that is too late is left out; the device has moved on in the meantime.
            missed += vlRandom_Index(&random, 50) == 0 ? 5.0 * TICK : 0.0;
            vlSinCos(10.0 * t, &sine, &cosine);
            vlRig_Tick(&rig, vlVec(0.01 * sine, 0.0, -fmin(PRESS, 0.1 * t)),
                       vlVec(0.1 * cosine, 0.0, t < 0.2 ? -0.1 : 0.0));
            for (int turns = vlRandom_Index(&random, 14) - 11; turns > 0; --turns) {
                // Again without a new state: this does nothing.
                (void)vlTwoRate_FindContacts(rig.two);
            }
            most = fmax(most, fabs(vlRig_Force(&rig)));
        }
        // 20 mm, 8 or more of them beyond the surface at 500 N/m, and its damper's 2 N s/m at
        // the speed of a jump of the device: 6 N and little more.
        VL_CHECK_BELOW(most, 12.0);
        assert_false(vlTwoRate_FindContacts(rig.two) && vlTwoRate_FindContacts(rig.two));
        vlRig_Drop(&rig);
    }
}

// A rail that ends: beyond it the next packet is empty, and the force falls to zero in three steps.
static void a_force_that_ends_is_spread(void** state)
{
    (void)state;
    Rig rig = vlRig_Make((RigDef){.stiffness = 5e3, .coupling = 500.0, .isSingle = true});
    vlStage_Place(rig.world, rig.table, vlModel_At(-0.219, 0.0, -0.05), vlModel_AtRest());
    rig.two = vlRig_Divide(rig.world, NULL);
    double x = 0.0, drop = 0.0, last = 0.0;
    uint64_t blended = 0;
    while (rig.tick < 900) {
        if (rig.tick < 500) {
            vlRig_Press(&rig, PRESS);
        } else {
            x += 0.4 * TICK;
            vlRig_Tick(&rig, vlVec(x, 0.0, -PRESS), vlVec(0.4, 0.0, 0.0));
        }
        double normal = vlWorld_GetContactCount(rig.world) > 0
                            ? vlStage_ContactOf(rig.world, 0).normalForce
                            : 0.0;
        if (rig.tick > 520) {
            drop = fmax(drop, last - normal);
        }
        last = normal;
        vlRig_Serve(&rig, 10);
        blended = vlRig_Report(&rig).blended;
    }
    assert_true(last == 0.0);
    assert_true(blended >= 1);
    // Of the 4 N that pressed, a third at a time, plus the effect of the tool's own jump.
    VL_CHECK_BELOW(drop, 2.5);
    vlRig_Drop(&rig);
}

static void a_tool_on_a_slope_does_not_creep_between_packets(void** state)
{
    (void)state;
    Rig rig = vlRig_Make((RigDef){.stiffness = 1e4, .coupling = 0.0});
    assert_int_equal(vlWorld_DestroyCoupling(rig.world, rig.coupling), VL_OK);
    vlStage_Place(rig.world, rig.tool, vlModel_At(0.0, 0.0, 0.01), vlModel_AtRest());
    vlStage_Lean(rig.world, 20.0 * VL_PI / 180.0); // the limit is 21.8 degrees at mu 0.4
    vlVec3 settled = vlZero();
    // The depth of its first touch is given back with a time constant of 0.1 to 0.2 s.
    while (rig.tick < 7000) {
        vlStage_Step(rig.world);
        ++rig.tick;
        vlRig_Serve(&rig, 10);
        settled = rig.tick == 5000 ? vlStage_CentreOf(rig.world, rig.tool) : settled;
    }
    // In two seconds only rounding moves it: 1e-16 m per step.
    VL_CHECK_BELOW(vlLength(vlSub(vlStage_CentreOf(rig.world, rig.tool), settled)), 1e-12);
    VL_CHECK_BELOW(vlLength(settled), 0.011); // nor did it slide before
    vlRig_Drop(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_every_step_gives_the_bits_of_a_single_rate),
        cmocka_unit_test(the_same_turns_give_the_same_bits),
        cmocka_unit_test(a_held_tool_presses_calmly_at_any_rate),
        cmocka_unit_test(a_force_that_is_held_shakes_the_hand),
        cmocka_unit_test(a_bed_never_pulls_and_a_linear_packet_does),
        cmocka_unit_test(a_stall_of_the_contact_side_is_survived),
        cmocka_unit_test(an_old_packet_does_not_press_harder),
        cmocka_unit_test(irregular_turns_are_borne),
        cmocka_unit_test(a_force_that_ends_is_spread),
        cmocka_unit_test(a_tool_on_a_slope_does_not_creep_between_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
