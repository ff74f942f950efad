// SPDX-License-Identifier: MIT
// Contacts brought along with their bodies, against contacts found anew where the bodies then are.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rates/carry.h"
#include "shape/polyhedron.h"
#include "stage.h"

#define POINTS 512

// Two pieces and what was last found between them.
typedef struct Pair {
    vlShape* shape[2];
    vlStance stance[2]; // of the shapes' frames, which serve as centres here
    vlCollideScratch* scratch;
    vlVec2 points[POINTS];
    vlHeight heights[POINTS];
    vlVolumePool pool;
    vlContactVolume volume;
} Pair;

static vlPlaced placed(const Pair* pair, int i)
{
    vlPlaced p = {&pair->shape[i]->pieces[0], vlMatFromQuat(pair->stance[i].rotation),
                  pair->stance[i].centre};
    return p;
}

// Finds the contact; the pair must touch.
static bool find(Pair* pair)
{
    vlContactOptions options = vlDefaultContactOptions();
    vlPairCache cache = {0};
    vlPlaced a = placed(pair, 0), b = placed(pair, 1);
    pair->pool = (vlVolumePool){.points = pair->points,
                                .pointCapacity = POINTS,
                                .heights = pair->heights,
                                .heightCapacity = POINTS};
    return vlPair_Collide(&a, &b, &options, &cache, pair->scratch, &pair->pool, &pair->volume) ==
           VL_PAIR_TOUCHING;
}

static Pair* makePair(vlVec3 sizeA, vlVec3 sizeB, vlStance a, vlStance b)
{
    Pair* pair = calloc(1, sizeof *pair);
    assert_non_null(pair);
    pair->scratch = calloc(1, sizeof *pair->scratch);
    assert_non_null(pair->scratch);
    vlClipper_Init(&pair->scratch->clipper);
    pair->shape[0] = vlStage_CreateBox(sizeA);
    pair->shape[1] = vlStage_CreateBox(sizeB);
    pair->stance[0] = a;
    pair->stance[1] = b;
    assert_true(find(pair));
    return pair;
}

static void dropPair(Pair* pair)
{
    vlShape_Release(pair->shape[0]);
    vlShape_Release(pair->shape[1]);
    free(pair->scratch);
    free(pair);
}

static vlStance at(double x, double y, double z)
{
    vlStance s = {{x, y, z}, vlIdentityQuat()};
    return s;
}

static vlStance turned(vlStance s, vlVec3 axis, double angle)
{
    s.rotation = vlMulQ(vlQuatFromAxisAngle(axis, angle), s.rotation);
    return s;
}

static vlStance moved(vlStance s, vlVec3 shift, vlVec3 turn)
{
    s.centre = vlAdd(s.centre, shift);
    s.rotation = vlMulQ(vlQuatFromRotationVector(turn), s.rotation);
    return s;
}

static vlFollow followOf(const Pair* pair)
{
    vlPlaced a = placed(pair, 0), b = placed(pair, 1);
    return vlFollow_Of(&pair->volume, &pair->pool, &a, &b);
}

#define DEPTH 5e-4 // m
static const vlVec3 table = {0.4, 0.4, 0.1};
static const vlVec3 block = {0.04, 0.03, 0.02};

// A block on a table, with the block as body 1 or as body 0.
static Pair* makeBlock(bool isTableFirst)
{
    vlStance below = at(0.0, 0.0, -0.05);
    vlStance above = turned(at(0.013, 0.02, 0.01 - DEPTH), vlVec(0.0, 0.0, 1.0), 0.3);
    return isTableFirst ? makePair(table, block, below, above)
                        : makePair(block, table, above, below);
}

// Two blocks of which each overhangs the other.
static Pair* makeBricks(void)
{
    return makePair(block, block, at(0.0, 0.0, 0.0), at(0.011, 0.007, 0.02 - DEPTH));
}

// A block's edge or corner in the table.
static Pair* makePointed(double first, double second, bool isTableFirst)
{
    vlStance below = at(0.0, 0.0, -0.05);
    vlStance above = turned(turned(at(0.0, 0.0, 0.0), vlVec(1.0, 0.0, 0.0), first),
                            vlVec(0.0, 1.0, 0.0), second);
    double lowest = 0.0;
    for (int i = 0; i < 8; ++i) {
        vlVec3 corner = vlVec((i & 1 ? 0.5 : -0.5) * block.x, (i & 2 ? 0.5 : -0.5) * block.y,
                              (i & 4 ? 0.5 : -0.5) * block.z);
        double z = vlRotate(above.rotation, corner).z;
        lowest = z < lowest ? z : lowest;
    }
    above.centre.z = -lowest - DEPTH;
    return isTableFirst ? makePair(table, block, below, above)
                        : makePair(block, table, above, below);
}

// How far a carried contact is from the true one, each as a part of what the motion could do at
// most: dimensionless.
typedef struct Errors {
    double volume, moment, origin, normal;
} Errors;

