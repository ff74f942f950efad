// SPDX-License-Identifier: MIT
// Every known device holds a tool through the whole loop, at the largest stiffness its table says:
// in a relaxed and a tight grip, in free air and struck against a hard wall.
//
// What must hold: A spring K that is sampled every T and held absorbs, over the measured steps dx,
//   sum K x(n-1) . dx(n) = K (x^2 - x0^2)/2 - K/2 sum |dx(n)|^2,
// so a passive world of no energy at the start gives the hand at most K/2 sum |dx|^2, for any
// motion and including the rounding of encoders, because the measured steps are the rounded ones. A
// damper uses the estimated velocity, which lags: the energy that it gives in steps against that
// velocity is added. The device's own damping b takes b/T sum |dx|^2 or more, so with b > K T/2
// (Colgate and Schenkel) the hand itself is never driven: the work it has done on the handle never
// falls below zero.

#include "haptic_rig.h"
#include "test.h"

#define FREE_HEIGHT 0.5    // m, of a tool that touches nothing
#define WALL_HEIGHT 0.03   // m, of one 20 mm over the wall
#define WALL_STIFFNESS 1e6 // N/m; no device renders it
#define TURN 0.1           // rad, by which the hand twists the tool
// Peak of the velocity filter's impulse response: w sqrt(2) exp(-pi/4) sin(pi/4), w = 2 pi 100 Hz.
#define FILTER_PEAK 286.5 // 1/s

typedef struct Trial {
    vlSimulatedDeviceDef device;
    bool isTight, isFree, isDirect, isPassive;
    double mass; // kg, of the tool
    double k, b; // N/m, N s/m
    double kt, bt;
} Trial;

// The smallest and largest value of a number.
typedef struct Range {
    double low, high;
} Range;

static const Range nothing = {HUGE_VAL, -HUGE_VAL};

static void widen(Range* range, double value)
{
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

static double widthOf(Range range)
{
    return range.high - range.low;
}

// The outcome of a trial of four seconds. Ranges are over the last half second.
typedef struct Outcome {
    Range force, torque; // N, N m
    Range earlier;       // N, force between 2 and 2.5 s
    Range height, turn;  // m, rad, of the handle itself
    double twisted;      // N m, largest torque
    double leastWork;    // J, of the hand on the handle
    double given;        // J, most that the hand had got so far, by the audit
    double explained;    // J, explained by sampling
    uint64_t acted;      // ticks of the passivity controller
} Outcome;

static Trial trialOf(int preset)
{
    Trial trial = {.mass = 1e-3, .b = 2.0, .bt = 0.01};
    assert_int_equal(
        vlSimulatedDevice_GetPreset(vlSimulatedDevice_GetPresetName(preset), &trial.device), VL_OK);
    const vlDeviceInfo* info = &trial.device.info;
    trial.k = info->maxStiffness;
    trial.kt = info->hasTorque ? info->maxAngularStiffness : 0.6;
    return trial;
}

// All but the last, the pantograph, which moves in a plane and has other tests (planar_port).
static int presetCount(void)
{
    int count = 0;
    while (vlSimulatedDevice_GetPresetName(count) != NULL) {
        ++count;
    }
    return count - 1;
}

static void makeWorld(vlHapticRig* rig, const Trial* trial)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = 2;
    def.gravity = vlZero(); // a weight that sinks may rightly give energy
    def.surface.stiffnessN = trial->isDirect ? trial->k : WALL_STIFFNESS;
    if (trial->isDirect) {
        def.surface.dampingN = trial->b;
    }
    rig->world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(rig->world);
}

static vlSimulatedGrip gripOf(const Trial* trial)
{
    return trial->isTight ? vlSimulatedDevice_TightGrip() : vlSimulatedDevice_RelaxedGrip();
}

// Compliance from the intention to the wall, m/N.
static double giveOf(const Trial* trial)
{
    return 1.0 / gripOf(trial).stiffness + 1.0 / trial->device.hand.arm.stiffness + 1.0 / trial->k;
}

// The person waits for the soft start, then strikes within 0.15 s and leans on the wall with half
// of the largest force, twisting the tool; in free air the hand moves as far and stops.
static vlRigHand* addHand(vlHapticRig* rig, const Trial* trial)
{
    vlSimulatedDeviceDef def = trial->device;
    double lean = 0.5 * def.info.maxForce * giveOf(trial);
    vlMotionKey keys[2] = {{0.7, vlModel_At(0.0, 0.0, 0.02)},
                           {0.85, vlModel_At(0.0, 0.0, trial->isFree ? 0.0 : -lean)}};
    keys[1].pose.q = vlQuatFromRotationVector(vlVec(TURN, 0.0, 0.0));
    def.start = keys[0].pose;
    def.hand.grip = gripOf(trial);
    def.hand.keys = keys;
    def.hand.keyCount = 2;
    return vlHapticRig_AddHand(rig, &def, trial->isPassive);
}

