// SPDX-License-Identifier: MIT
// A body cut into convex pieces must behave as the whole: same depth, same slide, same spin, and no
// bump at the seams of a floor made of pieces.

#include "stage.h"
#include "test.h"

#define STIFFNESS 5e4

typedef struct Cut {
    int x, y, z;
} Cut;

// Across, along, and with a seam parallel to the floor.
static const Cut cuts[] = {{2, 1, 1}, {2, 2, 1}, {4, 1, 1}, {1, 1, 2}, {2, 2, 2}, {8, 1, 1}};
#define CUTS 6

static const vlVec3 boxSize = {0.4, 0.4, 0.2};

static vlWorldDef defWith(vlNormalRule normal, vlNormalLaw law)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 4;
    def.capacity.pieces = 80;
    def.capacity.pairs = 600;
    def.capacity.contacts = 200;
    def.contact.reference.normal = normal;
    def.contact.law = law;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.foundation = STIFFNESS / 0.16; // the same on the box's face
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.3;
    return def;
}

// How box and floor are cut, and which of the two comes first in the pair.
typedef struct Setup {
    vlNormalRule normal;
    vlNormalLaw law;
    Cut box, floor;
    bool boxFirst;
} Setup;

static void addFloor(vlWorld* world, Cut cut)
{
    vlShape* shape = vlStage_CreateCutBox(vlVec(4.0, 4.0, 0.5), cut.x, cut.y, cut.z);
    vlStage_AddFixed(world, VL_BODY_STATIC, shape, vlModel_At(0.0, 0.0, -0.25));
}

// A box of 2 kg at rest on the floor.
static vlWorld* makeScene(const Setup* s, vlBodyId* box)
{
    vlWorldDef def = defWith(s->normal, s->law);
    vlWorld* world = vlStage_CreateWorld(&def);
    if (!s->boxFirst) {
        addFloor(world, s->floor);
    }
    *box = vlStage_AddShape(world, vlStage_CreateCutBox(boxSize, s->box.x, s->box.y, s->box.z), 2.0,
                            vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
    if (s->boxFirst) {
        addFloor(world, s->floor);
    }
    vlStage_Run(world, 1.0);
    return world;
}

static const Cut whole = {1, 1, 1};

// The set-up number `i` of 8: the four pairs of normal and law, with both orders.
static Setup setupOf(int i)
{
    Setup s = {(vlNormalRule)(i & 1), (vlNormalLaw)(i >> 1 & 1), whole, whole, (i >> 2 & 1) != 0};
    return s;
}

static void a_cut_box_sinks_as_the_whole(void** state)
{
    (void)state;
    double exact = 2.0 * VL_GRAVITY / STIFFNESS;
    for (int i = 0; i < 8 * CUTS; i += vlStage_Count(1, 7)) {
        Setup s = setupOf(i % 8);
        vlBodyId box;
        s.box = cuts[i / 8];
        vlWorld* world = makeScene(&s, &box);
        // Normals of the pieces may differ by depth over width, 2e-3, which enters squared.
        double depth = 0.1 - vlStage_CentreOf(world, box).z;
        VL_CHECK_NEAR(depth / exact, 1.0, 1e-5);
        vlWorld_Destroy(world);

        s.box = whole;
        s.floor = cuts[i / 8];
        world = makeScene(&s, &box);
        // Off the middle of the seams, so that pieces of different size are loaded.
        vlStage_Place(world, box, vlModel_At(0.03, 0.05, 0.1), vlModel_AtRest());
        vlStage_Run(world, 1.0);
        depth = 0.1 - vlStage_CentreOf(world, box).z;
        VL_CHECK_NEAR(depth / exact, 1.0, 1e-4); // the same with narrower pieces
        vlWorld_Destroy(world);
    }
}

// Distance a box slides from 1 m/s.
static double slide(Setup s, Cut box, Cut floor)
{
    vlBodyId id;
    s.box = box;
    s.floor = floor;
    vlWorld* world = makeScene(&s, &id);
    vlPose pose = vlStage_PoseOf(world, id);
    pose.p.x = -0.07, pose.p.y = 0.11;
    vlStage_Place(world, id, pose, vlModel_Moving(vlVec(1.0, 0.0, 0.0), vlZero()));
    vlStage_Run(world, 1.0);
    vlVec3 c = vlStage_CentreOf(world, id);
    VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, id).linear), 1e-6); // it has come to rest
    VL_CHECK_BELOW(fabs(c.y - 0.11), 1e-3); // it went straight, to 1% of the distance
    vlWorld_Destroy(world);
    return c.x + 0.07;
}

