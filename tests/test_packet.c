// SPDX-License-Identifier: MIT
// Contacts that are carried along with their bodies, against contacts found again where the bodies
// then are.

#include "packet_fixture.h"
#include "test.h"
#include "world/contact_find.h"
#include "world/world_parts.h"

// The errors of a carried contact, each divided by the largest change that the motion could make:
// dimensionless.
typedef struct Errors {
    double volume, moment, origin, normal;
} Errors;

static Errors compare(const Pair* pair, const vlBodyPose now[2])
{
    Pair* fresh = malloc(sizeof *fresh);
    assert_non_null(fresh);
    *fresh = *pair;
    fresh->pose[0] = now[0];
    fresh->pose[1] = now[1];
    assert_true(find(fresh));
    vlContactVolume v = pair->volume;
    vlFollow follow = followOf(pair);
    (void)vlCarry_Move(&v, &follow, pair->pose, now);
    const vlContactVolume* f = &fresh->volume;
    double reach = sqrt((f->mxx + f->myy) / f->area);
    // The moments in the world, about the true origin.
    vlVec3 q = vlMulAdd(vlScale(v.e1, v.depthMoment.x), v.depthMoment.y, v.e2);
    q = vlMulAdd(q, v.volume, vlSub(v.origin, f->origin));
    vlVec3 t = vlMulAdd(vlScale(f->e1, f->depthMoment.x), f->depthMoment.y, f->e2);
    vlVec3 dq = vlSub(q, t);
    dq = vlMulAdd(dq, -vlDot(dq, f->normal), f->normal);
    Errors e = {fabs(v.volume - f->volume) / f->volume, vlLength(dq) / (f->volume * reach),
                vlLength(vlSub(v.origin, f->origin)) / reach, vlLength(vlSub(v.normal, f->normal))};
    free(fresh);
    return e;
}

static void raise(Errors* most, const Errors* e)
{
    most->volume = fmax(most->volume, e->volume);
    most->moment = fmax(most->moment, e->moment);
    most->origin = fmax(most->origin, e->origin);
    most->normal = fmax(most->normal, e->normal);
}

// Largest errors over random motions of both bodies, of `size` metres and `angle` radians.
static Errors worst(const Pair* pair, double size, double angle, bool isAlong)
{
    vlRandom random = vlRandom_Seed(7);
    Errors most = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 40; ++i) {
        vlBodyPose now[2];
        for (int k = 0; k < 2; ++k) {
            vlVec3 shift = vlScale(vlRandom_InBall(&random), size);
            vlVec3 turn = vlScale(vlRandom_InBall(&random), angle);
            if (isAlong) {
                shift.z = 0.0;
            }
            now[k] = moved(pair->pose[k], shift, turn);
        }
        Errors e = compare(pair, now);
        raise(&most, &e);
    }
    return most;
}

// Half the motion, a quarter of the error; 3.4 leaves room for the third order.
static void checkQuarter(double whole, double half)
{
    VL_CHECK_BELOW(half, whole / 3.4 + 1e-11); // rounding of the search
}

static void faces_are_carried_to_first_order(void** state)
{
    (void)state;
    // A tenth of the depth, and no part of the area lifts: 0.02 m times 2e-3 rad is 0.04 mm.
    double size = 5e-5, angle = 2e-3;
    Pair* pairs[] = {makeBlock(true), makeBlock(false), makeBricks()};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        Errors whole = worst(pairs[i], size, angle, false);
        Errors half = worst(pairs[i], 0.5 * size, 0.5 * angle, false);
        checkQuarter(whole.volume, half.volume);
        checkQuarter(whole.moment, half.moment);
        if (i < 2) {
            checkQuarter(whole.origin, half.origin);
            checkQuarter(whole.normal, half.normal);
        } else {
            // Between bricks that overhang, the strips at the walls lean by the depth over their
            // length; that part of the motion is neglected.
            double lean = DEPTH / block.z;
            VL_CHECK_BELOW(whole.origin, lean * (2.0 * angle + 2.0 * size / 0.01));
            VL_CHECK_BELOW(whole.normal, lean * (2.0 * angle + 2.0 * size / 0.01));
        }
        dropPair(pairs[i]);
    }
}

static void edges_and_corners_are_carried_to_first_order_where_they_move(void** state)
{
    (void)state;
    Pair* pairs[] = {makePointed(0.5, 0.0, true), makePointed(0.5, 0.0, false),
                     makePointed(0.5, 0.6, true), makePointed(0.5, 0.6, false)};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        // The volume, in any direction. Other errors of the frozen area grow only with the depth,
        // so along the surface everything is carried.
        Errors whole = worst(pairs[i], 2e-5, 0.0, false);
        Errors half = worst(pairs[i], 1e-5, 0.0, false);
        checkQuarter(whole.volume, half.volume);
        whole = worst(pairs[i], 1e-3, 0.0, true);
        VL_CHECK_BELOW(whole.volume, 1e-9); // sliding on a plane changes nothing
        VL_CHECK_BELOW(whole.origin, 1e-9);
        VL_CHECK_BELOW(whole.normal, 1e-9);
        dropPair(pairs[i]);
    }
}

