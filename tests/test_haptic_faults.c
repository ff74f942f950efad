// SPDX-License-Identifier: MIT
// The whole haptic loop while something fails: a hand presses a tool on a table once a second, and
// the device, the clock or the world fails. In every tick the force that the device renders is
// finite, within its limits and changes no faster than they allow (haptic_rig.c); the cause is
// reported; and afterwards the hand feels the same as without the fault.

#include <string.h>

#include "haptic_rig.h"
#include "test.h"

#define PERIOD 1000   // ticks of a stroke
#define WARM_UP 2000  // ticks, after which all strokes are alike
#define MOVING 150    // tick of a stroke: on the way down
#define PRESSING 400  // and at rest on the table
#define RECOVERY 1500 // ticks: 0.5 s of soft start, then a stroke; then sticking is forgotten
#define LETS_GO 75    // ticks: 50 ms until data is stale, 20 ms fading, full force in 4 ms
#define HEIGHT 0.03   // m, of the tool before the first stroke
#define COUNT 1e-5    // m, of the omega.6's encoders

// The stiffness felt: that of the default coupling, or of the table that a pointer touches.
static double stiffnessOf(vlHoldKind kind)
{
    return kind == VL_HOLD_COUPLED ? 200.0 : 2000.0;
}

// What a hand feels in a stroke without faults, by the device's own time.
static vlVec3 reference[VL_HOLD_DIRECT + 1][PERIOD];

// --- A stroke a second ---

static void addStrokes(vlSimulatedDeviceDef* def, vlMotionKey keys[4])
{
    static const double times[] = {0.0, 0.3, 0.6, 1.0};
    static const double heights[] = {0.02, -0.03, -0.03, 0.02};
    assert_int_equal(vlSimulatedDevice_GetPreset("omega6", def), VL_OK);
    for (int i = 0; i < 4; ++i) {
        keys[i] = (vlMotionKey){times[i], vlModel_At(0.0, 0.0, heights[i])};
    }
    def->start = keys[0].pose;
    def->hand.keys = keys;
    def->hand.keyCount = 4;
    def->hand.repeat = true;
}

// Gives the hand a tool of a gram, or a pointer.
static void takeTool(vlHapticRig* rig, vlRigHand* hand, vlHoldKind kind, vlPose at)
{
    vlCouplingDef def = vlDefaultCouplingDef();
    double mass = kind == VL_HOLD_DIRECT ? 0.0 : 1e-3;
    vlHapticRig_Take(rig, hand, vlVec(0.04, 0.04, 0.02), mass, at, &def);
}

static void openWorld(vlHapticRig* rig, vlHoldKind kind)
{
    *rig = (vlHapticRig){.now = 0.0};
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = 4;
    // A pointer renders the contact itself, whose stiffness must be within the device's limit.
    def.surface.stiffnessN = kind == VL_HOLD_COUPLED ? 1e5 : stiffnessOf(kind);
    rig->world = vlStage_CreateWorld(&def);
}

static vlRigHand* addHand(vlHapticRig* rig, vlHoldKind kind, double x)
{
    vlSimulatedDeviceDef def;
    vlMotionKey keys[4];
    addStrokes(&def, keys);
    vlRigHand* hand = vlHapticRig_AddHand(rig, &def, false);
    takeTool(rig, hand, kind, vlModel_At(x, 0.0, HEIGHT));
    return hand;
}

static vlRigHand* openBench(vlHapticRig* rig, vlHoldKind kind)
{
    openWorld(rig, kind);
    vlStage_AddFloor(rig->world);
    return addHand(rig, kind, 0.0);
}

static int phaseOf(const vlRigHand* hand)
{
    return (int)floor(vlHapticRig_ReportOf(hand).time / VL_RIG_TICK + 0.5) % PERIOD;
}

static int learn(void** state)
{
    (void)state;
    for (vlHoldKind kind = VL_HOLD_COUPLED; kind <= VL_HOLD_DIRECT; ++kind) {
        vlHapticRig rig;
        vlRigHand* hand = openBench(&rig, kind);
        vlHapticRig_Tick(&rig, WARM_UP);
        for (int i = 0; i < PERIOD; ++i) {
            vlHapticRig_Tick(&rig, 1);
            reference[kind][phaseOf(hand)] = hand->faulty.rendered.force;
        }
        vlHapticRig_Close(&rig);
    }
    return 0;
}

