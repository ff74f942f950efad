// SPDX-License-Identifier: MIT
// Devices in the loop of a live run: a page that steers, a device that is connected, two rates.
// All under the test's own clock.

#include <math.h>
#include <string.h>

#include "live_fixture.h"
#include "test.h"

static const char sceneText[] =
    "volar: 1\n"
    "name: held\n"
    "world: {step: 0.001, integrator: implicit}\n"
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: box, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 0.1, position: [0, 0, 0.2]}\n"
    "devices:\n"
    "  - {name: right, address: omega6, holds: box, stiffness: 500, damping: 5, scale: 2,\n"
    "     rotation: {axis: [0, 0, 1], degrees: 90}}\n";

#define WEIGHT (0.1 * 9.8)

// A device whose position the test sets, and which remembers the force that it got.
typedef struct Fake {
    vlVec3 place;
    uint64_t sequence;
    bool isGone, isDeaf; // reads fail, writes fail
    vlWrench last;
    int writes;
    bool isClosed;
} Fake;

static vlResult readFake(void* self, double now, vlDeviceSample* sample)
{
    Fake* fake = self;
    *sample = (vlDeviceSample){.time = now, .sequence = ++fake->sequence};
    sample->pose = vlIdentityPose();
    sample->pose.p = fake->place;
    return fake->isGone ? VL_ERROR_IO : VL_OK;
}

static vlResult writeFake(void* self, double now, const vlWrench* wrench)
{
    Fake* fake = self;
    (void)now;
    if (fake->isDeaf) {
        return VL_ERROR_IO;
    }
    fake->last = *wrench;
    ++fake->writes;
    return VL_OK;
}

static void closeFake(void* self)
{
    ((Fake*)self)->isClosed = true;
}

static vlDevice* wrap(Fake* fake)
{
    static const vlDeviceOps ops = {
        .name = "fake", .read = readFake, .write = writeFake, .close = closeFake};
    vlDeviceInfo info = {.model = "fake", .hasForce = true, .maxForce = 5.0, .rate = 1000.0};
    vlDevice* device = NULL;
    assert_int_equal(vlDevice_Wrap(&ops, fake, &info, &device), VL_OK);
    return device;
}

static void start(vlLiveLoop* loop, FakeClock* clock, vlLiveDef def)
{
    vlFileErrors errors = {.count = 0};
    vlResult r =
        vlScene_ReadText(sceneText, sizeof sceneText - 1, "test", NULL, &def.scene, &errors);
    if (r != VL_OK) {
        fail_msg("%d:%d: %s", errors.item[0].line, errors.item[0].column, errors.item[0].message);
    }
    assert_int_equal(vlSimulation_Create(def.scene, &def.simulation, NULL, 0), VL_OK);
    if (def.devices[0] != NULL) {
        const vlDeviceInfo* info = vlDevice_GetInfo(def.devices[0]);
        assert_int_equal(vlSimulation_SetDeviceInfo(def.simulation, 0, info), VL_OK);
    }
    assert_int_equal(vlLiveLoop_Init(loop, &def, clockOf(clock)), VL_OK);
}

static vlRendererReport reportOf(const vlLiveLoop* loop)
{
    return vlRenderer_GetReport(vlSimulation_GetRenderer(loop->def.simulation, 0));
}

static bool isOutside(const vlLiveLoop* loop)
{
    return vlSimulation_IsOutside(loop->def.simulation, 0);
}

static vlViewerCommand steer(int client, vlVec3 move, vlQuat turn)
{
    vlViewerCommand command = {
        .kind = VL_COMMAND_STEER, .client = client, .device = 0, .target = move, .turn = turn};
    return command;
}