static void a_cut_box_slides_as_the_whole(void** state)
{
    (void)state;
    for (int i = 0; i < 8; i += vlStage_Count(1, 5)) {
        double path = slide(setupOf(i), whole, whole);
        for (int k = 0; k < CUTS; k += vlStage_Count(1, 3)) {
            VL_CHECK_NEAR(slide(setupOf(i), cuts[k], whole) / path, 1.0, 0.01);
        }
    }
}

static void sliding_over_seams_is_not_felt(void** state)
{
    (void)state;
    // Tiles of 0.5 m and 0.25 m, and a floor in layers; the box passes several seams.
    static const Cut floors[] = {{8, 1, 1}, {16, 1, 1}, {8, 8, 1}, {8, 1, 2}};
    for (int i = 0; i < 8; i += vlStage_Count(1, 5)) {
        double path = slide(setupOf(i), whole, whole);
        for (int k = 0; k < 4; ++k) {
            VL_CHECK_NEAR(slide(setupOf(i), whole, floors[k]) / path, 1.0, 0.01);
        }
        VL_CHECK_NEAR(slide(setupOf(i), cuts[1], floors[1]) / path, 1.0, 0.01);
    }
}

// Angle through which a box spins from 10 rad/s.
static double spin(Setup s, Cut box, Cut floor)
{
    vlBodyId id;
    s.box = box;
    s.floor = floor;
    vlWorld* world = makeScene(&s, &id);
    vlPose pose = vlStage_PoseOf(world, id);
    vlStage_Place(world, id, pose, vlModel_Moving(vlZero(), vlVec(0.0, 0.0, 10.0)));
    double angle = 0.0;
    for (int i = 0; i < 1500; ++i) {
        vlStage_Step(world);
        angle += 1e-3 * vlStage_TwistOf(world, id).angular.z;
    }
    VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, id).angular), 1e-6);
    vlVec3 c = vlStage_CentreOf(world, id);
    VL_CHECK_BELOW(hypot(c.x, c.y), 1e-3); // it stayed on the spot
    vlWorld_Destroy(world);
    return angle;
}

static void a_cut_box_spins_as_the_whole(void** state)
{
    (void)state;
    for (int i = 0; i < 8; i += vlStage_Count(1, 5)) {
        double angle = spin(setupOf(i), whole, whole);
        for (int k = 0; k < CUTS; k += vlStage_Count(1, 3)) {
            // 2.5%: three Gauss points per triangle give 0.992 of a whole square's torque, and
            // 1.012 with two halves that rotate about their seam.
            VL_CHECK_NEAR(spin(setupOf(i), cuts[k], whole) / angle, 1.0, 0.025);
            VL_CHECK_NEAR(spin(setupOf(i), whole, cuts[k]) / angle, 1.0, 0.025);
        }
    }
}

// How far a sticking box moves under half its friction; the load grows over 2 s.
static double give(Setup s, Cut box, Cut floor)
{
    vlBodyId id;
    s.box = box;
    s.floor = floor;
    vlWorld* world = makeScene(&s, &id);
    double from = vlStage_CentreOf(world, id).x;
    for (int i = 1; i <= 2500; ++i) {
        vlStage_Lean(world, i < 2000 ? 0.145 * i / 2000 : 0.145);
        vlStage_Step(world);
    }
    double shift = vlStage_CentreOf(world, id).x - from;
    vlWorld_Destroy(world);
    return shift;
}

