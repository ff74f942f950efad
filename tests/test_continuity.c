// SPDX-License-Identifier: MIT
// The elastic force must be a continuous function of the pose: along a path with steps half as
// large, the largest jump of the force halves. A discontinuity would keep its size.

#include "stage.h"
#include "test.h"

// A weightless, undamped, frictionless box of edge 1 over a table of 3 x 3 m whose top is z = 0 and
// whose rim is at x = 1.5.
typedef struct Bench {
    vlWorld* world;
    vlBodyId box;
} Bench;

typedef struct Setup {
    int law; // of vlStage_SetLaw
    vlNormalRule normal;
    bool boxFirst;     // in the pair
    int boxes, tables; // pieces along x that box and table are cut into
} Setup;

static void addTable(vlWorld* world, int pieces)
{
    vlShape* shape = vlStage_CreateCutBox(vlVec(3.0, 3.0, 1.0), pieces, 1, 1);
    vlStage_AddFixed(world, VL_BODY_STATIC, shape, vlModel_At(0.0, 0.0, -0.5));
}

static Bench makeBench(const Setup* s)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 2;
    def.capacity.pieces = 32;
    def.capacity.pairs = 128;
    def.capacity.contacts = 64;
    def.gravity = vlZero();
    vlStage_SetLaw(&def.contact, s->law);
    def.contact.reference.normal = s->normal;
    def.surface.stiffnessN = 1000.0;
    def.surface.foundation = 1000.0;
    def.surface.dampingN = 0.0;
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.0;
    Bench b = {vlStage_CreateWorld(&def), {0, 0}};
    if (!s->boxFirst) {
        addTable(b.world, s->tables);
    }
    b.box = vlStage_AddPointer(b.world, vlStage_CreateCutBox(vlVec(1.0, 1.0, 1.0), s->boxes, 1, 1),
                               1.0, vlModel_At(0.0, 0.0, 5.0));
    if (s->boxFirst) {
        addTable(b.world, s->tables);
    }
    return b;
}

// Force on the box and torque about its centre (over its edge, 1 m) at a pose.
static vlWrench wrenchAt(const Bench* b, vlPose pose)
{
    vlStage_Place(b->world, b->box, pose, vlModel_AtRest());
    vlStage_Step(b->world);
    vlWrench w = {vlZero(), vlZero()};
    assert_int_equal(vlBody_GetContactWrench(b->world, b->box, &w), VL_OK);
    return w;
}

typedef vlPose (*Path)(double s); // s from 0 to 1

typedef struct Walk {
    double jump;    // largest change of force or torque from one point to the next, N or N m
    double largest; // force on the way, N
} Walk;

static Walk walk(Setup s, Path path, int steps)
{
    Bench b = makeBench(&s);
    Walk w = {0.0, 0.0};
    vlWrench before = wrenchAt(&b, path(0.0));
    for (int i = 1; i <= steps; ++i) {
        vlWrench now = wrenchAt(&b, path((double)i / steps));
        double jump =
            vlLength(vlSub(now.force, before.force)) + vlLength(vlSub(now.torque, before.torque));
        w.jump = fmax(w.jump, jump);
        w.largest = fmax(w.largest, vlLength(now.force));
        before = now;
    }
    vlWorld_Destroy(b.world);
    return w;
}

// Rolls over the flat of a face, from one edge to the other, at a height of the centre where the
// face is 20 mm deep.
static vlPose fromEdgeToEdge(double s)
{
    double angle = 0.4 * (s - 0.5);
    vlPose pose = {vlVec(0.0, 0.0, 0.48), vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), angle)};
    return pose;
}

// The same about a slanted axis: from vertex over face to vertex.
static vlPose fromVertexToVertex(double s)
{
    double angle = 0.4 * (s - 0.5);
    vlPose pose = {vlVec(0.0, 0.0, 0.48), vlQuatFromAxisAngle(vlVec(0.7, 1.0, 0.3), angle)};
    return pose;
}

