// SPDX-License-Identifier: MIT
// A device tried out under a clock of the test: the spring and its limits, soft ends, counts.

#include <math.h>
#include <string.h>

#include "app/devices/device_trial.h"
#include "test.h"

#define TICK (1.0 / VL_TRIAL_RATE)

// A device whose handle is where the test puts it.
typedef struct Still {
    vlDeviceSample sample;
    bool isGone;
    vlWrench written;
} Still;

static vlResult readStill(void* self, double now, vlDeviceSample* sample)
{
    const Still* still = self;
    *sample = still->sample;
    sample->time = now;
    return still->isGone ? VL_ERROR_IO : VL_OK;
}

static vlResult writeStill(void* self, double now, const vlWrench* wrench)
{
    (void)now;
    Still* still = self;
    still->written = *wrench;
    return VL_OK;
}

static void closeStill(void* self)
{
    (void)self;
}

static const vlDeviceOps stillOps = {
    .name = "still", .read = readStill, .write = writeStill, .close = closeStill};

typedef struct Stage {
    Still still;
    vlDevice* device;
    vlTrial trial;
    double now;
} Stage;

static void begin(Stage* stage, const vlDeviceInfo* info, const vlTrialDef* def)
{
    memset(stage, 0, sizeof *stage);
    stage->now = 100.0;
    stage->still.sample.pose = vlIdentityPose();
    stage->still.sample.pose.p = vlVec(0.1, 0.2, 0.3);
    assert_int_equal(vlDevice_Wrap(&stillOps, &stage->still, info, &stage->device), VL_OK);
    assert_int_equal(vlTrial_Start(&stage->trial, stage->device, def, stage->now), VL_OK);
}

static void tick(Stage* stage, int count)
{
    for (int i = 0; i < count; ++i) {
        ++stage->still.sample.sequence;
        stage->now += TICK;
        vlTrial_Tick(&stage->trial, stage->now);
    }
}

// Moves the handle along x so slowly that no rule of the governor objects.
static void pull(Stage* stage, double distance)
{
    for (int i = 0; i < 1000; ++i) {
        stage->still.sample.pose.p.x += distance / 1000.0;
        tick(stage, 1);
    }
}

static const vlDeviceInfo strong = {
    .hasForce = true, .maxForce = 12.0, .maxStiffness = 5000.0, .buttonCount = 1};
static const vlTrialDef gentle = {.stiffness = 50.0};

static void a_spring_pulls_to_where_the_handle_was(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &gentle);
    tick(&s, 1000);
    assert_true(vlLength(s.still.written.force) == 0.0);
    pull(&s, 0.02);
    // 50 N/m over 2 cm; 1e-9 for the rounding of a thousand sums.
    assert_true(fabs(s.still.written.force.x + 1.0) < 1e-9);
    assert_true(s.still.written.force.y == 0.0 && vlLength(s.still.written.torque) == 0.0);
    assert_true(fabs(s.trial.status.largestForce - 1.0) < 1e-9);
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        assert_true(s.trial.status.trips[i].spells == 0);
    }
    vlDevice_Close(s.device);
}

static void the_force_stays_below_a_third_of_what_the_device_can(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &(vlTrialDef){.stiffness = 1000.0});
    tick(&s, 1000);
    pull(&s, 0.05);
    assert_true(fabs(vlLength(s.still.written.force) - 4.0) < 1e-12); // rounding of the cut
    assert_true(s.trial.status.largestForce <= 4.0 + 1e-12);
    assert_true(s.trial.status.trips[VL_TRIP_FORCE].spells == 1);
    vlDevice_Close(s.device);
}

static void a_device_sets_the_limits_of_the_spring(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &(vlTrialDef){.stiffness = 1e5});
    assert_true(s.trial.status.stiffness == 5000.0);
    vlDevice_Close(s.device);

    vlDeviceInfo unknown = {.hasForce = true};
    begin(&s, &unknown, &(vlTrialDef){.stiffness = 300.0});
    assert_true(s.trial.status.stiffness == 300.0);
    assert_true(s.trial.status.maxForce == VL_TRIAL_UNKNOWN_FORCE);
    vlDevice_Close(s.device);

    vlDeviceInfo mouse = {.hasOrientation = true};
    begin(&s, &mouse, &gentle);
    tick(&s, 1000);
    pull(&s, 0.02);
    assert_true(s.trial.status.reads == 2000 && s.trial.status.largestForce == 0.0);
    vlDevice_Close(s.device);
}

