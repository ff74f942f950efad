// SPDX-License-Identifier: MIT
// One solid, however it is cut into convex pieces, has one outer surface and exerts the same
// forces.

#include <string.h>

#include "models/random.h"
#include "shape/compound.h"
#include "shape/solid.h"
#include "stage.h"
#include "test.h"

#define STIFFNESS 1e5
#define MAX_BOXES 8
#define MAX_CUTTINGS 4

// Boxes from `lower` to `upper`.
typedef struct Box {
    vlVec3 lower, upper;
} Box;

typedef struct Cutting {
    const char* name;
    int count;
    Box box[MAX_BOXES];
} Cutting;

typedef struct Solid {
    const char* name;
    double volume, area; // m3, m2
    int faces, concave;
    int cuttingCount;
    Cutting cutting[MAX_CUTTINGS];
} Solid;

// Metres. The ledge is an L, 0.2 wide; the hole has 21 mm between its walls.
static const Solid solids[] = {{.name = "ledge",
                                .volume = 0.2 * (0.2 * 0.04 + 0.05 * 0.04),
                                .area = 2 * (0.2 * 0.04 + 0.05 * 0.04) + 0.2 * 2 * (0.2 + 0.08),
                                .faces = 8,
                                .concave = 2,
                                .cuttingCount = 4,
                                .cutting = {{"block on plate",
                                             2,
                                             {{{-0.1, -0.1, -0.02}, {0.1, 0.1, 0.02}},
                                              {{0.05, -0.1, 0.02}, {0.1, 0.1, 0.06}}}},
                                            {"post beside plate",
                                             2,
                                             {{{-0.1, -0.1, -0.02}, {0.05, 0.1, 0.02}},
                                              {{0.05, -0.1, -0.02}, {0.1, 0.1, 0.06}}}},
                                            {"in six",
                                             6,
                                             {{{-0.1, -0.1, -0.02}, {0.0, 0.0, 0.02}},
                                              {{-0.1, 0.0, -0.02}, {0.0, 0.1, 0.02}},
                                              {{0.0, -0.1, -0.02}, {0.05, 0.1, 0.02}},
                                              {{0.05, -0.1, -0.02}, {0.1, 0.03, 0.04}},
                                              {{0.05, 0.03, -0.02}, {0.1, 0.1, 0.04}},
                                              {{0.05, -0.1, 0.04}, {0.1, 0.1, 0.06}}}},
                                            {"corner apart",
                                             3,
                                             {{{-0.1, -0.1, -0.02}, {0.05, 0.1, 0.02}},
                                              {{0.05, -0.1, -0.02}, {0.1, 0.1, 0.02}},
                                              {{0.05, -0.1, 0.02}, {0.1, 0.1, 0.06}}}}}},
                               {.name = "hole",
                                .volume = 0.1 * 0.1 * 0.07 - 0.021 * 0.021 * 0.05,
                                .area = 2 * 0.1 * 0.1 + 4 * 0.1 * 0.07 + 4 * 0.021 * 0.05,
                                .faces = 11,
                                .concave = 5,
                                .cuttingCount = 3,
                                .cutting = {{"walls on a bottom",
                                             5,
                                             {{{-0.05, -0.05, -0.02}, {0.05, 0.05, 0.0}},
                                              {{-0.05, -0.05, 0.0}, {-0.0105, 0.05, 0.05}},
                                              {{0.0105, -0.05, 0.0}, {0.05, 0.05, 0.05}},
                                              {{-0.0105, -0.05, 0.0}, {0.0105, -0.0105, 0.05}},
                                              {{-0.0105, 0.0105, 0.0}, {0.0105, 0.05, 0.05}}}},
                                            {"walls around a bottom",
                                             5,
                                             {{{-0.0105, -0.0105, -0.02}, {0.0105, 0.0105, 0.0}},
                                              {{-0.05, -0.05, -0.02}, {0.0105, -0.0105, 0.05}},
                                              {{0.0105, -0.05, -0.02}, {0.05, 0.0105, 0.05}},
                                              {{-0.0105, 0.0105, -0.02}, {0.05, 0.05, 0.05}},
                                              {{-0.05, -0.0105, -0.02}, {-0.0105, 0.05, 0.05}}}},
                                            {"walls in a circle",
                                             6,
                                             {{{-0.05, -0.05, -0.02}, {0.05, 0.0, 0.0}},
                                              {{-0.05, 0.0, -0.02}, {0.05, 0.05, 0.0}},
                                              {{-0.05, -0.05, 0.0}, {-0.0105, 0.0105, 0.05}},
                                              {{-0.05, 0.0105, 0.0}, {0.0105, 0.05, 0.05}},
                                              {{0.0105, -0.0105, 0.0}, {0.05, 0.05, 0.05}},
                                              {{-0.0105, -0.05, 0.0}, {0.05, -0.0105, 0.05}}}}}},
                               {.name = "block",
                                .volume = 0.2 * 0.2 * 0.1,
                                .area = 2 * 0.2 * 0.2 + 4 * 0.2 * 0.1,
                                .faces = 6,
                                .concave = 0,
                                .cuttingCount = 3,
                                .cutting = {{"whole", 1, {{{-0.1, -0.1, -0.08}, {0.1, 0.1, 0.02}}}},
                                            // No two of these five have a convex union.
                                            {"in a circle",
                                             5,
                                             {{{-0.02, -0.03, -0.08}, {0.04, 0.01, 0.02}},
                                              {{-0.1, -0.1, -0.08}, {0.04, -0.03, 0.02}},
                                              {{0.04, -0.1, -0.08}, {0.1, 0.01, 0.02}},
                                              {{-0.02, 0.01, -0.08}, {0.1, 0.1, 0.02}},
                                              {{-0.1, -0.03, -0.08}, {-0.02, 0.1, 0.02}}}},
                                            {"in layers",
                                             3,
                                             {{{-0.1, -0.1, -0.08}, {0.1, 0.1, -0.01}},
                                              {{-0.1, -0.1, -0.01}, {0.03, 0.1, 0.02}},
                                              {{0.03, -0.1, -0.01}, {0.1, 0.1, 0.02}}}}}}};
