// SPDX-License-Identifier: MIT
// Scalar laws in the contacts of a pointer: against the laws alone, energy, memory.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "point_rig.h"

static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4,
                                           VL_INTEGRATOR_IMPLICIT};

// ---- against the laws alone ----

// A pointer that dips in and out and rubs to and fro along a line.
typedef struct Script {
    double depth, inwards; // m, m/s
    double place, sliding; // m, m/s
} Script;

static Script scriptAt(double t)
{
    Script s = {.depth = 0.002 * sin(15.0 * t) - 0.0003,
                .inwards = 0.002 * 15.0 * cos(15.0 * t),
                .place = 0.004 * sin(7.1 * t + 0.3),
                .sliding = 0.004 * 7.1 * cos(7.1 * t + 0.3)};
    return s;
}

// The law alone, with the same samples, and one sample before the contact.
static vlVec2 alone(const vlPointLaw* law, vlLawState memory[2], double t, bool* isIn)
{
    Script s = scriptAt(t);
    vlVec2 force = {0.0, 0.0};
    if (!(s.depth > 0.0)) {
        *isIn = false;
        return force;
    }
    vlLawInput wall = {.position = s.depth, .velocity = s.inwards, .step = VL_RIG_STEP};
    if (!*isIn) {
        memset(memory, 0, 2 * sizeof *memory);
        vlLawInput before = wall;
        before.position = fmin(0.0, s.depth - VL_RIG_STEP * s.inwards);
        (void)vlLaw_Evaluate(&law->wall, &memory[0], &before);
        *isIn = true;
    }
    force.y = vlLaw_Evaluate(&law->wall, &memory[0], &wall).force;
    vlLawInput rub = {
        .position = s.place, .velocity = s.sliding, .load = force.y, .step = VL_RIG_STEP};
    force.x = vlLaw_Evaluate(&law->friction, &memory[1], &rub).force;
    return force;
}

static void compareWithLaw(vlIntegrator integrator, const vlPointLaw* law)
{
    vlWorld* world = vlRig_CreateWorld(integrator, law);
    vlStage_AddFloor(world);
    vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
    vlLawState memory[2] = {0};
    bool isIn = false;
    const vlVec2 along = {0.6, 0.8};
    double most = 0.0;
    for (int i = 0; i < 1000; ++i) {
        double t = i * VL_RIG_STEP;
        Script s = scriptAt(t);
        vlVec2 place = {s.place * along.x, s.place * along.y};
        vlVec3 velocity = vlVec(s.sliding * along.x, s.sliding * along.y, -s.inwards);
        vlVec3 force = vlRig_Tick(world, pointer, s.depth, place, velocity);
        vlVec2 expected = alone(law, memory, t, &isIn);
        // 1e-9: positions of 1e-2 m are rounded by 1e-18 m, times up to 5000 N/m and 25 N s/m over
        // 1 ms, summed over the 200 samples of a contact; the volume adds 1e-15 m of depth.
        VL_CHECK_NEAR(force.z, expected.y, 1e-9);
        VL_CHECK_NEAR(force.x * along.x + force.y * along.y, expected.x, 1e-9);
        VL_CHECK_NEAR(force.y * along.x - force.x * along.y, 0.0, 1e-9);
        most = fmax(most, fabs(expected.x));
    }
    assert_true(most > 0.1 || law->friction.law == NULL); // friction did act
    vlWorld_Destroy(world);
}

static void the_force_is_that_of_the_law_alone(void** state)
{
    (void)state;
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        const vlLaw* law = vlLaw_Get(i);
        for (int k = 0; k < 3; ++k) {
            vlPointLaw point = law->family == VL_LAW_WALL ? vlRig_Laws(law->name, NULL)
                                                          : vlRig_Laws("zoh", law->name);
            compareWithLaw(integrators[k], &point);
        }
    }
}

static void a_contact_begins_from_zero(void** state)
{
    (void)state;
    const double speed = 0.01;
    for (int i = 0; i < vlLaw_GetCount() && vlLaw_Get(i)->family == VL_LAW_WALL; ++i) {
        vlPointLaw law = vlRig_Laws(vlLaw_Get(i)->name, "reset");
        vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
        vlStage_AddFloor(world);
        vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
        double last = 0.0;
        for (int n = 0; n < 100; ++n) {
            double depth = (n - 19.7) * VL_RIG_STEP * speed;
            vlVec2 place = {0.02 * n * VL_RIG_STEP, 0.0};
            vlVec3 force = vlRig_Tick(world, pointer, depth, place, vlVec(0.02, 0.0, -speed));
            // An estimate looks half a step ahead and corrects the previous half step.
            VL_CHECK_BELOW(fabs(force.z - last), 2.0 * VL_RIG_STIFFNESS * speed * VL_RIG_STEP);
            VL_CHECK_BELOW(fabs(force.x), 0.325 * force.z + 1e-12); // mus N, rounding
            last = force.z;
        }
        assert_true(last > 1.0);
        vlWorld_Destroy(world);
    }
}

