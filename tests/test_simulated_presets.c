// SPDX-License-Identifier: MIT
// Known devices against the hardest wall that their tables allow, and what is refused.

#include <math.h>
#include <stdlib.h>

#include "scene_text.h"
#include "simulated_fixture.h"
#include "stage.h"
#include "test.h"

#define PRESETS 12
// All but the last, the pantograph, which moves in a plane and reads angles; test_pantograph tests
// it.
#define IN_SPACE (PRESETS - 1)

static vlSimulatedDeviceDef preset(int i)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset(vlSimulatedDevice_GetPresetName(i), &def), VL_OK);
    return def;
}

static void presets_have_names_and_finite_limits(void** state)
{
    (void)state;
    int count = 0;
    for (; vlSimulatedDevice_GetPresetName(count) != NULL; ++count) {
        vlSimulatedDeviceDef def = preset(count);
        assert_true(def.info.hasForce && def.info.model[0] != '\0');
        assert_true(def.info.maxForce >= 3.3 && def.info.maxForce <= 20.0);
        assert_true(def.info.hasTorque == (def.info.maxTorque > 0.0));
        // A sampled spring is passive only with enough viscous and dry friction.
        double k = def.info.maxStiffness;
        assert_true(def.damping > 0.5 * k / def.info.rate);
        assert_true(def.friction > 0.5 * k * def.resolution);
        double turned = def.info.maxAngularStiffness;
        assert_true(def.angularDamping > 0.5 * turned / def.info.rate);
        assert_true(def.angularFriction > 0.5 * turned * def.angularResolution);
    }
    assert_int_equal(count, PRESETS);
    assert_null(vlSimulatedDevice_GetPresetName(-1));
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega.3", &def), VL_OK);
    assert_string_equal(def.info.model, "omega.3");
    assert_int_equal(vlSimulatedDevice_GetPreset("omega", &def), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_GetPreset("", &def), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_GetPreset(NULL, &def), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_GetPreset("touch", NULL), VL_ERROR_ARGUMENT);
}

// A number of the table, in the given unit; a dash if there is none.
static const char* cell(double value, double unit, char text[16])
{
    (void)snprintf(text, 16, value > 0.0 ? "%.6g" : "–", value / unit);
    return text;
}

static void the_documentation_has_the_table_of_all_presets(void** state)
{
    (void)state;
    char* page = vlSceneText_Load("docs/devices.md");
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL; ++i) {
        vlSimulatedDeviceDef def = preset(i);
        const vlDeviceInfo* info = &def.info;
        char row[256], text[9][16];
        (void)snprintf(
            row, sizeof row,
            "\n| `%s` | %s | %s | %s | %s | %s | %s | %s | %s | %d | %s | %s | %s |\n",
            vlSimulatedDevice_GetPresetName(i), info->model, cell(info->maxForce, 1.0, text[0]),
            cell(info->maxTorque, 1.0, text[1]), cell(info->maxStiffness, 1.0, text[2]),
            cell(info->maxAngularStiffness, 1.0, text[3]), cell(info->radius, 1e-3, text[4]),
            cell(def.statedDelay, 1e-3, text[8]), info->hasOrientation ? "yes" : "no",
            info->buttonCount, cell(def.mass, 1e-3, text[5]), cell(def.friction, 1.0, text[6]),
            cell(def.resolution, 1e-6, text[7]));
        if (strstr(page, row) == NULL) {
            fail_msg("docs/devices.md has no row%s", row);
        }
    }
    free(page);
}

static void a_resting_hand_rests_at_the_centre(void** state)
{
    (void)state;
    for (int i = 0; i < IN_SPACE; ++i) {
        vlDevice* device = NULL;
        char message[100];
        assert_int_equal(vlDevice_Open("simulated", vlSimulatedDevice_GetPresetName(i), &device,
                                       message, sizeof message),
                         VL_OK);
        for (int n = 0; n <= 10; ++n) {
            vlDeviceSample sample;
            assert_int_equal(vlDevice_Read(device, 0.1 * n, &sample), VL_OK);
            assert_true(vlLength(sample.pose.p) == 0.0 && sample.pose.q.w == 1.0);
        }
        vlDevice_Close(device);
    }
}