#define SOLIDS 3

static vlShape* makeShape(const Cutting* c, vlCutting cutting)
{
    const vlShape* pieces[MAX_BOXES];
    vlShape* made[MAX_BOXES];
    vlPose poses[MAX_BOXES];
    for (int i = 0; i < c->count; ++i) {
        pieces[i] = made[i] = vlStage_CreateBox(vlSub(c->box[i].upper, c->box[i].lower));
        poses[i] = vlIdentityPose();
        poses[i].p = vlScale(vlAdd(c->box[i].upper, c->box[i].lower), 0.5);
    }
    char text[256] = "";
    const vlSentence message = {text, sizeof text};
    vlShape* shape = NULL;
    if (vlCompound_Create(NULL, pieces, poses, c->count, cutting, &shape, &message) != VL_OK) {
        fail_msg("%s: %s", c->name, text);
    }
    for (int i = 0; i < c->count; ++i) {
        vlShape_Release(made[i]);
    }
    return shape;
}

// Volume by the divergence theorem, from the cells alone.
static double volumeOf(const vlSolid* s)
{
    double volume = 0.0;
    for (int f = 0; f < s->faceCount; ++f) {
        volume += s->face[f].area * s->face[f].offset / 3.0;
    }
    return volume;
}

static void the_outer_solid_has_the_surface_of_the_whole(void** state)
{
    (void)state;
    for (int i = 0; i < SOLIDS; ++i) {
        for (int k = 0; k < solids[i].cuttingCount; ++k) {
            const Cutting* c = &solids[i].cutting[k];
            if (c->count == 1) {
                continue; // one piece has no solid
            }
            vlShape* shape = makeShape(c, VL_CUT_AS_GIVEN);
            const vlSolid* s = shape->solid;
            double area = 0.0;
            int concave = 0;
            vlVec3 closed = vlZero();
            for (int f = 0; f < s->faceCount; ++f) {
                area += s->face[f].area;
                concave += s->face[f].isConcave;
                closed = vlMulAdd(closed, s->face[f].area, s->face[f].normal);
            }
            assert_int_equal(s->faceCount, solids[i].faces);
            assert_int_equal(concave, solids[i].concave);
            assert_int_equal(s->partCount, 1);
            // Sums of a few dozen areas below 0.1 m2.
            VL_CHECK_NEAR(area, solids[i].area, 1e-14);
            VL_CHECK_NEAR(volumeOf(s), solids[i].volume, 1e-15);
            VL_CHECK_BELOW(vlLength(closed), 1e-15);
            // The map from a piece's face to its cells and to the solid's face.
            for (int p = 0; p < s->pieceCount; ++p) {
                const vlConvex* piece = &shape->pieces[p];
                for (int f = 0; f < piece->faceCount; ++f) {
                    bool isGlued = piece->firstCell[f] == piece->firstCell[f + 1];
                    assert_int_equal(isGlued, piece->glue[f] == VL_FACE_GLUED);
                    for (uint32_t q = piece->firstCell[f]; q < piece->firstCell[f + 1]; ++q) {
                        assert_int_equal(s->cell[q].piece, p);
                        assert_int_equal(s->cell[q].pieceFace, f);
                        vlVec3 n = s->face[s->cell[q].solidFace].normal;
                        VL_CHECK_NEAR(vlDot(n, vlConvex_Normal(piece, f)), 1.0, 1e-15);
                    }
                }
            }
            vlShape_Release(shape);
        }
    }
}