// The difference between the force felt and the reference, N.
static double strayOf(const vlRigHand* hand, vlHoldKind kind)
{
    return vlLength(vlSub(hand->faulty.rendered.force, reference[kind][phaseOf(hand)]));
}

// A stroke must feel like the reference, to one count of the encoder: at which count the handle
// comes to rest depends on rounding.
static void checkStroke(vlHapticRig* rig, const vlRigHand* hand, vlHoldKind kind)
{
    double worst = 0.0;
    for (int i = 0; i < PERIOD; ++i) {
        vlHapticRig_Tick(rig, 1);
        worst = fmax(worst, strayOf(hand, kind));
    }
    VL_CHECK_BELOW(worst, COUNT * stiffnessOf(kind));
}

static bool isSilent(const vlRigHand* hand)
{
    vlWrench sent = vlRenderer_GetReport(hand->renderer).sent;
    return vlLength(sent.force) == 0.0 && vlLength(sent.torque) == 0.0;
}

// --- The device ---

typedef struct Expected {
    vlTripCause cause; // VL_TRIP_COUNT: none
    vlResult read, write;
} Expected;

static const Expected expected[VL_FAULT_COUNT] = {
    [VL_FAULT_NONE] = {VL_TRIP_COUNT, VL_OK, VL_OK},
    [VL_FAULT_UNPLUGGED] = {VL_TRIP_STALE, VL_ERROR_IO, VL_ERROR_IO},
    [VL_FAULT_HUNG] = {VL_TRIP_STALE, VL_OK, VL_OK},
    [VL_FAULT_NAN] = {VL_TRIP_STALE, VL_ERROR_ARGUMENT, VL_OK},
    [VL_FAULT_INF] = {VL_TRIP_STALE, VL_ERROR_ARGUMENT, VL_OK},
    [VL_FAULT_JUMP] = {VL_TRIP_JUMP, VL_OK, VL_OK},
    [VL_FAULT_QUAT] = {VL_TRIP_STALE, VL_ERROR_ARGUMENT, VL_OK},
    [VL_FAULT_LOST] = {VL_TRIP_COUNT, VL_OK, VL_OK},
    [VL_FAULT_DOUBLED] = {VL_TRIP_COUNT, VL_OK, VL_OK},
    [VL_FAULT_REORDERED] = {VL_TRIP_COUNT, VL_OK, VL_OK},
    [VL_FAULT_BUTTONS] = {VL_TRIP_COUNT, VL_OK, VL_OK},
    [VL_FAULT_WRITE] = {VL_TRIP_COUNT, VL_OK, VL_ERROR_IO},
};

// The ticks of a fault.
static void misbehave(vlHapticRig* rig, vlRigHand* hand, vlFault fault, int ticks)
{
    const Expected* e = &expected[fault];
    uint64_t sequence = vlRenderer_GetReport(hand->renderer).sample.sequence;
    hand->seen = 0;
    hand->faulty.fault = fault;
    for (int i = 0; i < ticks; ++i) {
        vlHapticRig_Tick(rig, 1);
        vlRendererReport r = vlRenderer_GetReport(hand->renderer);
        assert_int_equal(r.readResult, e->read);
        assert_int_equal(r.writeResult, e->write);
        assert_true(r.sample.sequence >= sequence); // late measurements are not used
        sequence = r.sample.sequence;
        assert_true(e->cause != VL_TRIP_STALE || i < LETS_GO || isSilent(hand));
        assert_true(e->write == VL_OK || i == 0 || isSilent(hand)); // until it accepts writes again
    }
    hand->faulty.fault = VL_FAULT_NONE;
}