// The outcome of a strike.
typedef struct Strike {
    double speed;        // m/s, at which the wall was met
    double leastWork;    // J, of the hand on the device; negative: the device drove the hand
    double ripple, turn; // m and rad, of the handle's motion in the last half second
    double depth;        // m, at the end
} Strike;

// The person strikes the wall z < 0 and then leans on it with half of the largest force, twisting
// against a spring about x. Served at 1 kHz.
static Strike strike(vlSimulatedDeviceDef def, vlSimulatedGrip grip)
{
    double lean = 0.5 * def.info.maxForce * (1.0 / grip.stiffness + 1.0 / def.hand.arm.stiffness);
    vlMotionKey keys[2] = {{0.0, vlIdentityPose()}, {0.15, vlIdentityPose()}};
    keys[0].pose.p.z = 0.02;
    keys[1].pose.p.z = -lean;
    keys[1].pose.q = vlQuatFromRotationVector(vlVec(0.1, 0.0, 0.0));
    def.start = keys[0].pose;
    def.hand.grip = grip;
    def.hand.keys = keys;
    def.hand.keyCount = 2;
    vlDevice* device = NULL;
    assert_int_equal(vlSimulatedDevice_Create(&def, &device), VL_OK);
    Strike s = {0.0, 0.0, 0.0, 0.0, 0.0};
    vlVec3 low = vlVec(1.0, 1.0, 1.0);
    vlVec3 high = vlVec(-1.0, -1.0, -1.0);
    for (int n = 0; n < 3000; ++n) {
        vlDeviceSample sample;
        assert_int_equal(vlDevice_Read(device, 1e-3 * n, &sample), VL_OK);
        double z = sample.pose.p.z;
        double turn = 2.0 * sample.pose.q.x;
        vlWrench wrench = {{0.0, 0.0, z < 0.0 ? -def.info.maxStiffness * z : 0.0},
                           {-def.info.maxAngularStiffness * turn, 0.0, 0.0}};
        assert_int_equal(vlDevice_Write(device, 1e-3 * n, &wrench), VL_OK);
        vlSimulatedReport report = reportOf(device);
        s.leastWork = fmin(s.leastWork, report.handWork);
        s.depth = -report.handle.p.z;
        if (z < 0.0 && s.speed == 0.0) {
            s.speed = -report.handleTwist.linear.z;
        }
        if (n >= 2500) {
            low = vlVec(fmin(low.x, report.handle.q.x), 0.0, fmin(low.z, report.handle.p.z));
            high = vlVec(fmax(high.x, report.handle.q.x), 0.0, fmax(high.z, report.handle.p.z));
        }
    }
    s.ripple = high.z - low.z;
    s.turn = 2.0 * (high.x - low.x);
    vlDevice_Close(device);
    return s;
}

static void every_preset_holds_its_hardest_wall_in_any_grip(void** state)
{
    (void)state;
    vlSimulatedGrip grips[2] = {vlSimulatedDevice_RelaxedGrip(), vlSimulatedDevice_TightGrip()};
    for (int i = 0; i < 2 * IN_SPACE; ++i) {
        vlSimulatedDeviceDef def = preset(i / 2);
        Strike s = strike(def, grips[i % 2]);
        assert_true(s.speed > 0.1);
        // The device never drives the hand: rounding of 30000 sums of some 0.1 J.
        VL_CHECK_BELOW(-s.leastWork, 1e-14);
        // At rest in the end: Coulomb friction holds it.
        VL_CHECK_BELOW(s.ripple, 1e-12);
        VL_CHECK_BELOW(s.turn, 1e-12);
        // Half of the largest force, minus friction and the effect of the yielding wall.
        double depth = 0.5 * def.info.maxForce / def.info.maxStiffness;
        assert_true(s.depth > 0.3 * depth && s.depth < 1.1 * depth);
    }
}

// A counter-check: the same wall through a late device is far from stable.
static void a_late_device_does_not_hold_it(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega3", &def), VL_OK);
    def.motors.delay = 2e-3;
    Strike s = strike(def, vlSimulatedDevice_RelaxedGrip());
    assert_true(s.leastWork < -0.1);
    assert_true(s.ripple > 1e-3);
}

typedef void (*Spoil)(vlSimulatedDeviceDef* def);