// ---- energy ----

// Throws a mass without friction at the floor; it feels the force held for a step, like a hand at a
// device. Returns its energy after the bounce over that before; `phase`, 0..1, is the time between
// two samples at which it enters.
static double throwAt(const char* wall, double phase)
{
    vlPointLaw law = vlRig_Laws(wall, NULL);
    // Without the estimate it gives some energy to small motions.
    if (strcmp(wall, "hysteretic") == 0) {
        assert_int_equal(vlLaw_Set(&law.wall, "estimate", 1.0, NULL, 0), VL_OK);
    }
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
    vlStage_AddFloor(world);
    vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
    const double start = -0.1; // m/s
    vlVec2 here = {0.0, 0.0};
    double v = start;
    double depth = (phase - 3.0) * VL_RIG_STEP * 0.1;
    for (int n = 0; n < 200; ++n) {
        double f = vlRig_Tick(world, pointer, depth, here, vlVec(0.0, 0.0, v)).z;
        double next = v + VL_RIG_STEP * f / VL_RIG_MASS; // (T11.1)
        depth -= 0.5 * VL_RIG_STEP * (v + next);
        v = next;
    }
    assert_true(depth < 0.0 && v > 0.0); // it came out
    vlWorld_Destroy(world);
    return v * v / (start * start);
}

static void a_hand_gets_energy_of_a_sampled_spring_and_none_of_passive_laws(void** state)
{
    (void)state;
    double swing = sqrt(VL_RIG_STIFFNESS / VL_RIG_MASS) * VL_RIG_STEP; // 0.158
    for (int i = 0; i < 10; ++i) {
        double phase = 0.05 + 0.1 * i;
        // (T11.5) holds for whole half-swings; the phase of the last sample changes it by (w T)^2.
        VL_CHECK_NEAR(throwAt("zoh", phase), exp(1.5707963 * swing), swing * swing);
        VL_CHECK_BELOW(throwAt("seh", phase), 1.0);
        VL_CHECK_BELOW(throwAt("hysteretic", phase), 1.0);
        VL_CHECK_BELOW(throwAt("corrected", phase), 1.0);
        assert_true(throwAt("seh", phase) > 0.95); // and SEH takes little: (T11.8) is 0.994
    }
}

// ---- memory ----

static void snapshots_are_exact(void** state)
{
    (void)state;
    vlPointLaw law = vlRig_Laws("seh", "reset");
    for (int k = 0; k < 3; ++k) {
        vlWorld* world = vlRig_CreateWorld(integrators[k], &law);
        vlStage_AddFloor(world);
        vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
        size_t size = vlWorld_GetSnapshotSize(world);
        void* snapshot = malloc(size);
        vlVec3 force[2][100];
        uint64_t hash[2];
        for (int i = 0; i < 60; ++i) {
            double t = i * VL_RIG_STEP;
            vlVec2 place = {0.1 * t, 0.05 * t};
            (void)vlRig_Tick(world, pointer, 0.02 * t, place, vlVec(0.1, 0.05, -0.02));
        }
        assert_int_equal(vlWorld_Save(world, snapshot, size), VL_OK);
        for (int run = 0; run < 2; ++run) {
            for (int i = 0; i < 100; ++i) {
                double t = i * VL_RIG_STEP;
                vlVec2 place = {0.006 - 0.1 * t, 0.003 + 0.02 * t};
                force[run][i] = vlRig_Tick(world, pointer, 0.0012 + 0.01 * sin(20.0 * t) * t, place,
                                           vlVec(-0.1, 0.02, 0.0));
            }
            hash[run] = vlWorld_GetHash(world);
            assert_int_equal(vlWorld_Restore(world, snapshot, size), VL_OK);
        }
        assert_memory_equal(force[0], force[1], sizeof force[0]);
        assert_true(hash[0] == hash[1]);
        assert_true(force[0][0].x != 0.0 && force[0][99].x != 0.0);
        free(snapshot);
        vlWorld_Destroy(world);
    }
}

