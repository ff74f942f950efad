// SPDX-License-Identifier: MIT
// Steps by packets, and the finding of packets, neither allocate nor lock; and no step makes a
// system call. Allocations and locks are counted by replacing the C library's functions in this
// program; for system calls the loop runs in a child that the kernel kills at the first one.

#include "two_rate_fixture.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counted_calls.h"

#define STEPS 3000

// Presses, rubs, lifts and comes back; packets come, stall, go stale, and come again.
static bool runRig(Rig* rig, vlPacketModel model)
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
    return ok && report.packets > 100 && (model != VL_PACKET_BED || report.stale == 3);
}

static void skipIfSanitized(void)
{
    if (IS_SANITIZED) {
        print_message("a sanitizer replaces malloc and makes system calls of its own\n");
        skip();
    }
}

static Rig makeRig(vlPacketModel model)
{
    return vlRig_Make((RigDef){.stiffness = 1e4, .coupling = 200.0, .tilt = 0.6, .model = model});
}

static void stepsByPacketsNeitherAllocateNorLock(void** state)
{
    (void)state;
    skipIfSanitized();
    for (int model = 0; model <= (int)VL_PACKET_HELD; ++model) {
        Rig rig = makeRig((vlPacketModel)model);
        long allocationsBefore = allocations;
        long locksBefore = locks;
        bool ok = runRig(&rig, (vlPacketModel)model);
        assert_int_equal(allocations - allocationsBefore, 0);
        assert_int_equal(locks - locksBefore, 0);
        assert_true(ok);
        vlRig_Drop(&rig);
    }
}

// From here on the kernel kills this process at any system call but its exit.
static bool forbidSystemCalls(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#define CANNOT_FORBID 99

static void stepsByPacketsMakeNoSystemCall(void** state)
{
    (void)state;
    skipIfSanitized();
    Rig rig = makeRig(VL_PACKET_BED);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int code = CANNOT_FORBID;
        if (forbidSystemCalls()) {
            code = runRig(&rig, VL_PACKET_BED) ? 0 : 1;
        }
        syscall(SYS_exit_group, code);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    vlRig_Drop(&rig);
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_FORBID) {
        print_message("this kernel does not let system calls be forbidden\n");
        skip();
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stepsByPacketsNeitherAllocateNorLock),
        cmocka_unit_test(stepsByPacketsMakeNoSystemCall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