static void a_page_moves_and_turns_the_device_and_gives_it_back(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    start(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 1.0);
    vlPose before = reportOf(&loop).pose;
    assert_false(isOutside(&loop));
    vlQuat turn = vlQuatFromAxisAngle(vlVec(1.0, 0.0, 0.0), 0.5);
    sendCommand(&loop, steer(3, vlVec(0.1, 0.0, 0.05), turn));
    runFor(&loop, &clock, 0.001);
    // Not at once: a hand takes a while.
    assert_true(vlLength(vlSub(reportOf(&loop).pose.p, before.p)) < 0.005);
    runFor(&loop, &clock, 0.5);
    assert_true(isOutside(&loop));
    // The pose is as the page meant it in the world, whatever the device's frame and scale; the
    // follower of 50/s is within exp(-25) (1 + 25) of it.
    vlPose after = reportOf(&loop).pose;
    vlVec3 moved = vlSub(after.p, before.p);
    assert_true(vlLength(vlSub(moved, vlVec(0.1, 0.0, 0.05))) < 1e-9);
    vlQuat turned = vlMulQ(after.q, vlConj(before.q));
    assert_true(vlLength(vlSub(vlRotationVectorFromQuat(turned), vlVec(0.5, 0.0, 0.0))) < 1e-9);

    // Another page cannot take it; the first may let go of all it has.
    sendCommand(&loop, steer(4, vlVec(-1.0, 0.0, 0.0), vlIdentityQuat()));
    runFor(&loop, &clock, 0.2);
    assert_true(vlLength(vlSub(reportOf(&loop).pose.p, after.p)) < 1e-9);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_LEAVE, .client = 4, .device = -1});
    runFor(&loop, &clock, 0.1);
    assert_true(isOutside(&loop));
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_LEAVE, .client = 3, .device = -1});
    runFor(&loop, &clock, 3.0);
    assert_false(isOutside(&loop));
    // The friction of the device lets it rest within this distance.
    assert_true(vlLength(vlSub(reportOf(&loop).pose.p, before.p)) < 0.006);

    // There is no such device.
    vlViewerCommand beyond = steer(3, vlVec(1.0, 0.0, 0.0), vlIdentityQuat());
    beyond.device = 1;
    sendCommand(&loop, beyond);
    runFor(&loop, &clock, 0.1);
    assert_false(isOutside(&loop));
    vlLiveLoop_Destroy(&loop);
}

static void turning_on_and_on_goes_the_near_way_round(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    start(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.5);
    vlQuat last = reportOf(&loop).pose.q;
    for (int i = 0; i <= 200; i++) { // to 200 degrees, beyond half a turn, in 2 s
        double angle = i * VL_PI / 180.0;
        sendCommand(&loop, steer(0, vlZero(), vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), angle)));
        runFor(&loop, &clock, 0.01);
        vlQuat now = reportOf(&loop).pose.q;
        double step = vlLength(vlRotationVectorFromQuat(vlMulQ(now, vlConj(last))));
        assert_true(step < 2.5 * VL_PI / 180.0); // one degree, plus catching up from rest
        last = now;
    }
    vlLiveLoop_Destroy(&loop);
}