static void checkReport(const vlRigHand* hand, vlFault fault, int ticks, double since)
{
    static const char* const words[VL_TRIP_COUNT] = {
        [VL_TRIP_JUMP] = "faster than it can", [VL_TRIP_STALE] = "too old"};
    const Expected* e = &expected[fault];
    vlRendererReport r = vlRenderer_GetReport(hand->renderer);
    assert_int_equal(r.readFailures, e->read != VL_OK ? ticks : 0);
    assert_int_equal(r.writeFailures, e->write != VL_OK ? ticks : 0);
    uint32_t wrong = VL_TRIP_FLAG(VL_TRIP_COUNT) - 1u;
    // These are not due to the fault: a hand that went deep is pushed back with the largest force,
    // which rises fast.
    wrong &= ~(VL_TRIP_FLAG(VL_TRIP_FORCE) | VL_TRIP_FLAG(VL_TRIP_FORCE_RATE));
    // A jump may end where the device cannot be.
    wrong &= fault == VL_FAULT_JUMP ? ~VL_TRIP_FLAG(VL_TRIP_PLACE) : ~0u;
    bool isShort = e->cause == VL_TRIP_STALE && ticks < 50;
    if (e->cause != VL_TRIP_COUNT && !isShort) {
        vlTripRecord record = vlHapticRig_LastRecord(hand, e->cause);
        assert_true(record.time >= since);
        assert_non_null(strstr(vlTripCause_Text(record.cause), words[e->cause]));
        wrong &= ~VL_TRIP_FLAG(e->cause);
    }
    assert_int_equal(hand->seen & wrong, 0);
    assert_int_equal(vlRenderer_GetAudit(hand->renderer, 0.0).refused, 0);
}

static void checkFault(vlHoldKind kind, vlFault fault, int phase, int ticks)
{
    vlHapticRig rig;
    vlRigHand* hand = openBench(&rig, kind);
    vlHapticRig_Tick(&rig, WARM_UP + phase);
    double since = rig.now;
    misbehave(&rig, hand, fault, ticks);
    // The handle was dragged sideways and stops beside its path, and again in the first stroke.
    vlHapticRig_Tick(&rig, fault == VL_FAULT_JUMP ? RECOVERY + PERIOD : RECOVERY);
    checkReport(hand, fault, ticks, since);
    checkStroke(&rig, hand, kind);
    vlHapticRig_Close(&rig);
}

static void every_fault_of_a_device_is_bounded_reported_and_forgotten(void** state)
{
    (void)state;
    for (vlHoldKind kind = VL_HOLD_COUPLED; kind <= VL_HOLD_DIRECT; ++kind) {
        for (int fault = VL_FAULT_NONE; fault < VL_FAULT_COUNT; ++fault) {
            checkFault(kind, (vlFault)fault, MOVING, 300);
            checkFault(kind, (vlFault)fault, MOVING, 30);
            if (vlStage_Count(1, 0) == 1) {
                checkFault(kind, (vlFault)fault, PRESSING, 300);
                checkFault(kind, (vlFault)fault, PRESSING, 1);
            }
        }
    }
}

static void garbage_on_the_buttons_changes_nothing(void** state)
{
    (void)state;
    vlHapticRig rig;
    vlRigHand* hand = openBench(&rig, VL_HOLD_COUPLED);
    vlHapticRig_Tick(&rig, WARM_UP);
    hand->faulty.fault = VL_FAULT_BUTTONS;
    uint32_t buttons = 0;
    for (int i = 0; i < PERIOD; ++i) {
        vlHapticRig_Tick(&rig, 1);
        VL_CHECK_BELOW(strayOf(hand, VL_HOLD_COUPLED), 1e-10); // rounding of the clock
        buttons |= vlRenderer_GetReport(hand->renderer).sample.buttons;
    }
    assert_int_equal(buttons, UINT32_MAX); // all buttons came through
    vlHapticRig_Close(&rig);
}