static void every_cutting_becomes_the_same_pieces(void** state)
{
    (void)state;
    for (int i = 0; i < SOLIDS; ++i) {
        vlShape* first = makeShape(&solids[i].cutting[0], VL_CUT_ANEW);
        VL_CHECK_NEAR(vlShape_GetMassProperties(first).volume, solids[i].volume, 1e-15);
        for (int k = 1; k < solids[i].cuttingCount; ++k) {
            vlShape* other = makeShape(&solids[i].cutting[k], VL_CUT_ANEW);
            assert_int_equal(vlShape_GetPieceCount(other), vlShape_GetPieceCount(first));
            for (int p = 0; p < first->pieceCount; ++p) {
                double nearest = 1.0;
                for (int q = 0; q < other->pieceCount; ++q) {
                    const vlConvex* a = &first->pieces[p];
                    const vlConvex* b = &other->pieces[q];
                    double apart = vlLength(vlSub(a->centre, b->centre)) +
                                   vlLength(vlSub(a->lower, b->lower)) +
                                   vlLength(vlSub(a->upper, b->upper));
                    nearest = apart < nearest ? apart : nearest;
                }
                // 1e-13: pieces that are cut again have coordinates rounded to 2^-44 of 0.125 m.
                VL_CHECK_BELOW(nearest, 1e-13);
            }
            vlShape_Release(other);
        }
        vlShape_Release(first);
    }
}

typedef struct Trial {
    vlIntegrator integrator;
    double step;
    vlPose pose;
    vlTwist velocity;
} Trial;

#define STEPS 60
#define ALIKE 10 // steps in which solids that are not cut again are compared

// The wrench of all contacts on a box of 64 g, step by step.
static void run(vlShape* solid, const Trial* t, vlWrench* wrench)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = t->integrator;
    def.step = t->step;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.frictionStatic = 0.3;
    def.surface.frictionDynamic = 0.2;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlShape_Retain(solid);
    vlStage_AddFixed(world, VL_BODY_STATIC, solid, vlIdentityPose());
    vlBodyId box = vlStage_AddBox(world, vlVec(0.02, 0.02, 0.06), 0.12, t->pose, t->velocity);
    for (int i = 0; i < STEPS; ++i) {
        vlStage_Step(world);
        assert_int_equal(vlBody_GetContactWrench(world, box, &wrench[i]), VL_OK);
    }
    vlWorld_Destroy(world);
}