static void takeTool(vlHapticRig* rig, vlRigHand* hand, const Trial* trial)
{
    vlPose at = vlModel_At(0.0, 0.0, trial->isFree ? FREE_HEIGHT : WALL_HEIGHT);
    vlCouplingDef def = vlDefaultCouplingDef();
    def.stiffness = trial->k;
    def.damping = trial->b;
    def.angularStiffness = trial->kt;
    def.angularDamping = trial->bt;
    vlHapticRig_Take(rig, hand, vlVec(0.02, 0.02, 0.02), trial->isDirect ? 0.0 : trial->mass, at,
                     &def);
}

// The energy that sampling gives in a tick, from the pose and velocity of the previous one.
static void explain(Outcome* outcome, const Trial* trial, const vlRendererReport* last,
                    const vlRendererReport* now)
{
    vlVec3 step = vlSub(now->sample.pose.p, last->sample.pose.p);
    vlQuat turned = vlMulQ(now->sample.pose.q, vlConj(last->sample.pose.q));
    bool turns = trial->device.info.hasTorque;
    vlVec3 turn = turns ? vlRotationVectorFromQuat(vlUnitQ(turned)) : vlZero();
    outcome->explained += 0.5 * trial->k * vlDot(step, step) + 0.5 * trial->kt * vlDot(turn, turn);
    outcome->explained += fmax(0.0, -trial->b * vlDot(last->twist.linear, step));
    outcome->explained += fmax(0.0, -trial->bt * vlDot(last->twist.angular, turn));
}

static Outcome run(const Trial* trial)
{
    vlHapticRig rig = {.now = 0.0};
    Outcome o = {nothing, nothing, nothing, nothing, nothing, .given = 0.0};
    makeWorld(&rig, trial);
    vlRigHand* hand = addHand(&rig, trial);
    takeTool(&rig, hand, trial);
    vlHapticRig_Tick(&rig, 1);
    vlRendererReport last = vlRenderer_GetReport(hand->renderer);
    for (int n = 1; n < 4000; ++n) {
        vlHapticRig_Tick(&rig, 1);
        vlSimulatedReport device = vlHapticRig_ReportOf(hand);
        vlRendererReport now = vlRenderer_GetReport(hand->renderer);
        explain(&o, trial, &last, &now);
        o.leastWork = fmin(o.leastWork, device.handWork);
        o.twisted = fmax(o.twisted, vlLength(now.sent.torque));
        if (n >= 3500) {
            widen(&o.force, now.sent.force.z);
            widen(&o.torque, now.sent.torque.x);
            widen(&o.height, device.handle.p.z);
            widen(&o.turn, 2.0 * device.handle.q.x);
        } else if (n >= 2000 && n < 2500) {
            widen(&o.earlier, now.sent.force.z);
        }
        last = now;
    }
    o.given = vlRenderer_GetAudit(hand->renderer, 0.0).mostGivenToHand;
    o.acted = vlRenderer_GetPassivity(hand->renderer)->acted;
    assert_int_equal(hand->seen & VL_TRIP_FLAG(VL_TRIP_JUMP), 0);
    vlHapticRig_Close(&rig);
    return o;
}

// In the end Coulomb friction holds the handle: it rests, to the rounding of its own integration,
// and the force is constant.
static void checkRest(const Trial* trial, const Outcome* o)
{
    VL_CHECK_BELOW(widthOf(o->height), 1e-12);
    VL_CHECK_BELOW(widthOf(o->turn), 1e-12);
    VL_CHECK_BELOW(widthOf(o->force), 1e-9);
    VL_CHECK_BELOW(widthOf(o->torque), 1e-9);
    // The hand leans on the wall with half of the largest force, minus what friction holds.
    // Rotated, the tool stands on its edge, 1 mm farther from its middle.
    double half = trial->isFree ? 0.0 : 0.5 * trial->device.info.maxForce;
    double off = trial->isFree ? 1e-9 : trial->device.friction + 1e-3 / giveOf(trial);
    VL_CHECK_NEAR(o->force.high, half, off);
}

static void checkPassive(const Outcome* o)
{
    VL_CHECK_BELOW(o->given, o->explained);
    // The device never drives the hand: rounding of 40000 sums of some 0.1 J.
    VL_CHECK_BELOW(-o->leastWork, 1e-14);
}

static void every_preset_is_stable_at_its_table_stiffness(void** state)
{
    (void)state;
    static const double masses[] = {1e-3, 0.05};
    int each = vlStage_IsSoak() ? 8 : 4;
    for (int i = 0; i < each * presetCount(); ++i) {
        Trial trial = trialOf(i / each);
        trial.isTight = i % 2 == 1;
        trial.isFree = i / 2 % 2 == 1;
        // Both masses, or one, chosen so that each preset, grip and place is tried with both.
        trial.mass = masses[each == 8 ? i / 4 % 2 : (i + i / 2 + i / 4) % 2];
        Outcome o = run(&trial);
        checkRest(&trial, &o);
        checkPassive(&o);
        bool isTwisted = trial.device.info.hasTorque && !trial.isFree;
        assert_true(o.twisted > (isTwisted ? 0.1 * trial.kt * TURN : -1.0));
    }
}

