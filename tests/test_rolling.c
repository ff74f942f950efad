// SPDX-License-Identifier: MIT
// Rolling: the part of a tilt that the footprint follows, and cylinders and balls that roll.

#include "collide/pair.h"
#include "models/rolling_model.h"
#include "pairs.h"
#include "stage.h"
#include "test.h"

static vlTestRig rig;

// Least and largest eigenvalue of a x a symmetric 2 x 2 matrix.
static void eigenOf(double xx, double xy, double yy, double* least, double* largest)
{
    double half = 0.5 * (xx - yy);
    double spread = sqrt(half * half + xy * xy);
    *least = 0.5 * (xx + yy) - spread;
    *largest = 0.5 * (xx + yy) + spread;
}

static void what_resists_tilting_is_between_nothing_and_the_area(void** state)
{
    (void)state;
    assert_true(vlTestRig_Create(&rig, 5));
    vlRandom random = vlRandom_Seed(31);
    int slabs = 0, others = 0, followed = 0;
    int rounds = vlStage_Count(3000, 300);
    for (int i = 0; i < rounds; ++i) {
        vlContactVolume v;
        vlTestPair_Draw(&rig.pair, (vlPairKind)(i % VL_PAIR_KIND_COUNT), &rig.shapes, &random);
        if (vlTestRig_Cut(&rig, false) != VL_CLIP_SOLID || !vlTestRig_Integrate(&rig, &v)) {
            continue;
        }
        double least, largest, unused;
        double size = v.mxx + v.myy;
        eigenOf(v.tilting.xx, v.tilting.xy, v.tilting.yy, &least, &unused);
        VL_CHECK_BELOW(-least, 1e-9 * size); // 0 <= M_t, to the rounding of a difference
        eigenOf(v.mxx - v.tilting.xx, v.mxy - v.tilting.xy, v.myy - v.tilting.yy, &least, &largest);
        VL_CHECK_BELOW(-least, 1e-9 * size); // M_t <= M
        if (v.isSlab) {
            VL_CHECK_BELOW(largest, 0.0); // M_t = M
            ++slabs;
        } else {
            followed += v.tilting.xx + v.tilting.yy < 0.9 * size;
            ++others;
        }
    }
    // Otherwise nothing was compared. Most random pieces have edges, which are not followed.
    assert_true(slabs > rounds / 300 && others > rounds / 30 && followed > rounds / 300);
    vlTestRig_Release(&rig);
}

// The contact volume of a shape that is rotated by `turn` and pressed into the floor by `depth`.
static vlContactVolume press(vlShape* shape, vlQuat turn, double lowest, double depth)
{
    static vlCollideScratch scratch;
    static vlVec2 points[4096];
    static vlHeight heights[4096];
    vlShape* floor = NULL;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &floor, NULL, 0),
                     VL_OK);
    vlPlaced a = {&floor->pieces[0], vlDiag(1.0, 1.0, 1.0), vlZero()};
    vlPlaced b = {&shape->pieces[0], vlMatFromQuat(turn), vlVec(0.0, 0.0, -lowest - depth)};
    vlVolumePool pool = {
        .points = points, .pointCapacity = 4096, .heights = heights, .heightCapacity = 4096};
    vlContactOptions options = vlDefaultContactOptions();
    vlPairCache cache = {0};
    vlContactVolume v;
    vlClipper_Init(&scratch.clipper);
    assert_int_equal(vlPair_Collide(&a, &b, &options, &cache, NULL, &scratch, &pool, &v),
                     VL_PAIR_TOUCHING);
    vlShape_Release(floor);
    return v;
}

