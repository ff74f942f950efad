// SPDX-License-Identifier: MIT
// Steps by packets, and the finding of packets, neither allocate nor lock; and no step makes a
// system call. Allocations and locks are counted by replacing the C library's functions in this
// program; for system calls the loop runs in a child that the kernel kills at the first one.

#include "two_rate_fixture.h"

#include "counted_calls.h"
#include "forbidden_calls.h"
#include "test.h"

#define STEPS 3000

// Presses, rubs, lifts and comes back; packets come, stall, go stale, and come again.
static bool runRig(Rig* rig)
{
    bool ok = true;
    for (int i = 0; i < STEPS; ++i) {
        double sine, cosine;
        vlSinCos(0.01 * i, &sine, &cosine);
        vlPose pose = rig->home;
        pose.p = vlAdd(pose.p, vlVec(0.02 * sine, 0.0, -0.01 + 0.01 * cosine));
        vlTwist twist = {vlZero(), vlZero()};
        ok = vlCoupling_SetDevice(rig->world, rig->coupling, pose, twist) == VL_OK && ok;
        ok = vlWorld_Step(rig->world) == VL_OK && ok;
        if (i % 1000 < 800 && i % 7 == 0) {
            ok = vlTwoRate_FindContacts(rig->two) && ok;
        }
    }
    vlTwoRateReport report = vlTwoRate_GetReport(rig->two);
    return ok && report.packets > 100 && report.stale == 3;
}

static Rig makeRig(const vlPacketModel* reference)
{
    return vlRig_Make(
        (RigDef){.stiffness = 1e4, .coupling = 200.0, .tilt = 0.6, .reference = reference});
}

static void steps_by_packets_neither_allocate_nor_lock(void** state)
{
    (void)state;
    skipIfSanitized();
    const vlPacketModel* const references[] = {NULL, vlPacketModel_Linear(), vlPacketModel_Held()};
    for (int i = 0; i < 3; ++i) {
        Rig rig = makeRig(references[i]);
        long allocationsBefore = allocations;
        long locksBefore = locks;
        bool ok = runRig(&rig);
        assert_int_equal(allocations - allocationsBefore, 0);
        assert_int_equal(locks - locksBefore, 0);
        assert_true(ok);
        vlRig_Drop(&rig);
    }
}

static void runForbiddenRig(void* argument)
{
    if (!runRig(argument)) {
        syscall(SYS_exit_group, 1);
    }
}

static void steps_by_packets_make_no_system_call(void** state)
{
    (void)state;
    skipIfSanitized();
    Rig rig = makeRig(NULL);
    int status = runForbidden(runForbiddenRig, &rig);
    vlRig_Drop(&rig);
    skipIfNotForbidden(status);
    assert_true(endedWith(status, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_by_packets_neither_allocate_nor_lock),
        cmocka_unit_test(steps_by_packets_make_no_system_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