// A gram would be thrown through the table by one measurement 1 m below it, and stay there.
static void a_stray_measurement_does_not_throw_the_tool_through_a_table(void** state)
{
    (void)state;
    static const int ticks[] = {1, 5, 300};
    for (int i = 0; i < 3; ++i) {
        vlHapticRig rig;
        openWorld(&rig, VL_HOLD_COUPLED);
        vlStage_AddSlab(rig.world, vlVec(0.3, 0.3, 0.02));
        vlRigHand* hand = addHand(&rig, VL_HOLD_COUPLED, 0.0);
        hand->faulty.jump = vlVec(0.0, 0.0, -1.0);
        vlHapticRig_Tick(&rig, WARM_UP + MOVING);
        misbehave(&rig, hand, VL_FAULT_JUMP, ticks[i]);
        vlHapticRig_Tick(&rig, RECOVERY);
        assert_true(vlStage_CentreOf(rig.world, hand->tool).z > 0.0);
        checkStroke(&rig, hand, VL_HOLD_COUPLED);
        vlHapticRig_Close(&rig);
    }
}

// --- The clock ---

static void a_clock_that_is_set_silences_and_starts_softly(void** state)
{
    (void)state;
    static const double jumps[] = {0.2, 1.0, 3600.0, -0.05, -1.0, -3600.0};
    for (int i = 0; i < 12; ++i) {
        vlHapticRig rig;
        vlHoldKind kind = i % 2 == 0 ? VL_HOLD_COUPLED : VL_HOLD_DIRECT;
        vlRigHand* hand = openBench(&rig, kind);
        vlHapticRig_Tick(&rig, WARM_UP + PRESSING);
        hand->seen = 0;
        assert_int_equal(vlHapticRig_TickAfter(&rig, jumps[i / 2]), VL_OK);
        assert_true(isSilent(hand));
        vlTripRecord record = vlHapticRig_LastRecord(hand, VL_TRIP_CLOCK);
        VL_CHECK_NEAR(record.value, fabs(jumps[i / 2]), 1e-9); // rounding of the clock
        assert_true(record.time == rig.now);
        assert_non_null(strstr(vlTripCause_Text(record.cause), "clock"));
        vlHapticRig_Tick(&rig, RECOVERY);
        uint32_t allowed = VL_TRIP_FLAG(VL_TRIP_CLOCK) | VL_TRIP_FLAG(VL_TRIP_FORCE) |
                           VL_TRIP_FLAG(VL_TRIP_FORCE_RATE) | VL_GOVERNOR_RAMPING;
        // The simulated device waits for a clock that was set back a little.
        allowed |= jumps[i / 2] == -0.05 ? VL_TRIP_FLAG(VL_TRIP_STALE) : 0u;
        assert_int_equal(hand->seen & ~allowed, 0);
        checkStroke(&rig, hand, kind);
        vlHapticRig_Close(&rig);
    }
}

// --- The world ---

// Takes a new tool where the first one was before the first stroke; the hand must feel the same as
// before.
static void checkNewTool(vlHapticRig* rig, vlRigHand* hand, vlHoldKind kind)
{
    while (phaseOf(hand) != 0) {
        vlHapticRig_Tick(rig, 1);
        assert_true(isSilent(hand));
    }
    takeTool(rig, hand, kind, vlRenderer_GetReport(hand->renderer).pose);
    vlHapticRig_Tick(rig, RECOVERY);
    checkStroke(rig, hand, kind);
}

static void a_held_body_that_is_destroyed_is_let_go(void** state)
{
    (void)state;
    for (vlHoldKind kind = VL_HOLD_COUPLED; kind <= VL_HOLD_DIRECT; ++kind) {
        vlHapticRig rig;
        vlRigHand* hand = openBench(&rig, kind);
        vlHapticRig_Tick(&rig, WARM_UP + PRESSING);
        hand->seen = 0;
        assert_int_equal(vlWorld_DestroyBody(rig.world, hand->tool), VL_OK);
        vlHapticRig_Tick(&rig, 5); // full force falls to zero in 4 ms
        assert_true(isSilent(hand));
        vlRendererReport r = vlRenderer_GetReport(hand->renderer);
        assert_int_equal(r.hold, VL_HOLD_NOTHING);
        assert_int_equal(r.body.index1, 0);
        assert_int_equal(hand->seen & ~VL_TRIP_FLAG(VL_TRIP_FORCE_RATE), 0);
        checkNewTool(&rig, hand, kind);
        vlHapticRig_Close(&rig);
    }
}