// Poses on and in the solid: lying on a face, tilted into a corner or the hole, at rest or sliding.
static Trial anyTrial(vlRandom* random, int i)
{
    static const struct {
        vlIntegrator integrator;
        double step;
    } rules[] = {{VL_INTEGRATOR_EULER, 1e-3},
                 {VL_INTEGRATOR_IMPLICIT, 1e-3},
                 {VL_INTEGRATOR_IMPLICIT, 5e-3}};
    Trial t = {.integrator = rules[i % 3].integrator, .step = rules[i % 3].step};
    bool isFlat = vlRandom_Index(random, 2) == 0;
    bool slides = vlRandom_Index(random, 2) == 0;
    vlVec3 place = vlScale(vlRandom_InBall(random), 0.04);
    double height = isFlat ? 0.04999 : 0.045;
    t.pose.p = vlVec(place.x, place.y, height + (isFlat ? 0.0 : 0.2 * place.z));
    t.pose.q = isFlat ? vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 10.0 * place.z)
                      : vlRandom_Rotation(random);
    t.velocity =
        slides ? vlModel_Moving(vlScale(vlRandom_InBall(random), 0.5), vlZero()) : vlModel_AtRest();
    return t;
}

static void every_cutting_exerts_the_same_forces(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(13);
    static vlWrench first[STEPS];
    static vlWrench other[STEPS];
    int touching = 0;
    for (int i = 0; i < SOLIDS; ++i) {
        vlShape* shapes[MAX_CUTTINGS];
        int cut = solids[i].cutting[0].count > 1 ? 0 : 1; // a whole solid is not cut again
        for (int k = 0; k < solids[i].cuttingCount; ++k) {
            shapes[k] = makeShape(&solids[i].cutting[k], VL_CUT_ANEW);
        }
        for (int n = 0; n < vlStage_Count(48, 6); ++n) {
            Trial t = anyTrial(&random, n);
            run(shapes[cut], &t, first);
            double largest = 0.0;
            for (int s = 0; s < STEPS; ++s) {
                largest = fmax(largest, vlLength(first[s].force));
            }
            touching += largest > 0.0;
            for (int k = 0; k < solids[i].cuttingCount; ++k) {
                run(shapes[k], &t, other);
                for (int s = 0; s < (k < cut ? ALIKE : STEPS); ++s) {
                    double force = vlLength(vlSub(other[s].force, first[s].force));
                    double torque = vlLength(vlSub(other[s].torque, first[s].torque));
                    // Pieces that are cut again agree to the last bit. Those of a whole block are
                    // not rounded: 7e-15 m, which at 1e5 N/m is 7e-10 N and grows in impacts.
                    VL_CHECK_BELOW(force, 1e-9 * fmax(largest, 1.0));
                    VL_CHECK_BELOW(torque, 1e-9 * fmax(largest, 1.0));
                }
            }
        }
        for (int k = 0; k < solids[i].cuttingCount; ++k) {
            vlShape_Release(shapes[k]);
        }
    }
    assert_true(touching > vlStage_Count(100, 10)); // most of the poses touch
}

// Pieces that are neither joined nor clearly apart are refused; the message gives the place.
static void a_crack_between_pieces_is_refused(void** state)
{
    (void)state;
    vlShape* box = vlStage_CreateBox(vlVec(0.1, 0.1, 0.1));
    const vlShape* pieces[] = {box, box};
    vlPose poses[] = {vlIdentityPose(), vlIdentityPose()};
    vlShape* shape = NULL;
    char text[256] = "";
    poses[1].p.x = 0.1 + 2e-6; // the radius is 87 mm: 2.3e-5 of it
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 2, &shape, text, sizeof text),
                     VL_ERROR_GEOMETRY);
    assert_non_null(strstr(text, "of piece 0"));
    assert_non_null(strstr(text, "of piece 1, at (0.05, 0, 0), are 2e-06 m out of line"));
    assert_null(shape);
    poses[1].p.x = 0.09;
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 2, &shape, text, sizeof text),
                     VL_ERROR_GEOMETRY);
    assert_non_null(strstr(text, "pieces 0 and 1 overlap"));
    assert_non_null(strstr(text, "look at (0.045, 0, 0)"));
    poses[1].p.x = 0.11;
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 2, &shape, text, sizeof text),
                     VL_OK);
    vlShape_Release(shape);
    vlShape_Release(box);
}