static Errors compare(const Pair* pair, const vlStance now[2])
{
    Pair* fresh = malloc(sizeof *fresh);
    assert_non_null(fresh);
    *fresh = *pair;
    fresh->stance[0] = now[0];
    fresh->stance[1] = now[1];
    assert_true(find(fresh));
    vlContactVolume v = pair->volume;
    vlFollow follow = followOf(pair);
    (void)vlCarry_Move(&v, &follow, pair->stance, now);
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
        vlStance now[2];
        for (int k = 0; k < 2; ++k) {
            vlVec3 shift = vlScale(vlRandom_InBall(&random), size);
            vlVec3 turn = vlScale(vlRandom_InBall(&random), angle);
            if (isAlong) {
                shift.z = 0.0;
            }
            now[k] = moved(pair->stance[k], shift, turn);
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

static void facesAreCarriedToFirstOrder(void** state)
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
            // Between bricks that overhang, the walls' strips lean by the depth over their length:
            // that much of the motion is left out.
            double lean = DEPTH / block.z;
            VL_CHECK_BELOW(whole.origin, lean * (2.0 * angle + 2.0 * size / 0.01));
            VL_CHECK_BELOW(whole.normal, lean * (2.0 * angle + 2.0 * size / 0.01));
        }
        dropPair(pairs[i]);
    }
}

static void edgesAndCornersAreCarriedToFirstOrderWhereTheyMove(void** state)
{
    (void)state;
    Pair* pairs[] = {makePointed(0.5, 0.0, true), makePointed(0.5, 0.0, false),
                     makePointed(0.5, 0.6, true), makePointed(0.5, 0.6, false)};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        // The volume, in any direction; what else the frozen area leaves out grows with the depth
        // alone, so that along the surface all is carried.
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

static void anAreaFollowsTheBodyThatBoundsIt(void** state)
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
    g = followOf(bricks); // one side of each direction from either
    VL_CHECK_NEAR(g.xx, 0.5, 1e-9);
    VL_CHECK_NEAR(g.yy, 0.5, 1e-9);
    dropPair(first);
    dropPair(second);
    dropPair(bricks);
}

static void bodiesThatStayLeaveEveryBit(void** state)
{
    (void)state;
    Pair* pair = makePointed(0.5, 0.6, true);
    vlContactVolume v = pair->volume;
    vlFollow follow = followOf(pair);
    vlRise rise = vlCarry_Move(&v, &follow, pair->stance, pair->stance);
    assert_memory_equal(&v, &pair->volume, sizeof v);
    assert_true(rise.moved == 0.0);
    assert_false(vlCarry_Clamp(&v, &pair->pool));
    assert_memory_equal(&v, &pair->volume, sizeof v);
    dropPair(pair);
}