static void a_paraboloid_is_followed_and_a_box_is_not(void** state)
{
    (void)state;
    vlShape* cylinder = NULL;
    vlShape* ball = NULL;
    vlShape* box = vlStage_CreateBox(vlVec(0.2, 0.1, 0.1));
    assert_int_equal(vlShape_CreateCylinder(NULL, 1000, 0.1, 0.1, &cylinder, NULL, 0), VL_OK);
    assert_int_equal(vlShape_CreateSphere(NULL, 0.1, 60, 34, &ball, NULL, 0), VL_OK);
    vlQuat lie = vlQuatFromRotationVector(vlVec(0.5 * VL_PI, 0.0, 0.0));
    // Depth 1 mm: half width 14 mm, 45 facets. Along the axis it is flat and resists.
    vlContactVolume v = press(cylinder, lie, -0.1, 1e-3);
    double least, largest;
    eigenOf(v.tilting.xx, v.tilting.xy, v.tilting.yy, &least, &largest);
    double small, large;
    eigenOf(v.mxx, v.mxy, v.myy, &small, &large);
    VL_CHECK_BELOW(least, 1e-3 * small);
    VL_CHECK_NEAR(largest, large, 0.01 * large); // 1%: the ends of the cylinder are walls
    v = press(ball, vlQuatFromRotationVector(vlVec(0.4, 0.2, 0.0)), -0.1, 5e-3);
    // Slopes of 0.3 at the border begin to count as a crease, by 4% (T2.17).
    VL_CHECK_BELOW(v.tilting.xx + v.tilting.yy, 0.06 * (v.mxx + v.myy));
    // A face is not followed, however little it is tilted; an edge (slopes of 1) hardly.
    v = press(box, vlIdentityQuat(), -0.05, 1e-4);
    assert_true(v.isSlab && v.tilting.xx == v.mxx && v.tilting.yy == v.myy);
    v = press(box, vlQuatFromRotationVector(vlVec(0.25 * VL_PI, 0.0, 0.0)), -sqrt(0.005), 1e-3);
    assert_true(!v.isSlab);
    eigenOf(v.mxx - v.tilting.xx, v.mxy - v.tilting.xy, v.myy - v.tilting.yy, &least, &largest);
    VL_CHECK_BELOW(largest, 0.1 * (v.mxx + v.myy));
    vlShape_Release(cylinder);
    vlShape_Release(ball);
    vlShape_Release(box);
}

typedef struct Method {
    vlIntegrator integrator;
    double step;
} Method;

static const Method methods[3] = {
    {VL_INTEGRATOR_EULER, 1e-3}, {VL_INTEGRATOR_IMPLICIT, 1e-3}, {VL_INTEGRATOR_IMPLICIT, 5e-3}};

static double resistanceOf(const vlRollingCase* c)
{
    double resistance = HUGE_VAL;
    assert_int_equal(vlModel_RollLevel(c, &resistance), VL_OK);
    return fabs(resistance);
}

static void a_cylinder_rolls_on(void** state)
{
    (void)state;
    static const double speeds[3] = {0.2, 1.0, 2.0};
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            vlRollingCase c = vlRollingCase_Default(methods[k].integrator, methods[k].step);
            c.speed = speeds[i];
            // 5e-4: soft steel on steel. With a frozen footprint it was up to 0.04 (T3.15).
            VL_CHECK_BELOW(resistanceOf(&c), 5e-4);
            c.isHull = true; // its edges alone show that it is round
            VL_CHECK_BELOW(resistanceOf(&c), 5e-4);
            c.isHull = false;
            c.radius = 0.02; // at 2 m/s and 5 ms half a facet's turn per step
            VL_CHECK_BELOW(resistanceOf(&c), k == 0 ? 2.5e-3 : 4e-3);
        }
    }
}

static void finer_facets_roll_better(void** state)
{
    (void)state;
    vlRollingCase c = vlRollingCase_Default(VL_INTEGRATOR_EULER, 1e-3);
    c.sides = 128;
    double coarse = resistanceOf(&c);
    c.sides = 1024;
    double fine = resistanceOf(&c);
    VL_CHECK_BELOW(fine, coarse / pow(8.0, 1.5)); // at least as n^-1.5
}