static void every_preset_holds_a_gram_softly(void** state)
{
    (void)state;
    int each = vlStage_IsSoak() ? 4 : 2;
    for (int i = 0; i < each * presetCount(); ++i) {
        Trial trial = trialOf(i / each);
        trial.isTight = i % 2 == 1;
        trial.isFree =
            (each == 4 ? i / 2 : i + i / 2) % 2 == 1; // each preset in both grips and both places
        trial.k = 200.0;
        Outcome o = run(&trial);
        checkRest(&trial, &o);
        checkPassive(&o);
    }
}

// Without friction, which would absorb it, the rounding of encoders keeps the handle trembling: by
// the count that flickers, up to two counts of creep in half a second, and the damper's response to
// the filtered velocity of a count, in both directions. It does not grow. (Of 320 runs that lean by
// up to 0.7% more, 317 stay within two counts; the others have 2.03, 2.42 and 2.47.)
static void without_friction_it_trembles_by_its_encoder_only(void** state)
{
    (void)state;
    for (int i = 0; i < 2 * presetCount(); ++i) {
        Trial trial = trialOf(i / 2);
        trial.isTight = i % 2 == 1;
        trial.device.friction = trial.device.angularFriction = 0.0;
        Outcome o = run(&trial);
        double count = trial.device.resolution;
        double turn = trial.device.info.hasTorque ? trial.device.angularResolution : 0.0;
        VL_CHECK_BELOW(widthOf(o.force), 3.0 * count * (trial.k + FILTER_PEAK * trial.b));
        VL_CHECK_BELOW(widthOf(o.torque), 2.0 * turn * (trial.kt + FILTER_PEAK * trial.bt) + 1e-12);
        VL_CHECK_BELOW(widthOf(o.force), widthOf(o.earlier) + trial.k * count);
        checkPassive(&o);
    }
}

// A pointer has no coupling: the wall itself has the largest stiffness that the device renders, and
// no damping.
static void a_pointer_is_as_stable_as_a_tool(void** state)
{
    (void)state;
    for (int i = 0; i < 2 * presetCount(); ++i) {
        Trial trial = trialOf(i / 2);
        trial.isTight = i % 2 == 1;
        trial.isDirect = true;
        trial.b = 0.0;
        Outcome o = run(&trial);
        checkRest(&trial, &o);
        // If the pointer is rotated, its edge meets the wall, half as stiff as a face; friction at
        // the wall adds a sideways spring of the same stiffness. In any one direction the stiffness
        // is at most K.
        checkPassive(&o);
    }
}

// The passivity controller changes nothing while it only observes; switched on, it removes a part
// of what sampling would give.
static void the_passivity_controller_gives_the_hand_less(void** state)
{
    (void)state;
    double given[2] = {0.0, 0.0};
    uint64_t acted = 0;
    for (int i = 0; i < 2 * presetCount(); ++i) {
        Trial trial = trialOf(i / 2);
        trial.isTight = i % 2 == 1;
        for (int k = 0; k < 2; ++k) {
            trial.isPassive = k == 1;
            Outcome o = run(&trial);
            checkRest(&trial, &o);
            checkPassive(&o);
            given[k] += o.given;
            assert_true(k == 1 || o.acted == 0);
            acted += o.acted;
        }
    }
    assert_true(acted > 0);
    VL_CHECK_BELOW(given[1], 0.5 * given[0]); // it could not foresee the rest
}

// A counter-check: a device with two samples of delay is driven by its spring, because b > K T/2 is
// far from enough for it, and all checks above would fail. A tight hand damps even that.
static void a_late_device_is_not_stable(void** state)
{
    (void)state;
    for (int tight = 0; tight < 2; ++tight) {
        Trial trial = trialOf(5); // omega6
        assert_string_equal(trial.device.info.model, "omega.6");
        trial.device.motors.delay = 2e-3;
        trial.isTight = tight == 1;
        Outcome o = run(&trial);
        if (trial.isTight) {
            checkRest(&trial, &o);
        } else {
            assert_true(widthOf(o.height) > 1e-3 && widthOf(o.force) > 5.0);
            assert_true(o.leastWork < -0.05);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_is_stable_at_its_table_stiffness),
        cmocka_unit_test(every_preset_holds_a_gram_softly),
        cmocka_unit_test(without_friction_it_trembles_by_its_encoder_only),
        cmocka_unit_test(a_pointer_is_as_stable_as_a_tool),
        cmocka_unit_test(the_passivity_controller_gives_the_hand_less),
        cmocka_unit_test(a_late_device_is_not_stable),
    };
    return cmocka_run_group_tests_name("haptic_presets", tests, NULL, NULL);
}