// A round hole of 32 wedges is not cut again. A peg held askew on its rim cuts a corner off a
// second wedge, beside the first, with a tenth of the area and a normal 60 degrees off.
static vlShape* makeRing(void)
{
    const vlShape* pieces[32];
    vlShape* made[32];
    vlPose poses[32];
    for (int i = 0; i < 32; ++i) {
        vlVec3 corner[8];
        for (int k = 0; k < 8; ++k) {
            double angle = 2.0 * VL_PI * (i + (k & 1)) / 32.0;
            double radius = (k & 2) != 0 ? 0.03 : 0.0102;
            corner[k] = vlVec(radius * cos(angle), radius * sin(angle), (k & 4) != 0 ? 0.0 : -0.04);
        }
        assert_int_equal(vlShape_CreateHull(NULL, corner, 8, &made[i], NULL, 0), VL_OK);
        pieces[i] = made[i];
        poses[i] = vlIdentityPose();
    }
    vlShape* ring = NULL;
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 32, &ring, NULL, 0), VL_OK);
    assert_int_equal(vlShape_GetPieceCount(ring), 32);
    for (int i = 0; i < 32; ++i) {
        vlShape_Release(made[i]);
    }
    return ring;
}

static void a_sliver_at_a_seam_does_not_push(void** state)
{
    (void)state;
    vlWorldDef def = vlStage_ImplicitDef(1e-3, STIFFNESS, 2);
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.3;
    def.capacity.pieces = 40;
    def.capacity.pairs = 400;
    def.capacity.contacts = 100;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFixed(world, VL_BODY_STATIC, makeRing(), vlIdentityPose());
    vlShape* cylinder = NULL;
    assert_int_equal(vlShape_CreateCylinder(NULL, 32, 0.01, 0.06, &cylinder, NULL, 0), VL_OK);
    vlPose pose = {vlVec(0.003, 0.001, 0.031),
                   vlQuatFromAxisAngle(vlUnit(vlVec(0.3, 1.0, 0.0)), 0.15)};
    vlCouplingDef holds = vlDefaultCouplingDef();
    holds.body = vlStage_AddShape(world, cylinder, 0.146, pose, vlModel_AtRest());
    holds.stiffness = 300.0, holds.damping = 5.0;
    holds.angularStiffness = 0.5, holds.angularDamping = 0.01;
    vlCouplingId hand;
    assert_int_equal(vlWorld_CreateCoupling(world, &holds, &hand), VL_OK);
    int slivers = 0;
    for (int i = 0; i < 1500; ++i) {
        double time = 1e-3 * i;
        vlPose target = pose;
        target.p.x += 0.002 * sin(4.0 * time);
        target.p.z -= 0.008 * time;
        assert_int_equal(vlCoupling_SetDevice(world, hand, target, vlModel_AtRest()), VL_OK);
        vlStage_Step(world);
        double all = 0.0;
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            all += vlStage_ContactOf(world, k).area;
        }
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            vlContactReport r = vlStage_ContactOf(world, k);
            if (r.area < 0.2 * all) {
                ++slivers;
                // Its share of the stiffness is that of its area, or a little more if a part of its
                // border is free. It once had all of the stiffness, with a hundredth to a tenth of
                // the area.
                VL_CHECK_BELOW(r.stiffnessN / STIFFNESS, 1.5 * r.area / all);
            }
        }
    }
    assert_true(slivers > 300);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_outer_solid_has_the_surface_of_the_whole),
        cmocka_unit_test(every_cutting_becomes_the_same_pieces),
        cmocka_unit_test(every_cutting_exerts_the_same_forces),
        cmocka_unit_test(a_crack_between_pieces_is_refused),
        cmocka_unit_test(a_sliver_at_a_seam_does_not_push),
    };
    return cmocka_run_group_tests_name("cuttings", tests, NULL, NULL);
}
