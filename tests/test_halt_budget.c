// SPDX-License-Identifier: MIT
// Halting takes a bounded number of looks per step, whatever bodies do, and if these do not suffice
// nothing passes either (docs/theory/foreseen.md). Looks are counted, not timed.

#include "box_ways.h"

#include "world/halt.h"
#include "world/halt_pair.h"
#include "world/world_parts.h"

#define PLATES 14
#define WALLS 6
#define STEP 5e-3
#define SIZE 0.3   // m, of the cage
#define WALL 4e-3  // m, its thickness
#define PLATE 2e-3 // m, thickness of a plate

// A cage that plates cannot leave, and plates of different sizes in it.
static void fillCage(vlWorld* world, vlRandom* random, double speed, double rate, Box* box)
{
    for (int i = 0; i < WALLS; ++i) {
        vlVec3 n = vlVec(i / 2 == 0, i / 2 == 1, i / 2 == 2);
        vlVec3 size = vlMulAdd(vlVec(2.0 * SIZE, 2.0 * SIZE, 2.0 * SIZE), WALL - 2.0 * SIZE, n);
        vlPose pose = {vlScale(n, (i % 2 == 0 ? 0.5 : -0.5) * (SIZE + WALL)), vlIdentityQuat()};
        box[i] = addBox(world, size, true, pose, vlModel_AtRest());
    }
    for (int i = WALLS; i < WALLS + PLATES; ++i) {
        vlVec3 place = vlVec(0.09 * ((i - WALLS) % 3 - 1), 0.09 * ((i - WALLS) / 3 % 3 - 1),
                             0.1 * ((i - WALLS) / 9) - 0.06);
        vlVec3 size =
            vlVec(vlRandom_Range(random, 0.03, 0.06), vlRandom_Range(random, 0.03, 0.06), PLATE);
        vlPose pose = {place, vlRandom_Rotation(random)};
        vlTwist twist;
        twist.linear = vlScale(vlRandom_Direction(random), speed);
        twist.angular = vlScale(vlRandom_Direction(random), rate);
        box[i] = addBox(world, size, false, pose, twist);
    }
}

// Checks every step. Returns how many pairs would have needed more looks than they got.
static int shake(double speed, double rate, int steps, bool isFollowed)
{
    vlRandom random = vlRandom_Seed(21);
    int spent = 0;
    Box box[WALLS + PLATES];
    vlWorld* world = makeWorld(STEP);
    fillCage(world, &random, speed, rate, box);
    for (int k = 0; k < steps; ++k) {
        vlStage_Step(world);
        const vlHaltWork* halt = &world->work.halt;
        int pairs = world->state.head->pairCount;
        assert_true(halt->looks <= VL_HALT_SHARED_LOOKS + VL_HALT_LEAST_LOOKS * pairs);
        spent += halt->spent;
        for (int j = WALLS; j < WALLS + PLATES; ++j) {
            vlVec3 p = vlStage_PoseOf(world, box[j].id).p;
            VL_CHECK_BELOW(fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))), 0.5 * SIZE);
            for (int i = 0; i < j && isFollowed; ++i) {
                Box a = box[i], b = box[j];
                VL_CHECK_BELOW(deeperOnTheWay(world, &a, &b, STEP, 0.1 * PLATE), ALLOWED * PLATE);
            }
        }
        for (int j = WALLS; j < WALLS + PLATES; ++j) {
            box[j].pose = vlStage_PoseOf(world, box[j].id);
        }
    }
    vlWorld_Destroy(world);
    return spent;
}

static void looks_that_do_not_suffice_let_nothing_pass(void** state)
{
    (void)state;
    assert_true(shake(50.0, 500.0, vlStage_Count(16, 6), true) > 0);
}

// Bodies that rotate by up to 500,000 radians in a step.
static void wild_bodies_take_no_more_looks_than_others(void** state)
{
    (void)state;
    for (double rate = 1e3; rate < 1e8; rate *= 10.0) {
        shake(10.0, rate, 30, false);
    }
}

// A row of plates that all move to the left by ten times their distance in a step, as if no contact
// had been foreseen. Their numbers rise to the right or to the left.
#define DISTANCE 1e-2 // m
static vlWorld* driveRow(int count, bool isRising, vlBodyId* plate)
{
    vlWorld* world = makeWorld(STEP);
    vlVec3 size = vlVec(PLATE, 0.1, 0.1);
    vlVec3 velocity = vlVec(-10.0 * DISTANCE / STEP, 0.0, 0.0);
    vlTwist twist = {velocity, vlZero()};
    vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(vlVec(0.1, 0.2, 0.2)),
                     vlModel_At(-0.05, 0.0, 0.0));
    for (int i = 0; i < count; ++i) {
        int place = isRising ? i : count - 1 - i;
        vlPose pose = vlModel_At(DISTANCE * (0.5 + place), 0.0, 0.0);
        plate[place] = vlStage_AddBox(world, size, 0.1, pose, twist);
    }
    vlStage_Step(world);
    for (int i = 0; i < count; ++i) {
        uint32_t body = plate[i].index1 - 1;
        vlMotion* m = &world->state.motion[body];
        *m = world->work.start[body];
        m->velocity = velocity;
        m->centre = vlMulAdd(m->centre, STEP, velocity);
    }
    vlHalt_Bodies(&world->model, &world->state, &world->work);
    return world;
}

static double placeOf(const vlWorld* world, vlBodyId plate)
{
    return vlStage_PoseOf(world, plate).p.x;
}

// The first halts at the wall, the second at the first, and so on: one more in every round. If
// there are more plates than rounds, the undecided ones halt when the first does.
static void who_follows_those_who_halt_passes_nobody(void** state)
{
    (void)state;
    vlBodyId plate[24];
    for (int i = 0; i < 4; ++i) {
        int count = i < 2 ? 5 : 24;
        vlWorld* world = driveRow(count, i % 2 == 0, plate);
        assert_int_equal(world->work.halt.isTogether, count == 24 && i % 2 == 1);
        double wall = 0.5 * PLATE;
        for (int k = 0; k < count; ++k) {
            double x = placeOf(world, plate[k]);
            // The depth that counts as passing, from one plate to the next.
            VL_CHECK_BELOW(wall - x, ALLOWED * PLATE);
            if (!world->work.halt.isTogether) {
                // It goes on until it touches, or the step ends.
                double end = DISTANCE * (0.5 + k - 10.0);
                VL_CHECK_BELOW(x - fmax(wall, end), 0.1 * PLATE);
            }
            wall = x + PLATE;
        }
        // If the row is too long, its last plate moved as far as the first.
        if (world->work.halt.isTogether) {
            VL_CHECK_NEAR(placeOf(world, plate[count - 1]) - placeOf(world, plate[0]),
                          DISTANCE * (count - 1), 1e-12); // rounding of sums of metres
        }
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_that_do_not_suffice_let_nothing_pass),
        cmocka_unit_test(wild_bodies_take_no_more_looks_than_others),
        cmocka_unit_test(who_follows_those_who_halt_passes_nobody),
    };
    return cmocka_run_group_tests_name("halt_budget", tests, NULL, NULL);
}
