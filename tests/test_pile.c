// SPDX-License-Identifier: MIT
// Many bodies at once: a pen full of hulls that must come to rest, a wall that must stand still,
// and a column that must buckle at the load of theory.

#include "models/random.h"
#include "models/wall_model.h"
#include "stage.h"
#include "test.h"

#define HULLS 40

static vlShape* anyShape(vlRandom* random, double size)
{
    vlShape* shape = NULL;
    vlVec3 points[24];
    int count = 8 + vlRandom_Index(random, 16);
    vlResult result = VL_OK;
    switch (vlRandom_Index(random, 4)) {
    case 0: return vlStage_CreateBox(vlScale(vlStage_AnySize(random, 0.5, 1.0), size));
    case 1:
        result = vlShape_CreatePrism(NULL, 3 + vlRandom_Index(random, 6), 0.5 * size, 0.7 * size,
                                     &shape, NULL, 0);
        break;
    case 2:
        result = vlShape_CreateCone(NULL, 8, 0.5 * size, 0.25 * size, 0.8 * size, &shape, NULL, 0);
        break;
    default:
        for (int i = 0; i < count; ++i) {
            points[i] = vlScale(vlRandom_Direction(random), 0.5 * size);
        }
        result = vlShape_CreateHull(NULL, points, count, &shape, NULL, 0);
        break;
    }
    assert_int_equal(result, VL_OK);
    return shape;
}

// Floor and four walls of 0.2 m around a square of side 1.4 m, 1.5 m high.
static void addPen(vlWorld* world)
{
    vlStage_AddFloor(world);
    for (int i = 0; i < 4; ++i) {
        double x = i == 0 ? 0.8 : (i == 1 ? -0.8 : 0.0);
        double y = i == 2 ? 0.8 : (i == 3 ? -0.8 : 0.0);
        vlVec3 size = i < 2 ? vlVec(0.2, 1.8, 1.5) : vlVec(1.8, 0.2, 1.5);
        vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(size), vlModel_At(x, y, 0.75));
    }
}

static void fillPen(vlWorld* world, vlRandom* random)
{
    for (int i = 0; i < HULLS; ++i) {
        double size = vlRandom_Range(random, 0.15, 0.35);
        int layer = i / 9;
        vlVec3 place = vlVec(0.45 * (i % 3 - 1), 0.45 * (i / 3 % 3 - 1), 0.3 + 0.4 * layer);
        vlPose pose = vlStage_AnyPose(random, place);
        vlTwist twist = vlStage_AnyTwist(random, 1.0, 3.0);
        double mass = vlRandom_Log(random, 0.5, 5.0);
        vlStage_AddShape(world, anyShape(random, size), mass, pose, twist);
    }
}

static void checkInside(const vlWorld* world)
{
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlVec3 c = vlStage_CentreOf(world, vlWorld_GetBody(world, i));
        assert_true(vlIsFinite(c));
        assert_true(i < 5 || (fabs(c.x) < 0.7 && fabs(c.y) < 0.7 && c.z > 0.0 && c.z < 2.0));
    }
}

typedef struct Filling {
    int law; // of vlStage_SetLaw
    vlNormalRule normal;
    double speed; // m/s, at most, after 6 s
} Filling;

static void a_pen_full_of_hulls_comes_to_rest(void** state)
{
    (void)state;
    // An eye can just distinguish a millimetre a second from rest. Under the lumped law the
    // stiffness of a partly lifted face is not symmetric (the force depends only on the deepest
    // point, its place on the width), which can keep a hull rocking, because a crowd allows only
    // little damping.
    static const Filling fillings[] = {{1, VL_NORMAL_GRADIENT, 1e-3},
                                       {2, VL_NORMAL_GRADIENT, 1e-3},
                                       {0, VL_NORMAL_GRADIENT, 0.1},
                                       {0, VL_NORMAL_SEARCH, 0.1}};
    for (int run = 0; run < vlStage_Count(4, 1); ++run) {
        vlRandom random = vlRandom_Seed(19);
        vlWorldDef def = vlExplicitWorldDef();
        vlStage_SetLaw(&def.contact, fillings[run].law);
        def.contact.reference.normal = fillings[run].normal;
        vlWorld* world = vlStage_CreateWorld(&def);
        addPen(world);
        fillPen(world, &random);
        vlStage_Run(world, vlStage_Count(6, 3));
        checkInside(world);
        vlStepInfo info = vlWorld_GetStepInfo(world);
        assert_int_equal(info.droppedPairs, 0);
        assert_int_equal(info.droppedContacts, 0);
        assert_int_equal(info.frozenBodies, 0);
        // In half the time the speed of the last fall may not have decayed at all.
        VL_CHECK_BELOW(vlStage_TopSpeed(world), vlStage_Count(1, 1000) * fillings[run].speed);
        vlWorld_Destroy(world);
    }
}