static void the_end_is_soft_and_leaves_no_force(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &gentle);
    tick(&s, 1000);
    pull(&s, 0.02);
    double last = vlLength(s.still.written.force);
    vlTrial_End(&s.trial, s.now);
    int ticks = 0;
    for (; !s.trial.status.isOver && ticks < 1000; ++ticks) {
        tick(&s, 1);
        double force = vlLength(s.still.written.force);
        // 1 N in 250 ticks is 4 mN each; the rest is rounding of times near 100 s.
        assert_true(last - force >= 0.0 && last - force < 4.001e-3);
        last = force;
    }
    assert_in_range(ticks, 249, 251); // 0.25 s, give or take a tick by rounding
    assert_true(last == 0.0);
    // The trial is over: nothing is read or rendered any more.
    uint64_t reads = s.trial.status.reads;
    tick(&s, 10);
    assert_true(s.trial.status.reads == reads);
    vlDevice_Close(s.device);
}

static void its_time_ends_a_trial(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &(vlTrialDef){.stiffness = 50.0, .seconds = 0.5});
    tick(&s, 490);
    assert_false(s.trial.status.isEnding);
    tick(&s, 20);
    assert_true(s.trial.status.isEnding && !s.trial.status.isOver);
    tick(&s, 250);
    assert_true(s.trial.status.isOver);
    vlDevice_Close(s.device);
}

static void samples_and_failures_are_counted(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &gentle);
    // Before the first measurement a failed read is no failure, and nothing is rendered.
    s.still.isGone = true;
    tick(&s, 100);
    assert_true(!s.trial.status.isStarted && s.trial.status.failedReads == 0);
    s.still.isGone = false;
    tick(&s, 1000);
    assert_true(s.trial.status.samples == 1000 && s.trial.status.missedSamples == 0);
    s.still.sample.sequence += 7;
    tick(&s, 1);
    assert_true(s.trial.status.missedSamples == 7);
    // The numbering starts again: this does not count as 2^64 missed measurements.
    s.still.sample.sequence = 0;
    tick(&s, 1);
    assert_true(s.trial.status.missedSamples == 7 && s.trial.status.samples == 1002);
    assert_true(s.trial.status.isAnswering && s.trial.status.reads == 1002);
    vlDevice_Close(s.device);
}

static void a_device_that_is_gone_gets_no_force(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &gentle);
    tick(&s, 1000);
    pull(&s, 0.02);
    s.still.isGone = true;
    tick(&s, 100); // the governor waits 50 ms and fades for 20
    assert_true(vlLength(s.still.written.force) == 0.0);
    assert_true(!s.trial.status.isAnswering && s.trial.status.failedReads == 100);
    assert_true(s.trial.status.trips[VL_TRIP_STALE].spells == 1);
    vlTrial_End(&s.trial, s.now);
    tick(&s, 260);
    assert_true(s.trial.status.isOver);
    vlDevice_Close(s.device);
}

static void without_any_measurement_a_trial_ends_at_once(void** state)
{
    (void)state;
    Stage s;
    begin(&s, &strong, &gentle);
    s.still.isGone = true;
    tick(&s, 10);
    vlTrial_End(&s.trial, s.now);
    tick(&s, 1);
    assert_true(s.trial.status.isOver && !s.trial.status.isStarted);
    vlDevice_Close(s.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_pulls_to_where_the_handle_was),
        cmocka_unit_test(the_force_stays_below_a_third_of_what_the_device_can),
        cmocka_unit_test(a_device_sets_the_limits_of_the_spring),
        cmocka_unit_test(the_end_is_soft_and_leaves_no_force),
        cmocka_unit_test(its_time_ends_a_trial),
        cmocka_unit_test(samples_and_failures_are_counted),
        cmocka_unit_test(a_device_that_is_gone_gets_no_force),
        cmocka_unit_test(without_any_measurement_a_trial_ends_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