static void an_area_follows_the_body_that_bounds_it(void** state)
{
    (void)state;
    Pair* first = makeBlock(true);
    Pair* second = makeBlock(false);
    Pair* bricks = makeBricks();
    vlFollow g = followOf(first); // the block is B
    VL_CHECK_NEAR(g.xx, 1.0, 1e-9);
    VL_CHECK_NEAR(g.yy, 1.0, 1e-9);
    VL_CHECK_NEAR(fabs(g.xy) + fabs(g.yx), 0.0, 1e-9);
    g = followOf(second);
    VL_CHECK_NEAR(fabs(g.xx) + fabs(g.yy) + fabs(g.xy) + fabs(g.yx), 0.0, 1e-9);
    g = followOf(bricks); // each direction has one side from either body
    VL_CHECK_NEAR(g.xx, 0.5, 1e-9);
    VL_CHECK_NEAR(g.yy, 0.5, 1e-9);
    dropPair(first);
    dropPair(second);
    dropPair(bricks);
}

static void bodies_that_stay_leave_every_bit(void** state)
{
    (void)state;
    Pair* pair = makePointed(0.5, 0.6, true);
    vlContactVolume v = pair->volume;
    vlFollow follow = followOf(pair);
    vlRise rise = vlCarry_Move(&v, &follow, pair->pose, pair->pose);
    assert_memory_equal(&v, &pair->volume, sizeof v);
    assert_true(rise.moved == 0.0);
    assert_false(vlCarry_Clamp(&v, &pair->pool));
    assert_memory_equal(&v, &pair->volume, sizeof v);
    dropPair(pair);
}

static void what_both_bodies_do_together_leaves_the_depth(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    Pair* pair = makePointed(0.5, 0.6, true);
    vlFollow follow = followOf(pair);
    for (int i = 0; i < 200; ++i) {
        vlVec3 shift = vlRandom_InBall(&random);
        vlQuat turn = vlRandom_Rotation(&random);
        vlBodyPose now[2];
        for (int k = 0; k < 2; ++k) {
            now[k].centre = vlAdd(vlRotate(turn, pair->pose[k].centre), shift);
            now[k].rotation = vlMulQ(turn, pair->pose[k].rotation);
        }
        vlContactVolume v = pair->volume;
        vlRise rise = vlCarry_Move(&v, &follow, pair->pose, now);
        // Rounding of places of 1 m: some 1e-16 m against a mean depth of 0.2 mm.
        double depth = pair->volume.volume / pair->volume.area;
        VL_CHECK_NEAR(v.volume / v.area, depth, 4e-15);
        VL_CHECK_NEAR(rise.moved, 0.0, 4e-15);
        vlVec3 origin = vlAdd(vlRotate(turn, pair->volume.origin), shift);
        VL_CHECK_NEAR(vlLength(vlSub(v.origin, origin)), 0.0, 4e-15);
        VL_CHECK_NEAR(vlLength(vlSub(v.normal, vlRotate(turn, pair->volume.normal))), 0.0, 4e-15);
    }
    dropPair(pair);
}

static void a_packet_holds_what_was_found(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = 8;
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddFloor(world);
    for (int i = 0; i < 3; ++i) {
        vlPose pose = vlModel_At(0.1 * i, 0.0, 0.0099);
        (void)vlStage_AddBox(world, vlVec(0.03, 0.03, 0.02), 0.1, pose, vlModel_AtRest());
    }
    const vlModel* model = &world->model;
    vlContacts_Find(model, &world->state, &world->work, world->state.motion, true);
    size_t capacity = vlPacket_Capacity(model, &world->work);
    void* buffer = aligned_alloc(64, (capacity + 63) / 64 * 64);
    assert_non_null(buffer);
    vlPacketHeader header = {.stamp = {5, 6, model->hash}, .findTime = 9.0};
    assert_true(vlPacket_Write(buffer, model, &world->state, &world->work,
                               &(vlFoundSamples){.listCount = 0}, header) <= capacity);
    vlPacketView view = vlPacket_View(buffer);
    const vlEvaluation* e = world->work.current;
    assert_int_equal(view.header->contactCount, 3);
    assert_true(view.header->findTime == 9.0);
    assert_int_equal(view.header->stamp.stepCount, 5);
    for (int i = 0; i < 3; ++i) {
        assert_true(view.contact[i].key == e->contact[i].key);
        assert_memory_equal(&view.contact[i].volume, &e->contact[i].volume,
                            sizeof e->contact[i].volume);
    }
    assert_memory_equal(view.point, e->pool.points,
                        (size_t)e->pool.pointCount * sizeof *view.point);
    assert_memory_equal(view.height, e->pool.heights,
                        (size_t)e->pool.heightCount * sizeof *view.height);
    assert_memory_equal(&view.pose[2].centre, &world->state.motion[2].centre, sizeof(vlVec3));
    free(buffer);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_are_carried_to_first_order),
        cmocka_unit_test(edges_and_corners_are_carried_to_first_order_where_they_move),
        cmocka_unit_test(an_area_follows_the_body_that_bounds_it),
        cmocka_unit_test(bodies_that_stay_leave_every_bit),
        cmocka_unit_test(what_both_bodies_do_together_leaves_the_depth),
        cmocka_unit_test(a_packet_holds_what_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