// Sinks in with a vertex first.
static vlPose downOnAVertex(double s)
{
    vlPose pose = {vlVec(0.0, 0.0, 0.75 - 0.1 * s), vlQuatFromAxisAngle(vlVec(1.0, 0.7, 0.1), 0.8)};
    return pose;
}

// Level, 20 mm deep, over the rim and off the table.
static vlPose offTheRim(double s)
{
    return vlModel_At(1.2 + 0.9 * s, 0.0, 0.48);
}

// The same, turned and tilted a little.
static vlPose offTheRimTurned(double s)
{
    vlPose pose = {vlVec(1.2 + 1.1 * s, 0.1, 0.50),
                   vlQuatFromAxisAngle(vlVec(0.1, 0.06, 1.0), 0.5)};
    return pose;
}

// Hangs over a corner of the table and turns.
static vlPose turningOnTheCorner(double s)
{
    vlPose pose = {vlVec(1.4, 1.4, 0.47), vlQuatFromAxisAngle(vlVec(0.1, 0.05, 1.0), 3.0 * s)};
    return pose;
}

static const Path paths[] = {fromEdgeToEdge, fromVertexToVertex, downOnAVertex,
                             offTheRim,      offTheRimTurned,    turningOnTheCorner};
#define PATHS 6

static void halving_the_step_halves_the_largest_jump(void** state)
{
    (void)state;
    for (int law = 0; law < VL_STAGE_LAWS; ++law) {
        for (int i = 0; i < 2 * PATHS; ++i) {
            Setup s = {law, VL_NORMAL_GRADIENT, i % 2 == 1, 1, 1};
            int steps = vlStage_IsSoak() ? 16000 : 8000;
            Walk coarse = walk(s, paths[i / 2], steps);
            Walk fine = walk(s, paths[i / 2], 2 * steps);
            assert_true(coarse.largest > 1.0); // there was a contact
            // 0.625: half, and a quarter more for steep places that the coarse walk steps over.
            VL_CHECK_BELOW(fine.jump / coarse.jump, 0.625);
            // 0.01: the steepest place is the rim, where the normal turns by 90 degrees within one
            // depth.
            VL_CHECK_BELOW(fine.jump / fine.largest, 0.01);
        }
    }
}

static void the_search_normal_is_continuous_over_a_floor(void** state)
{
    (void)state;
    // On a rim it may choose another side and jump; over the flat it has no choice.
    for (int i = 0; i < 6; ++i) {
        Setup s = {0, VL_NORMAL_SEARCH, i % 2 == 1, 1, 1};
        int steps = vlStage_IsSoak() ? 8000 : 4000;
        Walk coarse = walk(s, paths[i / 2], steps);
        Walk fine = walk(s, paths[i / 2], 2 * steps);
        VL_CHECK_BELOW(fine.jump / coarse.jump, 0.625);
    }
}

static void seams_do_not_make_the_force_jump(void** state)
{
    (void)state;
    for (int law = 0; law < VL_STAGE_LAWS; ++law) {
        for (int i = 0; i < 2 * PATHS; ++i) {
            for (int cut = 0; cut < 3; ++cut) {
                Setup s = {law, VL_NORMAL_GRADIENT, i % 2 == 1, cut == 1 ? 1 : 2, cut == 0 ? 1 : 8};
                Walk w = walk(s, paths[i / 2], vlStage_IsSoak() ? 8000 : 4000);
                // 0.1: a piece that enters or leaves tilts normals by depth over width, 20 mm to
                // 1/4 m, which other pieces do not quite compensate.
                VL_CHECK_BELOW(w.jump / w.largest, 0.1);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halving_the_step_halves_the_largest_jump),
        cmocka_unit_test(the_search_normal_is_continuous_over_a_floor),
        cmocka_unit_test(seams_do_not_make_the_force_jump),
    };
    return cmocka_run_group_tests_name("continuity", tests, NULL, NULL);
}