static void a_connected_device_is_read_and_told(void** state)
{
    (void)state;
    vlLiveLoop loop;
    Fake fake = {.place = {0.0, 0.0, 0.0}};
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = 0.0};
    def.devices[0] = wrap(&fake);
    start(&loop, &clock, def);
    runFor(&loop, &clock, 1.0);
    assert_true(isOutside(&loop));
    // The weight, after the soft start; z is up in both frames.
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);
    assert_true(fake.writes >= 999);

    // While paused, it gets zeros at its rate.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    runFor(&loop, &clock, 0.1);
    assert_true(vlLength(fake.last.force) == 0.0);
    int writes = fake.writes;
    runFor(&loop, &clock, 0.5);
    assert_in_range(fake.writes - writes, 450, 501);
    assert_true(vlLength(fake.last.force) == 0.0);
    // Afterwards there is a soft start, because the run stood still.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 0.05);
    assert_true(fabs(fake.last.force.z) < 0.2 * WEIGHT);
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);

    // No page may take it, and the scene stays.
    sendCommand(&loop, steer(1, vlVec(1.0, 0.0, 0.0), vlIdentityQuat()));
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SCENE, .name = "other"});
    runFor(&loop, &clock, 0.2);
    assert_non_null(strstr(loop.status.notice, "a device is connected"));
    assert_true(fabs(reportOf(&loop).pose.p.x) < 1e-9);

    // When unplugged the force fades; plugged in again, it comes back.
    fake.isGone = true;
    runFor(&loop, &clock, 0.2);
    assert_true(vlLength(fake.last.force) == 0.0);
    fake.isGone = false;
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);
    // The run is over before its table is printed and its recording ended: nothing is rendered
    // then.
    assert_true(vlLength(fake.last.force) > 0.9 * WEIGHT);
    vlLiveLoop_Finish(&loop);
    assert_true(vlLength(fake.last.force) == 0.0);
    assert_int_equal(loop.status.deviceCount, 1);
    assert_string_equal(loop.status.devices[0].model, "fake");
    assert_true(loop.status.devices[0].readFailures >= 199);
    assert_true(loop.status.devices[0].trips[VL_TRIP_STALE].spells >= 1);
    assert_false(loop.status.devices[0].audit.isActive);
    // What the status reports of it while it runs.
    char told[512];
    const vlDeviceStatus* now = &loop.status.devices[0];
    vlDeviceStatus before = {.name = "other"};
    assert_true(vlDeviceStatus_Announce(now, &before, told, sizeof told));
    assert_non_null(strstr(told, "device right: the data is too old: faded to zero\n"));
    assert_null(strstr(told, "answer")); // it does
    assert_false(vlDeviceStatus_Announce(now, now, told, sizeof told));
    before = *now;
    before.isSilent = true;
    assert_true(vlDeviceStatus_Announce(now, &before, told, sizeof told));
    assert_string_equal(told, "device right: answers\n");
    vlLiveLoop_Destroy(&loop);
    assert_true(fake.isClosed);
    assert_true(vlLength(fake.last.force) == 0.0);
}

static void what_a_device_did_not_hear_is_not_taken_for_rendered(void** state)
{
    (void)state;
    vlLiveLoop loop;
    Fake fake = {.place = {0.0, 0.0, 0.0}};
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = 0.0};
    def.devices[0] = wrap(&fake);
    start(&loop, &clock, def);
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);
    assert_int_equal(reportOf(&loop).writeFailures, 0);
    // Writes fail for a while: the report says so for this device, although the scene's own device
    // works, and there is a soft start afterwards.
    fake.isDeaf = true;
    runFor(&loop, &clock, 0.3);
    assert_int_equal(reportOf(&loop).writeResult, VL_ERROR_IO);
    assert_true(reportOf(&loop).writeFailures >= 299);
    uint64_t failures = reportOf(&loop).writeFailures;
    fake.isDeaf = false;
    runFor(&loop, &clock, 0.002);
    assert_int_equal(reportOf(&loop).writeResult, VL_OK);
    assert_int_equal(reportOf(&loop).writeFailures, failures);
    assert_true(fabs(fake.last.force.z) < 0.02 * WEIGHT); // 2 ms of 500
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);
    // Writes fail while it should get zero: zero is written until it arrives.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    fake.isDeaf = true;
    runFor(&loop, &clock, 0.1);
    fake.isDeaf = false;
    runFor(&loop, &clock, 0.02);
    assert_true(vlLength(fake.last.force) == 0.0);
    // It is moved in the meantime: the held body stays where it is, and no energy is given.
    vlPose before = reportOf(&loop).pose;
    fake.place.x = 0.05;
    runFor(&loop, &clock, 1.0);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 1.0);
    assert_true(vlLength(vlSub(reportOf(&loop).pose.p, before.p)) < 1e-9);
    const vlRenderer* renderer = vlSimulation_GetRenderer(loop.def.simulation, 0);
    assert_false(vlRenderer_GetAudit(renderer, 0.01).isActive);
    vlLiveLoop_Finish(&loop);
    assert_int_equal(loop.status.devices[0].writeFailures, failures);
    vlLiveLoop_Destroy(&loop);
}