static void a_cut_box_sticks_as_the_whole(void** state)
{
    (void)state;
    for (int i = 0; i < 8; i += vlStage_Count(1, 5)) {
        double shift = give(setupOf(i), whole, whole);
        // The shear springs yield by the load over the stiffness. The box also leans, because the
        // load pulls at half its height h: this adds (h/2)^2 over a^2/12, three quarters of that.
        double shear = 2.0 * VL_GRAVITY * sin(0.145) / STIFFNESS;
        VL_CHECK_NEAR(shift / shear, 1.75, 0.02);
        for (int k = 0; k < CUTS; k += vlStage_Count(1, 3)) {
            // 3e-3: normals of pieces differ by depth over width, 1e-3.
            VL_CHECK_NEAR(give(setupOf(i), cuts[k], whole) / shift, 1.0, 3e-3);
            VL_CHECK_NEAR(give(setupOf(i), whole, cuts[k]) / shift, 1.0, 3e-3);
        }
    }
}

static void pieces_of_one_side_share_their_area(void** state)
{
    (void)state;
    vlBodyId box;
    Setup s = setupOf(0);
    s.box = cuts[1];
    vlWorld* world = makeScene(&s, &box);
    assert_int_equal(vlWorld_GetContactCount(world), 4);
    double force = 0.0;
    for (int i = 0; i < 4; ++i) {
        vlContactReport r = vlStage_ContactOf(world, i);
        // The area is projected along a normal that leans by 2e-3.
        VL_CHECK_NEAR(r.area, 0.04, 1e-5 * 0.04);
        VL_CHECK_NEAR(r.groupArea, 0.16, 1e-5 * 0.16);
        VL_CHECK_NEAR(r.stiffnessN, 0.25 * STIFFNESS, 1e-5 * STIFFNESS); // its share
        force += r.wrench.force.z;
    }
    VL_CHECK_NEAR(force, 2.0 * VL_GRAVITY, 1e-6);
    vlWorld_Destroy(world);
}

static vlShape* makeTray(void)
{
    vlShape* plate = vlStage_CreateBox(vlVec(0.4, 0.4, 0.02));
    vlShape* wall = vlStage_CreateBox(vlVec(0.02, 0.4, 0.1));
    const vlShape* pieces[] = {plate, wall};
    const vlPose poses[] = {vlModel_At(0.0, 0.0, -0.01), vlModel_At(-0.15, 0.0, 0.05)};
    vlShape* tray;
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 2, &tray, NULL, 0), VL_OK);
    vlShape_Release(plate);
    vlShape_Release(wall);
    return tray;
}

// A plate with a wall standing on a part of it: the plate's upper face is glued along that part
// only, and a block beside the wall must still find it, whichever of the two was made first.
static void a_block_lies_on_a_plate_that_carries_a_wall(void** state)
{
    (void)state;
    for (int trayFirst = 0; trayFirst < 2; ++trayFirst) {
        vlWorldDef def = defWith(VL_NORMAL_GRADIENT, VL_LAW_LUMPED);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId block = {0, 0};
        for (int i = 0; i < 2; ++i) {
            if (i == trayFirst) {
                // Tilted a little, so that no remembered normal can help.
                vlPose pose = {vlVec(0.02, 0.0, 0.026),
                               vlQuatFromAxisAngle(vlVec(1.0, 1.0, 0.0), 0.02)};
                block = vlStage_AddBox(world, vlVec(0.05, 0.05, 0.05), 0.1, pose, vlModel_AtRest());
            } else {
                vlStage_AddFixed(world, VL_BODY_STATIC, makeTray(), vlIdentityPose());
            }
        }
        vlStage_Run(world, 2.0);
        assert_int_equal(vlWorld_GetContactCount(world), 1);
        VL_CHECK_NEAR(fabs(vlStage_ContactOf(world, 0).normal.z), 1.0,
                      1e-9);                                          // flat except for rounding
        VL_CHECK_NEAR(vlStage_CentreOf(world, block).z, 0.025, 1e-3); // it sinks by less than 1 mm
        vlWorld_Destroy(world);
    }
}