static void spoilMass(vlSimulatedDeviceDef* def)
{
    def->mass = 0.0;
}

static void spoilInertia(vlSimulatedDeviceDef* def)
{
    def->inertia = -1.0;
}

static void spoilDamping(vlSimulatedDeviceDef* def)
{
    def->damping = (double)NAN;
}

static void spoilFriction(vlSimulatedDeviceDef* def)
{
    def->angularFriction = HUGE_VAL;
}

static void spoilResolution(vlSimulatedDeviceDef* def)
{
    def->resolution = -1e-6;
}

static void spoilDelay(vlSimulatedDeviceDef* def)
{
    def->motors.delay = (VL_MAX_SIMULATED_DELAY + 1) / def->info.rate;
}

static void spoilRate(vlSimulatedDeviceDef* def)
{
    def->info.rate = 0.0;
}

static void spoilLimit(vlSimulatedDeviceDef* def)
{
    def->info.maxForce = (double)NAN;
}

static void spoilTorque(vlSimulatedDeviceDef* def)
{
    def->info.hasOrientation = false;
    def->info.hasTorque = true;
}

static void spoilStart(vlSimulatedDeviceDef* def)
{
    def->start.q.w = 1.1;
}

static void spoilHand(vlSimulatedDeviceDef* def)
{
    def->hand.mass = 0.0;
}

static void spoilGrip(vlSimulatedDeviceDef* def)
{
    def->hand.grip.stiffness = -1.0;
}

static void spoilFrequency(vlSimulatedDeviceDef* def)
{
    def->hand.frequency = (double)NAN;
}

static void spoilAmplitude(vlSimulatedDeviceDef* def)
{
    def->hand.amplitude.y = (double)NAN;
}

static void spoilKeys(vlSimulatedDeviceDef* def)
{
    def->hand.keyCount = 1; // of none
}

static void spoilKeyOrder(vlSimulatedDeviceDef* def)
{
    static vlMotionKey keys[2];
    keys[0] = keys[1] = (vlMotionKey){1.0, vlIdentityPose()};
    def->hand.keys = keys;
    def->hand.keyCount = 2;
}

static void spoilGripOrder(vlSimulatedDeviceDef* def)
{
    static vlSimulatedGripChange changes[2] = {{1.0, {0.0, 0.0, 0.0, 0.0}},
                                               {0.5, {0.0, 0.0, 0.0, 0.0}}};
    def->hand.grips = changes;
    def->hand.gripCount = 2;
}

static void spoilPress(vlSimulatedDeviceDef* def)
{
    static const vlSimulatedPress press = {1.0, 1.0, 1u};
    def->hand.presses = &press;
    def->hand.pressCount = 1;
}

static void what_cannot_be_is_refused(void** state)
{
    (void)state;
    const Spoil spoils[] = {
        spoilMass,      spoilInertia,   spoilDamping, spoilFriction, spoilResolution, spoilDelay,
        spoilRate,      spoilLimit,     spoilTorque,  spoilStart,    spoilHand,       spoilGrip,
        spoilFrequency, spoilAmplitude, spoilKeys,    spoilKeyOrder, spoilGripOrder,  spoilPress};
    vlDevice* device = NULL;
    for (size_t i = 0; i < sizeof spoils / sizeof spoils[0]; ++i) {
        vlSimulatedDeviceDef def = preset(0);
        spoils[i](&def);
        assert_int_equal(vlSimulatedDevice_Create(&def, &device), VL_ERROR_ARGUMENT);
        assert_null(device);
    }
    vlSimulatedDeviceDef def = preset(0);
    assert_int_equal(vlSimulatedDevice_Create(NULL, &device), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_Create(&def, NULL), VL_ERROR_ARGUMENT);
    vlSimulatedReport report;
    assert_int_equal(vlSimulatedDevice_GetReport(NULL, &report), VL_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_have_names_and_finite_limits),
        cmocka_unit_test(the_documentation_has_the_table_of_all_presets),
        cmocka_unit_test(a_resting_hand_rests_at_the_centre),
        cmocka_unit_test(every_preset_holds_its_hardest_wall_in_any_grip),
        cmocka_unit_test(a_late_device_does_not_hold_it),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("simulated presets", tests, NULL, NULL);
}