static void whatBothBodiesDoTogetherLeavesTheDepth(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    Pair* pair = makePointed(0.5, 0.6, true);
    vlFollow follow = followOf(pair);
    for (int i = 0; i < 200; ++i) {
        vlVec3 shift = vlRandom_InBall(&random);
        vlQuat turn = vlRandom_Rotation(&random);
        vlStance now[2];
        for (int k = 0; k < 2; ++k) {
            now[k].centre = vlAdd(vlRotate(turn, pair->stance[k].centre), shift);
            now[k].rotation = vlMulQ(turn, pair->stance[k].rotation);
        }
        vlContactVolume v = pair->volume;
        vlRise rise = vlCarry_Move(&v, &follow, pair->stance, now);
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

// The contact as a step would use it.
static vlContactVolume carry(const Pair* pair, const vlStance now[2], vlVolumePool* pool)
{
    vlContactVolume v = pair->volume;
    vlFollow follow = followOf(pair);
    vlRise rise = vlCarry_Move(&v, &follow, pair->stance, now);
    pool->pointCount = pool->heightCount = 0;
    assert_true(vlCarry_Copy(&v, &rise, pair->points, pair->heights, pool));
    (void)vlCarry_Clamp(&v, pool);
    return v;
}

typedef struct Room {
    vlVec2 points[POINTS];
    vlHeight heights[POINTS];
    vlVolumePool pool;
} Room;

static void openRoom(Room* room)
{
    room->pool = (vlVolumePool){.points = room->points,
                                .pointCapacity = POINTS,
                                .heights = room->heights,
                                .heightCapacity = POINTS};
}

static void aBodyThatLeavesIsLetGo(void** state)
{
    (void)state;
    Room room;
    openRoom(&room);
    Pair* pairs[] = {makeBlock(true), makeBlock(false), makePointed(0.5, 0.6, true)};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        const Pair* pair = pairs[i];
        int upper = pair->shape[0]->radius > 0.1 ? 1 : 0;
        double whole = pair->volume.volume;
        double last = whole;
        for (int k = 1; k <= 20; ++k) {
            vlStance now[2] = {pair->stance[0], pair->stance[1]};
            now[upper].centre.z += 0.1 * k * DEPTH;
            vlContactVolume v = carry(pair, now, &room.pool);
            assert_true(v.volume >= 0.0 && v.volume <= last);
            last = v.volume;
            if (k < 10) {                             // not yet
                assert_true(v.volume > 0.0 || k > 7); // Gauss points do not see the very tip
            } else if (k > 10) {
                assert_true(v.volume == 0.0 && v.depthMoment.x == 0.0);
            }
        }
        dropPair(pairs[i]);
    }
}

// Tilted until a part of the area has lifted: the volume left, against the true one.
static void aPartThatLiftsDoesNotCount(void** state)
{
    (void)state;
    Room room;
    openRoom(&room);
    Pair* pair = makeBlock(true);
    for (int i = 1; i <= 6; ++i) {
        // About the block's own y axis, 0.02 m to the rim: lifted from 0.025 rad on.
        double angle = 0.015 * i;
        vlVec3 axis = vlRotate(pair->stance[1].rotation, vlVec(0.0, 1.0, 0.0));
        vlStance now[2] = {pair->stance[0], moved(pair->stance[1], vlZero(), vlScale(axis, angle))};
        // The block turns about its middle: bring the bottom's middle back to where it was.
        vlVec3 down = vlVec(0.0, 0.0, -0.01);
        vlVec3 arm = vlSub(vlRotate(now[1].rotation, down), down);
        now[1].centre = vlSub(now[1].centre, arm);
        vlContactVolume v = carry(pair, now, &room.pool);
        // A wedge of one side: (d + a x) from x = -d/a to 0.02 over a width of 0.03 m.
        double reach = fmin(0.02, DEPTH / angle);
        double exact = 0.03 * (DEPTH * (0.02 + reach) + 0.5 * angle * (0.0004 - reach * reach));
        // Twelve points do not see where it begins to the last: a tenth.
        VL_CHECK_NEAR(v.volume, exact, 0.1 * exact);
        // Against no more than the pressing half's own centre, 2/3 out.
        assert_true(fabs(v.depthMoment.x) + fabs(v.depthMoment.y) <= 0.02 * v.volume);
    }
    dropPair(pair);
}

static void noMotionMakesAContactPull(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    Room room;
    openRoom(&room);
    for (int i = 0; i < vlStage_Count(2000, 200); ++i) {
        double first = vlRandom_Range(&random, -0.7, 0.7);
        double second = vlRandom_Range(&random, -0.7, 0.7);
        Pair* pair = makePointed(first, second, i % 2 == 0);
        vlStance now[2];
        for (int k = 0; k < 2; ++k) {
            double size = vlRandom_Log(&random, 1e-6, 1e-2);
            vlVec3 shift = vlScale(vlRandom_InBall(&random), size);
            now[k] = moved(pair->stance[k], shift, vlScale(vlRandom_InBall(&random), 100.0 * size));
        }
        vlContactVolume v = carry(pair, now, &room.pool);
        assert_true(v.volume >= 0.0);
        assert_true(isfinite(v.volume) && isfinite(v.depthMoment.x + v.depthMoment.y));
        // The pressure acts inside of the area: a positive field cannot reach beyond it.
        double slack = 1e-9 * v.volume + 1e-24;
        double gauss = 0.05 * v.volume * sqrt(v.area); // of the sums over points
        assert_true(v.depthMoment.x <= v.volume * v.upper.x + gauss + slack);
        assert_true(v.depthMoment.x >= v.volume * v.lower.x - gauss - slack);
        assert_true(v.depthMoment.y <= v.volume * v.upper.y + gauss + slack);
        assert_true(v.depthMoment.y >= v.volume * v.lower.y - gauss - slack);
        VL_CHECK_NEAR(vlLength(v.normal), 1.0, 1e-12);
        VL_CHECK_NEAR(vlDot(v.normal, vlCross(v.e1, v.e2)), 1.0, 1e-12);
        dropPair(pair);
    }
}

static void aPacketHoldsWhatWasFound(void** state)
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
    vlForward_Place(world, world->state.motion);
    vlNear_Update(world, world->state.motion);
    vlVolumes_Find(world, true);
    size_t capacity = vlPacket_Capacity(world);
    void* buffer = aligned_alloc(64, (capacity + 63) / 64 * 64);
    assert_non_null(buffer);
    vlPacketHeader header = {.stamp = {5, 6, world->model.hash}, .sequence = 9};
    assert_true(vlPacket_Write(buffer, world, header) <= capacity);
    vlPacketView view = vlPacket_View(buffer);
    const vlEvaluation* e = world->work.current;
    assert_int_equal(view.header->contactCount, 3);
    assert_int_equal(view.header->sequence, 9);
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
    assert_memory_equal(&view.stance[2].centre, &world->state.motion[2].centre, sizeof(vlVec3));
    free(buffer);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facesAreCarriedToFirstOrder),
        cmocka_unit_test(edgesAndCornersAreCarriedToFirstOrderWhereTheyMove),
        cmocka_unit_test(anAreaFollowsTheBodyThatBoundsIt),
        cmocka_unit_test(bodiesThatStayLeaveEveryBit),
        cmocka_unit_test(whatBothBodiesDoTogetherLeavesTheDepth),
        cmocka_unit_test(aBodyThatLeavesIsLetGo),
        cmocka_unit_test(aPartThatLiftsDoesNotCount),
        cmocka_unit_test(noMotionMakesAContactPull),
        cmocka_unit_test(aPacketHoldsWhatWasFound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