// Two worlds with the same state of motion but a different past: only the memory of the laws
// differs.
static void the_hash_knows_what_the_laws_remember(void** state)
{
    (void)state;
    vlPointLaw law = vlRig_Laws("seh", NULL);
    uint64_t hash[2];
    for (int k = 0; k < 2; ++k) {
        vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
        vlStage_AddFloor(world);
        vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
        vlVec2 here = {0.0, 0.0};
        (void)vlRig_Tick(world, pointer, 0.001 + 0.0001 * k, here, vlZero());
        (void)vlRig_Tick(world, pointer, 0.001, here, vlZero());
        hash[k] = vlWorld_GetHash(world);
        vlWorld_Destroy(world);
    }
    assert_true(hash[0] != hash[1]);
}

static void a_law_that_takes_over_goes_on_with_the_force(void** state)
{
    (void)state;
    vlPointLaw none = {0};
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &none);
    vlStage_AddFloor(world);
    vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
    vlMaterialId all = {0};
    vlVec2 here = {0.0, 0.0};
    (void)vlRig_Tick(world, pointer, 0.001, here, vlZero());
    static const char* const names[] = {"zoh", "seh", "predictor", "corrected", "pulse", "zoh"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        vlSurface surface = vlDefaultSurface();
        surface.point = vlRig_Laws(names[i], NULL);
        assert_int_equal(vlWorld_SetSurface(world, all, all, &surface), VL_OK);
        for (int n = 0; n < 5; ++n) {
            vlVec3 force = vlRig_Tick(world, pointer, 0.001, here, vlZero());
            VL_CHECK_NEAR(force.z, 5.0, 1e-9); // 5000 N/m times 1 mm, rounding of the volume
        }
    }
    vlWorld_Destroy(world);
}

static void a_destroyed_body_leaves_no_memory(void** state)
{
    (void)state;
    vlPointLaw law = vlRig_Laws("pi", NULL); // its integral grows while it is pressed
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
    vlStage_AddFloor(world);
    vlVec2 here = {0.0, 0.0};
    double first[2];
    for (int k = 0; k < 2; ++k) {
        vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.0, 0.0, 0.1));
        first[k] = vlRig_Tick(world, pointer, 0.001, here, vlZero()).z;
        for (int n = 0; n < 100; ++n) {
            assert_true(vlRig_Tick(world, pointer, 0.001, here, vlZero()).z > 0.0);
        }
        assert_int_equal(vlWorld_DestroyBody(world, pointer), VL_OK);
    }
    assert_true(first[0] > 0.0 && first[0] == first[1]);
    vlWorld_Destroy(world);
}

static void more_contacts_than_there_is_room_for_are_dropped_and_counted(void** state)
{
    (void)state;
    vlPointLaw law = vlRig_Laws("zoh", NULL);
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
    vlStage_AddFloor(world);
    vlBodyId pointer[VL_MAX_POINT_CONTACTS + 2];
    for (int i = 0; i < VL_MAX_POINT_CONTACTS + 2; ++i) {
        pointer[i] =
            vlRig_AddPointer(world, VL_RIG_MASS, vlVec(0.1 * i, 0.0, 0.5 * VL_RIG_HEIGHT - 0.001));
    }
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetStepInfo(world).droppedContacts, 2);
    for (int i = 0; i < VL_MAX_POINT_CONTACTS + 2; ++i) {
        vlWrench felt;
        assert_int_equal(vlBody_GetContactWrench(world, pointer[i], &felt), VL_OK);
        VL_CHECK_NEAR(felt.force.z, i < VL_MAX_POINT_CONTACTS ? 5.0 : 0.0, 1e-9); // rounding
    }
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_force_is_that_of_the_law_alone),
        cmocka_unit_test(a_contact_begins_from_zero),
        cmocka_unit_test(a_hand_gets_energy_of_a_sampled_spring_and_none_of_passive_laws),
        cmocka_unit_test(snapshots_are_exact),
        cmocka_unit_test(the_hash_knows_what_the_laws_remember),
        cmocka_unit_test(a_law_that_takes_over_goes_on_with_the_force),
        cmocka_unit_test(a_destroyed_body_leaves_no_memory),
        cmocka_unit_test(more_contacts_than_there_is_room_for_are_dropped_and_counted),
    };
    return cmocka_run_group_tests_name("point_law", tests, NULL, NULL);
}