static void a_cylinder_rolls_down_a_slope_as_fast_as_it_should(void** state)
{
    (void)state;
    for (int k = 0; k < 3; ++k) {
        vlRollingCase c = vlRollingCase_Default(methods[k].integrator, methods[k].step);
        double share = 0.0, least = 0.0;
        assert_int_equal(vlModel_RollDown(&c, VL_PI / 18.0, &share, &least), VL_OK);
        VL_CHECK_NEAR(share, 1.0, 0.005);
        VL_CHECK_NEAR(least, 1.0, 0.005);
    }
}

static void a_thrown_ball_begins_to_roll(void** state)
{
    (void)state;
    // 5/7 of 2 m/s is 1.43. The facets span 6 degrees; the ball loses speed by bumping over them.
    static const double least[3] = {1.15, 1.05, 1.3};
    for (int k = 0; k < 3; ++k) {
        vlRollingCase c = vlRollingCase_Default(methods[k].integrator, methods[k].step);
        double speed = 0.0;
        assert_int_equal(vlModel_ThrowBall(&c, &speed), VL_OK);
        assert_true(speed >= least[k] && speed < 10.0 / 7.0);
    }
}

// Energy of a body that is dropped, over that at the start: the largest after the first contact.
static double dropOne(const Method* m, double stiffness, int kind, vlRandom* random)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = m->integrator;
    def.step = m->step;
    def.surface.stiffnessN = stiffness;
    def.capacity.bodies = 2;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlShape* shape = NULL;
    vlVec3 points[24];
    for (int i = 0; i < 24; ++i) {
        points[i] = vlScale(vlRandom_InBall(random), 0.1);
    }
    vlResult result = kind == 0   ? vlShape_CreateBox(NULL, vlVec(0.1, 0.05, 0.03), &shape, NULL, 0)
                      : kind == 1 ? vlShape_CreateHull(NULL, points, 24, &shape, NULL, 0)
                                  : vlShape_CreateCapsule(NULL, 0.05, 0.1, 24, 6, &shape, NULL, 0);
    assert_int_equal(result, VL_OK);
    vlPose pose = vlStage_AnyPose(random, vlVec(0.0, 0.0, 0.25));
    vlBodyId body = vlStage_AddShape(world, shape, 1.0, pose, vlStage_AnyTwist(random, 1.0, 5.0));
    double start = vlStage_KineticEnergy(world) + VL_GRAVITY * vlStage_CentreOf(world, body).z;
    double most = 0.0;
    for (int i = 0; i < 1.0 / m->step; ++i) {
        vlStage_Step(world);
        double now = vlStage_KineticEnergy(world) + VL_GRAVITY * vlStage_CentreOf(world, body).z;
        most = fmax(most, now / start);
    }
    vlWorld_Destroy(world);
    return most;
}

static void dropped_bodies_gain_no_energy(void** state)
{
    (void)state;
    static const double stiffness[3] = {VL_AUTO, 1e5, 1e8};
    vlRandom random = vlRandom_Seed(33);
    for (int i = 0; i < vlStage_Count(54, 9); ++i) {
        const Method* m = &methods[i % 3];
        double k = stiffness[i / 3 % 3];
        if (m->integrator == VL_INTEGRATOR_EULER && k > 1e5) {
            k = 1e5; // beyond its limit anyway
        }
        // 1.001: a step of free fall adds g^2 h^2/2 of g z, because it replaces the parabola by
        // straight lines.
        VL_CHECK_BELOW(dropOne(m, k, i % 3 == i / 9 % 3 ? 2 : i / 9 % 2, &random), 1.001);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_resists_tilting_is_between_nothing_and_the_area),
        cmocka_unit_test(a_paraboloid_is_followed_and_a_box_is_not),
        cmocka_unit_test(a_cylinder_rolls_on),
        cmocka_unit_test(finer_facets_roll_better),
        cmocka_unit_test(a_cylinder_rolls_down_a_slope_as_fast_as_it_should),
        cmocka_unit_test(a_thrown_ball_begins_to_roll),
        cmocka_unit_test(dropped_bodies_gain_no_energy),
    };
    return cmocka_run_group_tests_name("rolling", tests, NULL, NULL);
}