// Lets six bodies fall on each other with either route to the contact polyhedron. Returns the
// largest distance between their poses after `seconds`.
static double differenceOfRoutes(double seconds)
{
    enum { BODIES = 6 };
    vlPose pose[2][BODIES];
    for (int route = 0; route < 2; ++route) {
        vlRandom random = vlRandom_Seed(16);
        vlWorldDef def = vlExplicitWorldDef();
        def.contact.reference.route = route == 0 ? VL_POLYHEDRON_CLIP : VL_POLYHEDRON_DUAL;
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        for (int i = 0; i < BODIES; ++i) {
            vlPose at = vlStage_AnyPose(&random, vlVec(0.03 * i, 0.0, 0.12 + 0.17 * i));
            vlStage_AddShape(world, anyShape(&random, 0.25), 1.0, at, vlModel_AtRest());
        }
        int contacts = 0;
        for (int n = 0; n * def.step < seconds; ++n) {
            vlStage_Step(world);
            contacts += vlWorld_GetContactCount(world);
        }
        assert_true(contacts > 50); // or nothing was compared
        for (int i = 0; i < BODIES; ++i) {
            pose[route][i] = vlStage_PoseOf(world, vlWorld_GetBody(world, i + 1));
        }
        vlWorld_Destroy(world);
    }
    double worst = 0.0;
    for (int i = 0; i < BODIES; ++i) {
        vlQuat turn = vlMulQ(vlConj(pose[0][i].q), pose[1][i].q);
        worst = fmax(worst, vlLength(vlSub(pose[0][i].p, pose[1][i].p)));
        worst = fmax(worst, sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z));
    }
    return worst;
}

static void both_routes_to_the_polyhedron_move_bodies_alike(void** state)
{
    (void)state;
    // Differences start at rounding, 1e-16, which the dual transform enlarges by the square of how
    // flat the polyhedron is; impacts enlarge them further. 0.3 s of falling contain about a dozen
    // of these. The logarithms of (T5.12) add rounding where a slab nearly slides.
    VL_CHECK_BELOW(differenceOfRoutes(0.4), 1e-7);
}

// A wall of 13 bricks after 20 s: top speed, and how far the worst brick has moved.
static double standWall(vlWorldDef def, double* moved)
{
    vlBodyId bricks[13];
    vlWallDef wall = vlWall_Default(13);
    vlVec3 from[13];
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    assert_int_equal(vlModel_AddWall(world, &wall, bricks), VL_OK);
    for (int i = 0; i < 13; ++i) {
        from[i] = vlStage_CentreOf(world, bricks[i]);
    }
    vlStage_Run(world, 20.0);
    *moved = 0.0;
    for (int i = 0; i < 13; ++i) {
        *moved = fmax(*moved, vlLength(vlSub(vlStage_CentreOf(world, bricks[i]), from[i])));
    }
    double speed = vlStage_TopSpeed(world);
    vlWorld_Destroy(world);
    return speed;
}

static void a_wall_of_thirteen_bricks_stands_still(void** state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        vlWorldDef def = vlExplicitWorldDef();
        def.step = 5e-3;
        def.contact.reference.normal = (vlNormalRule)(i & 1);
        def.surface.stiffnessN = i & 2 ? VL_AUTO : 3000.0;
        def.surface.dampingRatioN = def.surface.dampingRatioS = i & 4 ? 0.7 : 0.3;
        double moved = 0.0;
        VL_CHECK_BELOW(standWall(def, &moved), 1e-9); // only rounding is left
        // Sag: the weight of up to 13 bricks over the stiffness, in rows of springs.
        VL_CHECK_BELOW(moved, 0.025);
    }
}

// Lean of the topmost of three cubes of 1 m and 1 kg after 30 s, the column put up with a lean of
// 1e-4.
static double leanOfColumn(double stiffness)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.surface.stiffnessN = stiffness;
    def.surface.dampingRatioN = def.surface.dampingRatioS = 0.3;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId top = {0, 0};
    for (int i = 0; i < 3; ++i) {
        double sag = VL_GRAVITY / stiffness * (i == 0 ? 3.0 : (i == 1 ? 5.0 : 6.0));
        top = vlStage_AddBox(world, vlVec(1.0, 1.0, 1.0), 1.0,
                             vlModel_At(1e-4 * (i + 0.5), 0.0, i + 0.5 - sag), vlModel_AtRest());
    }
    vlStage_Run(world, 30.0);
    vlVec3 c = vlStage_CentreOf(world, top);
    vlWorld_Destroy(world);
    return hypot(c.x, c.y);
}

static void a_column_buckles_below_its_critical_stiffness(void** state)
{
    (void)state;
    // A face of side a is a hinge of stiffness k a^2/12; with these hinges and the weights a column
    // of three loses its stability at 670 N/m.
    assert_true(leanOfColumn(550.0) > 0.3);
    // Near the limit the oscillation from the start is large and decays slowly: 6 times the offset.
    VL_CHECK_BELOW(leanOfColumn(800.0), 0.02);
}

// Two bricks on each other, and five: the depths add up as springs in a row do.
static void a_stack_sags_as_springs_in_a_row(void** state)
{
    (void)state;
    enum { BRICKS = 5 };
    vlWorldDef def = vlExplicitWorldDef();
    def.surface.stiffnessN = 2e4;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId brick[BRICKS];
    for (int i = 0; i < BRICKS; ++i) {
        brick[i] = vlStage_AddBox(world, vlVec(2.0, 2.0, 0.2), 1.0,
                                  vlModel_At(0.0, 0.0, 0.2 * i + 0.1), vlModel_AtRest());
    }
    vlStage_Run(world, 5.0);
    double sag = 0.0;
    for (int i = 0; i < BRICKS; ++i) {
        sag += VL_GRAVITY / 2e4 * (BRICKS - i);
        VL_CHECK_NEAR(vlStage_CentreOf(world, brick[i]).z, 0.2 * i + 0.1 - sag, 1e-9); // at rest
    }
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pen_full_of_hulls_comes_to_rest),
        cmocka_unit_test(both_routes_to_the_polyhedron_move_bodies_alike),
        cmocka_unit_test(a_wall_of_thirteen_bricks_stands_still),
        cmocka_unit_test(a_column_buckles_below_its_critical_stiffness),
        cmocka_unit_test(a_stack_sags_as_springs_in_a_row),
    };
    return cmocka_run_group_tests_name("pile", tests, NULL, NULL);
}