static void a_held_body_that_diverges_is_not_felt(void** state)
{
    (void)state;
    vlHapticRig rig;
    vlRigHand* hand = openBench(&rig, VL_HOLD_COUPLED);
    vlHapticRig_Tick(&rig, WARM_UP + PRESSING);
    vlHapticRig_BlowUp(rig.world, hand->tool);
    assert_int_equal(vlHapticRig_TickAfter(&rig, VL_RIG_TICK), VL_ERROR_DIVERGED);
    vlHapticRig_Tick(&rig, 5);
    assert_true(isSilent(hand) && vlBody_IsFrozen(rig.world, hand->tool));
    vlHapticRig_Tick(&rig, PERIOD);
    assert_true(isSilent(hand));
    vlRenderer_Release(hand->renderer);
    assert_int_equal(vlWorld_DestroyBody(rig.world, hand->tool), VL_OK);
    checkNewTool(&rig, hand, VL_HOLD_COUPLED);
    vlHapticRig_Close(&rig);
}

// A pointer rests on a block that is gone in the next step: the force stays bounded, and the floor
// below is felt.
static void a_block_that_diverges_under_a_pointer_is_bounded(void** state)
{
    (void)state;
    vlHapticRig rig;
    vlRigHand* hand = openBench(&rig, VL_HOLD_DIRECT);
    vlBodyId block = vlStage_AddBox(rig.world, vlVec(0.1, 0.1, 0.01), 0.1,
                                    vlModel_At(0.0, 0.0, 0.005), vlModel_AtRest());
    vlHapticRig_Tick(&rig, WARM_UP + PRESSING);
    assert_true(hand->faulty.rendered.force.z > 1.0);
    vlHapticRig_BlowUp(rig.world, block);
    assert_int_equal(vlHapticRig_TickAfter(&rig, VL_RIG_TICK), VL_ERROR_DIVERGED);
    assert_true(vlBody_IsFrozen(rig.world, block));
    vlHapticRig_Tick(&rig, 100);
    assert_int_equal(vlWorld_DestroyBody(rig.world, block), VL_OK);
    vlHapticRig_Tick(&rig, RECOVERY);
    checkStroke(&rig, hand, VL_HOLD_DIRECT);
    vlHapticRig_Close(&rig);
}

// --- Two hands ---

static void one_hands_fault_is_not_felt_by_the_other(void** state)
{
    (void)state;
    vlVec3 sound[800];
    for (int fault = VL_FAULT_NONE; fault < VL_FAULT_COUNT; ++fault) {
        vlHapticRig rig;
        vlHoldKind kind = VL_HOLD_COUPLED;
        vlRigHand* bad = openBench(&rig, kind);
        vlRigHand* good = addHand(&rig, kind, -0.5);
        vlHapticRig_Tick(&rig, 600 + MOVING);
        for (int i = 0; i < 800; ++i) {
            bad->faulty.fault = i < 400 ? (vlFault)fault : VL_FAULT_NONE;
            vlHapticRig_Tick(&rig, 1);
            vlVec3 force = good->faulty.rendered.force;
            sound[i] = fault == VL_FAULT_NONE ? force : sound[i];
            assert_memory_equal(&force, &sound[i], sizeof force); // to the last bit
        }
        assert_int_equal(vlRenderer_GetReport(good->renderer).readFailures, 0);
        vlHapticRig_Close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_of_a_device_is_bounded_reported_and_forgotten),
        cmocka_unit_test(garbage_on_the_buttons_changes_nothing),
        cmocka_unit_test(a_stray_measurement_does_not_throw_the_tool_through_a_table),
        cmocka_unit_test(a_clock_that_is_set_silences_and_starts_softly),
        cmocka_unit_test(a_held_body_that_is_destroyed_is_let_go),
        cmocka_unit_test(a_held_body_that_diverges_is_not_felt),
        cmocka_unit_test(a_block_that_diverges_under_a_pointer_is_bounded),
        cmocka_unit_test(one_hands_fault_is_not_felt_by_the_other),
    };
    return cmocka_run_group_tests_name("haptic_faults", tests, learn, NULL);
}