static void a_pause_sends_zeros_at_the_rate_of_the_device(void** state)
{
    (void)state;
    vlLiveLoop loop;
    Fake fake = {.place = {0.0, 0.0, 0.0}};
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = 0.0};
    def.devices[0] = wrap(&fake);
    start(&loop, &clock, def);
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    for (int i = 0; i < 10; ++i) {
        fake.writes = 0;
        runFor(&loop, &clock, 0.1);
        assert_true(vlLength(fake.last.force) == 0.0);
        assert_in_range(fake.writes, 90, 101); // 1 kHz; a look at this clock takes a microsecond
    }
    // A single step in between does not send at once what the limits allowed step by step.
    for (int i = 0; i < 20; ++i) {
        sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 1});
        fake.last.force.z = 1.0;
        uint64_t steps = loop.status.steps;
        while (loop.status.steps == steps) {
            assert_true(vlLiveLoop_Turn(&loop));
            assert_true(vlLength(fake.last.force) == 0.0);
        }
    }
    // Nor does a pause that is too short for the clock to stop the force.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(fake.last.force.z + WEIGHT) < 1e-3);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    runFor(&loop, &clock, 0.02);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 0.005);
    assert_true(fabs(fake.last.force.z) < 0.02 * WEIGHT); // 5 ms of 500
    vlLiveLoop_Finish(&loop);
    vlLiveLoop_Destroy(&loop);
}

static void whoever_takes_it_next_begins_where_the_last_one_ended(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    start(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.5);
    sendCommand(&loop, steer(1, vlVec(0.1, 0.0, 0.1), vlIdentityQuat()));
    runFor(&loop, &clock, 1.0);
    vlPose before = reportOf(&loop).pose;
    // Between two steps one page leaves the device and another takes it, which moves nothing.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_LEAVE, .client = 1, .device = 0});
    sendCommand(&loop, steer(2, vlZero(), vlIdentityQuat()));
    for (int i = 0; i < 200; i++) {
        runFor(&loop, &clock, 0.001);
        assert_true(vlLength(vlSub(reportOf(&loop).pose.p, before.p)) < 1e-9);
    }
    vlLiveLoop_Destroy(&loop);
}

static void two_rates_are_told_of(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    start(&loop, &clock, (vlLiveDef){.isTwoRate = true, .contactRate = 500.0});
    runFor(&loop, &clock, 1.0);
    assert_non_null(loop.twoRate);
    vlLiveLoop_Finish(&loop);
    // The count depends on the machine, because the contact thread runs by the real clock.
    assert_true(loop.status.timing.worstPacketAge > 0.0);
    vlLiveLoop_Destroy(&loop);
}

static void two_rates_of_an_explicit_scene_become_one(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.isTwoRate = true});
    runFor(&loop, &clock, 0.1);
    assert_null(loop.twoRate);
    assert_non_null(strstr(loop.status.notice, "contacts are found in every step"));
    vlLiveLoop_Destroy(&loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_moves_and_turns_the_device_and_gives_it_back),
        cmocka_unit_test(turning_on_and_on_goes_the_near_way_round),
        cmocka_unit_test(a_connected_device_is_read_and_told),
        cmocka_unit_test(what_a_device_did_not_hear_is_not_taken_for_rendered),
        cmocka_unit_test(a_pause_sends_zeros_at_the_rate_of_the_device),
        cmocka_unit_test(whoever_takes_it_next_begins_where_the_last_one_ended),
        cmocka_unit_test(two_rates_are_told_of),
        cmocka_unit_test(two_rates_of_an_explicit_scene_become_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
