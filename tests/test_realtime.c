// SPDX-License-Identifier: MIT
// Checks the promise of VL_REALTIME: ten thousand steps in which contacts begin and end, with all
// calls of a loop, and not one allocation, lock or system call. Allocations and locks are counted
// by replacing the C library's functions in this program; for system calls the same loop runs in a
// child process that the kernel kills at the first one.

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counted_calls.h"
#include "fixtures.h"
#include "forbidden_calls.h"
#include "test.h"

#define STEPS 10000
#define LARGEST_POLYGON 64

// Everything that a loop may call, every step. `buffer` has room for a snapshot.
static bool readAll(vlWorld* world, void* buffer, size_t size)
{
    bool ok = true;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport report;
        vlVec3 points[LARGEST_POLYGON];
        int count = 0;
        ok = vlWorld_GetContact(world, i, &report) == VL_OK && ok;
        ok = vlWorld_GetContactPolygon(world, i, points, LARGEST_POLYGON, &count) == VL_OK && ok;
    }
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlBodyId id = vlWorld_GetBody(world, i);
        vlVec3 centre;
        vlWrench wrench;
        double energy, mass;
        vlMat3 inertia;
        const vlShape* shape = NULL;
        ok = vlBody_GetCentre(world, id, &centre) == VL_OK && ok;
        ok = vlBody_GetContactWrench(world, id, &wrench) == VL_OK && ok;
        ok = vlBody_GetKineticEnergy(world, id, &energy) == VL_OK && ok;
        ok = vlBody_GetMass(world, id, &mass, &inertia) == VL_OK && ok;
        ok = vlBody_GetShape(world, id, &shape) == VL_OK && ok;
        ok = vlWorld_IsValid(world, id) && vlShape_GetPieceCount(shape) >= 0 && ok;
    }
    vlLedger ledger = vlWorld_GetLedger(world);
    ok = ledger.turnover >= 0.0 && vlWorld_GetStepInfo(world).asleepBodies >= 0 && ok;
    ok = vlWorld_Save(world, buffer, size) == VL_OK && ok;
    ok = vlFixture_IsFinite(world) && vlWorld_GetHash(world) != 0 && ok;
    return ok;
}

// Pushes, a moved body, and calls that fail: their messages must not allocate either.
static bool disturb(vlWorld* world, int step, const void* buffer, size_t size)
{
    bool ok = true;
    vlBodyId last = vlWorld_GetBody(world, vlWorld_GetBodyCount(world) - 1);
    vlBodyId stale = {last.index1, last.generation + 1};
    vlPose pose;
    vlTwist twist;
    ok = vlBody_GetPose(world, last, &pose) == VL_OK && ok;
    ok = vlBody_GetTwist(world, last, &twist) == VL_OK && ok;
    ok = vlBody_ApplyForce(world, last, vlVec(0.1, 0, 0), pose.p) == VL_OK && ok;
    ok = vlBody_ApplyTorque(world, last, vlVec(0, 0, 0.001)) == VL_OK && ok;
    ok = vlBody_SetTwist(world, last, twist) == VL_OK && ok;
    ok = vlBody_GetPose(world, stale, &pose) == VL_ERROR_STALE_ID && ok;
    pose.q.w += 1e300;
    ok = vlBody_SetPose(world, last, pose) == VL_ERROR_ARGUMENT && ok;
    if (step % 1000 == 999) { // back to the top of the heap
        pose = (vlPose){vlVec(0.1, 0.1, 0.6), vlIdentityQuat()};
        ok = vlBody_SetPose(world, last, pose) == VL_OK && ok;
    }
    if (step % 1000 == 500) {
        ok = vlWorld_Restore(world, buffer, size) == VL_OK && ok;
    }
    return ok;
}

#define VARIANTS 11

// The recommended world, with and without a profile, makes all steps; the others make enough to
// settle twice.
static int stepsOf(int variant)
{
    return variant < 2 ? STEPS : STEPS / 5;
}

static vlWorldDef defOf(int variant)
{
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
    switch (variant) {
    case 1: def.profile = true; break;
    case 2: def.integrator = VL_INTEGRATOR_RK4; break;
    case 3: def.contact.reference.normal = VL_NORMAL_SEARCH; break;
    case 4: def.contact.reference.model = VL_CONTACT_POINT; break;
    case 5:
        def.contact.law = VL_LAW_FOUNDATION;
        def.contact.reference.pressure = VL_PRESSURE_FACES;
        break;
    case 6: def.contact.reference.friction = VL_FRICTION_PAPER; break;
    case 7: def.contact.law = VL_LAW_FOUNDATION; break;
    case 8: def.integrator = VL_INTEGRATOR_IMPLICIT; break;
    case 9:
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.surface.stiffnessN = 1e7;
        break;
    case 10:
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.sleep = true;
        break;
    default: break;
    }
    return def;
}