// A plank lies on a floor with one of its upright edges in the side of a ledge, which is another
// piece of the floor's body. The two contacts meet at the seam below the ledge, and the one with
// the floor has 1300 times the area. The ledge must be as stiff as if it were alone, except for the
// part S/A = depth/(2 height) of its contact that is seam, (T6.7).
static void a_small_contact_beside_a_large_one_keeps_its_stiffness(void** state)
{
    (void)state;
    const double height = 0.006;
    const double depth = 1e-4;
    const double turn = 0.25;
    vlShape* parts[2] = {vlStage_CreateBox(vlVec(0.2, 0.1, 0.02)),
                         vlStage_CreateBox(vlVec(0.01, 0.1, height))};
    const vlShape* pieces[2] = {parts[0], parts[1]};
    const vlPose poses[2] = {vlModel_At(0.0, 0.0, -0.01), vlModel_At(0.05, 0.0, 0.5 * height)};
    vlShape* ledge = NULL;
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 2, &ledge, NULL, 0), VL_OK);
    vlShape_Release(parts[0]);
    vlShape_Release(parts[1]);
    vlWorldDef def = vlStage_ImplicitDef(1e-3, STIFFNESS, 2);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFixed(world, VL_BODY_STATIC, ledge, vlIdentityPose());
    // Distance of the edge from the plank's centre.
    double reach = 0.04 * cos(turn) + 0.02 * sin(turn);
    vlPose pose = {vlVec(0.045 + depth - reach, 0.0, 0.004 - 5e-5),
                   vlQuatFromAxisAngle(vlVec(0, 0, 1), turn)};
    vlStage_AddShape(world, vlStage_CreateBox(vlVec(0.08, 0.04, 0.008)), 0.12, pose,
                     vlModel_AtRest());
    vlStage_Step(world);
    int found = 0;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport r = vlStage_ContactOf(world, i);
        if (fabs(r.normal.x) > 0.9) {
            ++found;
            double seam = depth / (2.0 * height);
            // A tenth of the seam's part for the floor's depth, which is left out above.
            VL_CHECK_NEAR(r.stiffnessN / STIFFNESS, 1.0 - 10.0 * seam, seam);
        }
    }
    assert_int_equal(found, 1);
    vlWorld_Destroy(world);
}

// The corner of a piece may have one free face and others that are glued, and a piece may lie
// inside a half-space wholly. The free faces then point anywhere.
static void pieces_lie_on_a_half_space_along_its_normal(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    int found = 0;
    for (int i = 0; i < 300; ++i) {
        vlShape* part[2] = {vlStage_CreateBox(vlVec(0.1, 0.08, 0.06)),
                            vlStage_CreateBox(vlVec(0.06, 0.1, 0.09))};
        vlPose at[2] = {vlIdentityPose(), vlIdentityPose()};
        at[1].p = vlVec(0.08, vlRandom_Range(&random, -0.04, 0.04), 0.0);
        vlShape* shape = NULL;
        assert_int_equal(
            vlShape_CreateCompound(NULL, (const vlShape* const*)part, at, 2, &shape, NULL, 0),
            VL_OK);
        vlShape_Release(part[0]);
        vlShape_Release(part[1]);
        vlWorldDef def = defWith(VL_NORMAL_GRADIENT, VL_LAW_LUMPED);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlPose pose = {vlVec(0.0, 0.0, vlRandom_Range(&random, 0.02, 0.07)),
                       vlRandom_Rotation(&random)};
        vlStage_AddShape(world, shape, 1.0, pose, vlModel_AtRest());
        vlStage_Step(world);
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            vlContactReport r = vlStage_ContactOf(world, k);
            VL_CHECK_NEAR(r.normal.z, 1.0, 1e-9);
            ++found;
        }
        vlWorld_Destroy(world);
    }
    assert_true(found > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_box_sinks_as_the_whole),
        cmocka_unit_test(a_cut_box_slides_as_the_whole),
        cmocka_unit_test(sliding_over_seams_is_not_felt),
        cmocka_unit_test(a_cut_box_spins_as_the_whole),
        cmocka_unit_test(a_cut_box_sticks_as_the_whole),
        cmocka_unit_test(pieces_of_one_side_share_their_area),
        cmocka_unit_test(a_block_lies_on_a_plate_that_carries_a_wall),
        cmocka_unit_test(pieces_lie_on_a_half_space_along_its_normal),
        cmocka_unit_test(a_small_contact_beside_a_large_one_keeps_its_stiffness),
    };
    return cmocka_run_group_tests_name("union", tests, NULL, NULL);
}