typedef struct Loop {
    vlWorld* world;
    void* buffer;
    size_t size;
    int steps;
    int changes; // steps in which the number of contacts changed
    long allocations, locks;
    bool ok;
} Loop;

// In memory shared with the child, so that its counts are known here.
static Loop* openLoop(int variant)
{
    vlWorldDef def = defOf(variant);
    Loop* loop =
        mmap(NULL, sizeof *loop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(loop != MAP_FAILED);
    *loop = (Loop){
        .world = vlFixture_Create(VL_FIXTURE_MIXED, &def), .steps = stepsOf(variant), .ok = true};
    assert_non_null(loop->world);
    loop->size = vlWorld_GetSnapshotSize(loop->world);
    loop->buffer = malloc(loop->size);
    assert_non_null(loop->buffer);
    return loop;
}

static void closeLoop(Loop* loop)
{
    vlWorld_Destroy(loop->world);
    free(loop->buffer);
    (void)munmap(loop, sizeof *loop);
}

static void runLoop(void* argument)
{
    Loop* loop = argument;
    int contacts = 0;
    long allocationsBefore = allocations;
    long locksBefore = locks;
    for (int i = 0; i < loop->steps; ++i) {
        loop->ok = vlWorld_Step(loop->world) == VL_OK && loop->ok;
        loop->changes += vlWorld_GetContactCount(loop->world) != contacts;
        contacts = vlWorld_GetContactCount(loop->world);
        loop->ok = readAll(loop->world, loop->buffer, loop->size) && loop->ok;
        loop->ok = disturb(loop->world, i, loop->buffer, loop->size) && loop->ok;
    }
    loop->allocations = allocations - allocationsBefore;
    loop->locks = locks - locksBefore;
}

static void the_counters_count(void** state)
{
    (void)state;
    skipIfSanitized();
    long before = allocations;
    void* volatile block = malloc(10);
    free(block);
    block = aligned_alloc(64, 64);
    free(block);
    assert_int_equal(allocations - before, 4);
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    before = locks;
    assert_int_equal(pthread_mutex_lock(&mutex), 0);
    assert_int_equal(pthread_mutex_unlock(&mutex), 0);
    assert_int_equal(locks - before, 1);
    // Creating a shape goes through them too: the library is linked to ours.
    vlShape* shape = NULL;
    before = allocations;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1, 1, 1), &shape, NULL, 0), VL_OK);
    vlShape_Release(shape);
    assert_true(allocations - before >= 2);
}

static void doNothing(void* argument)
{
    (void)argument;
}

static void askForTheParent(void* argument)
{
    (void)argument;
    (void)getppid();
}

static void readTheClock(void* argument)
{
    struct timespec* time = argument;
    (void)clock_gettime(CLOCK_MONOTONIC, time);
}

// How the loop's process ended. If the kernel cannot forbid calls, the loop runs in this process.
static int runWithoutCalls(Loop* loop, bool isForbidden)
{
    if (isForbidden) {
        return runForbidden(runLoop, loop);
    }
    runLoop(loop);
    return 0;
}

static void the_trap_for_system_calls_works(void** state)
{
    (void)state;
    skipIfSanitized();
    skipIfNotForbidden(runForbidden(doNothing, NULL));
    assert_true(endedWith(runForbidden(doNothing, NULL), 0));
    int killed = runForbidden(askForTheParent, NULL);
    assert_true(WIFSIGNALED(killed) && WTERMSIG(killed) == SIGSYS);
}

static void ten_thousand_steps_neither_allocate_nor_lock_nor_call_the_system(void** state)
{
    (void)state;
    skipIfSanitized();
    bool canForbid = endedWith(runForbidden(doNothing, NULL), 0);
    // If the kernel's clock cannot be read without a system call, a profile needs system calls,
    // too.
    struct timespec time;
    bool clockIsFree = endedWith(runForbidden(readTheClock, &time), 0);
    for (int i = 0; i < VARIANTS; ++i) {
        bool isForbidden = canForbid && (clockIsFree || !defOf(i).profile);
        if (canForbid && !isForbidden) {
            print_message("the clock costs a system call here: allowed in the profile\n");
        }
        Loop* loop = openLoop(i);
        int status = runWithoutCalls(loop, isForbidden);
        if (!endedWith(status, 0)) {
            print_error("variant %d: status 0x%x\n", i, (unsigned)status);
        }
        assert_true(endedWith(status, 0));
        assert_int_equal(loop->allocations, 0);
        assert_int_equal(loop->locks, 0);
        assert_true(loop->ok);
        assert_true(loop->changes > loop->steps / 20); // contacts did begin and end
        closeLoop(loop);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counters_count),
        cmocka_unit_test(the_trap_for_system_calls_works),
        cmocka_unit_test(ten_thousand_steps_neither_allocate_nor_lock_nor_call_the_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
