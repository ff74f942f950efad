// SPDX-License-Identifier: MIT
// The normal part of the contact force against closed forms. A body is held at a chosen pose and
// velocity for one step, and the report of that step is read.

#include "models/random.h"
#include "stage.h"
#include "test.h"

#define STIFFNESS 1000.0 // N/m

typedef enum Ground { HALFSPACE, SLAB_FIRST, SLAB_LAST, GROUNDS } Ground;

typedef struct Stand {
    vlWorld* world;
    vlBodyId body;
} Stand;

// An undamped pointer on a floor: a half-space, or a slab made before or after the body,
// so that either of the two comes first in the pair.
static Stand makeStand(vlContactOptions options, Ground ground, vlShape* shape)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 2;
    def.gravity = vlZero();
    def.contact = options;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.dampingN = 0.0;
    Stand s = {vlStage_CreateWorld(&def), {0, 0}};
    vlVec3 large = vlVec(20.0, 20.0, 5.0);
    if (ground == HALFSPACE) {
        vlStage_AddFloor(s.world);
    } else if (ground == SLAB_FIRST) {
        vlStage_AddSlab(s.world, large);
    }
    s.body = vlStage_AddPointer(s.world, shape, 1.0, vlModel_At(0.0, 0.0, 10.0));
    if (ground == SLAB_LAST) {
        vlStage_AddSlab(s.world, large);
    }
    return s;
}

static vlContactReport hold(const Stand* s, vlPose pose, vlTwist velocity)
{
    vlStage_Place(s->world, s->body, pose, velocity);
    vlStage_Step(s->world);
    assert_int_equal(vlWorld_GetContactCount(s->world), 1);
    return vlStage_ContactOf(s->world, 0);
}

// Force on the held body along z, whichever of the two it is.
static double lift(const Stand* s, const vlContactReport* r)
{
    return r->bodyB.index1 == s->body.index1 ? r->wrench.force.z : -r->wrench.force.z;
}

// Height of the centre of a box of edge 1 turned by q whose lowest point is at depth D.
static double heightOf(vlQuat q, double D)
{
    double reach = 0.0;
    for (int i = 0; i < 8; ++i) {
        vlVec3 corner = vlVec(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
        double down = -vlRotate(q, corner).z;
        reach = down > reach ? down : reach;
    }
    return reach - D;
}

static void face_edge_and_vertex_answer_with_whole_half_and_third_stiffness(void** state)
{
    (void)state;
    static const double depths[] = {1e-2, 1e-4, 1e-6, 1e-8};
    for (int ground = 0; ground < GROUNDS; ++ground) {
        for (int rule = 0; rule < 2; ++rule) {
            vlContactOptions options = vlDefaultContactOptions();
            options.reference.normal = (vlNormalRule)rule;
            vlShape* box = vlStage_CreateBox(vlVec(1.0, 1.0, 1.0));
            Stand s = makeStand(options, (Ground)ground, box);
            vlQuat turns[3] = {vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 0.3),
                               vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), 0.6),
                               vlQuatFromAxisAngle(vlVec(1.0, 0.7, 0.1), 0.8)};
            for (int feature = 0; feature < 3; ++feature) {
                for (int d = 0; d < 4; ++d) {
                    double D = depths[d];
                    vlPose pose = {vlVec(0.1, 0.2, heightOf(turns[feature], D)), turns[feature]};
                    vlContactReport r = hold(&s, pose, vlModel_AtRest());
                    double expected = STIFFNESS * D / (feature + 1);
                    // The cut rounds by 1e-15 of the size, hence by 1e-15/D of the depth.
                    double relative = 1e-9 + 1e-13 / D;
                    VL_CHECK_NEAR(lift(&s, &r), expected, relative * expected);
                    VL_CHECK_NEAR(r.normalForce, expected, relative * expected);
                    VL_CHECK_NEAR(r.depth, D, relative * D);
                    VL_CHECK_NEAR(fabs(r.normal.z), 1.0, 1e-9);
                }
            }
            vlWorld_Destroy(s.world);
        }
    }
}

// Cross section of a box of edge 1, turned by `angle` about y, below z = 0: area, x of its
// centroid, and its shadow on the x axis. Both lower corners are below the floor, both upper ones
// above.
typedef struct Section {
    double area, centroid, left, right;
} Section;

static Section sectionOf(double height, double angle)
{
    double c = cos(angle), s = sin(angle);
    double x[4], z[4];
    // Turning about y takes (x, z) to (c x + s z, c z - s x).
    double lx = -0.5 * c - 0.5 * s, lz = height - 0.5 * c + 0.5 * s; // lower left corner
    double rx = 0.5 * c - 0.5 * s, rz = height - 0.5 * c - 0.5 * s;  // lower right corner
    x[0] = lx, z[0] = lz;
    x[1] = rx, z[1] = rz;
    x[2] = rx - rz * s / c, z[2] = 0.0; // up along the sides, direction (s, c)
    x[3] = lx - lz * s / c, z[3] = 0.0;
    Section out = {0.0, 0.0, x[0], x[0]};
    for (int i = 0; i < 4; ++i) {
        int j = (i + 1) % 4;
        double cross = x[i] * z[j] - x[j] * z[i];
        out.area += 0.5 * cross;
        out.centroid += (x[i] + x[j]) * cross / 6.0;
        out.left = x[i] < out.left ? x[i] : out.left;
        out.right = x[i] > out.right ? x[i] : out.right;
    }
    out.centroid /= out.area;
    return out;
}

static void a_tilted_box_has_the_volume_area_and_centre_of_pressure_of_its_section(void** state)
{
    (void)state;
    for (int ground = 0; ground < GROUNDS; ++ground) {
        Stand s = makeStand(vlDefaultContactOptions(), (Ground)ground,
                            vlStage_CreateBox(vlVec(1.0, 1.0, 1.0)));
        for (int i = -5; i <= 5; ++i) {
            double angle = 0.015 * i;
            double height = 0.45;
            vlPose pose = {vlVec(0.0, 0.0, height),
                           vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), angle)};
            Section exact = sectionOf(height, angle);
            vlContactReport r = hold(&s, pose, vlModel_AtRest());
            double area = exact.right - exact.left;
            // Sums of a few numbers of order 1, each rounded at 1e-16.
            VL_CHECK_NEAR(r.volume, exact.area, 1e-14);
            VL_CHECK_NEAR(r.area, area, 1e-13);
            VL_CHECK_NEAR(r.groupArea, r.area, 0.0);
            VL_CHECK_NEAR(r.normalForce, STIFFNESS * exact.area / area, 1e-10);
            VL_CHECK_NEAR(r.origin.x, 0.5 * (exact.left + exact.right), 1e-13);
            VL_CHECK_NEAR(r.centreOfPressure.x, exact.centroid, 1e-12); // a quotient by 0.05
            VL_CHECK_NEAR(r.centreOfPressure.y, 0.0, 1e-13);
        }
        vlWorld_Destroy(s.world);
    }
}

static void an_offset_load_tilts_the_box_until_the_centre_of_pressure_is_below_it(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    def.surface.stiffnessN = 2e4;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    double m = 2.0, load = 10.0, offset = 0.12;
    vlBodyId box =
        vlStage_AddBox(world, vlVec(1.0, 0.6, 0.4), m, vlModel_At(0.0, 0.0, 0.2), vlModel_AtRest());
    for (int i = 0; i < 4000; ++i) {
        vlVec3 at = vlTransform(vlStage_PoseOf(world, box), vlVec(offset, 0.0, -0.2));
        assert_int_equal(vlBody_ApplyForce(world, box, vlVec(0.0, 0.0, -load), at), VL_OK);
        vlStage_Step(world);
    }
    vlContactReport r = vlStage_ContactOf(world, 0);
    double weight = m * VL_GRAVITY + load;
    vlVec3 up = vlRotate(vlStage_PoseOf(world, box).q, vlVec(0.0, 0.0, 1.0));
    double slope = 12.0 * load * offset / 2e4; // moment over k a^2/12, a = 1
    VL_CHECK_NEAR(r.normalForce, weight, 1e-6);
    VL_CHECK_NEAR(r.volume / r.area, weight / 2e4, 1e-9);
    // The lever of the weight, 0.2 sin(slope), adds 2% to the load's moment; other terms are of
    // second order in the slope of 7e-4.
    double lever = (load * offset + m * VL_GRAVITY * 0.2 * slope) / weight;
    VL_CHECK_NEAR(r.centreOfPressure.x - r.origin.x, lever, 2e-4 * offset);
    VL_CHECK_NEAR(up.x, slope, 5e-3 * slope + 0.2 * m * VL_GRAVITY * slope * 12.0 / 2e4);
    vlWorld_Destroy(world);
}

static void a_resting_box_sinks_by_its_weight_over_stiffness(void** state)
{
    (void)state;
    static const double stiffness[] = {1e3, 1e4, 1e5};
    for (int ground = 0; ground < 2; ++ground) {
        for (int i = 0; i < 3; ++i) {
            vlWorldDef def = vlExplicitWorldDef();
            def.surface.stiffnessN = stiffness[i];
            vlWorld* world = vlStage_CreateWorld(&def);
            if (ground == 0) {
                vlStage_AddFloor(world);
            } else {
                vlStage_AddSlab(world, vlVec(10.0, 10.0, 1.0));
            }
            vlPose start = vlModel_At(0.0, 0.0, 0.2);
            vlBodyId box =
                vlStage_AddBox(world, vlVec(0.7, 0.5, 0.4), 3.0, start, vlModel_AtRest());
            vlStage_Run(world, 3.0);
            double depth = 0.2 - vlStage_CentreOf(world, box).z;
            // The softest spring has decayed by exp(-zeta omega t), 0.7 * 18 * 3, so only rounding
            // remains.
            VL_CHECK_NEAR(depth, 3.0 * VL_GRAVITY / stiffness[i], 1e-12);
            vlWorld_Destroy(world);
        }
    }
}

// A box on a damped floor, let go 10 mm below its height of rest; compared to the free oscillation
// of the same mass, spring and damper.
static void a_box_on_the_floor_is_a_damped_oscillator(void** state)
{
    (void)state;
    static const double ratios[] = {0.05, 0.3, 0.7};
    for (int i = 0; i < 3; ++i) {
        vlWorldDef def = vlExplicitWorldDef();
        def.step = 1e-4;
        def.surface.stiffnessN = 400.0;
        def.surface.dampingRatioN = ratios[i];
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        double omega = 20.0, zeta = ratios[i];
        double rest = 0.5 - VL_GRAVITY / 400.0;
        vlBodyId box = vlStage_AddBox(world, vlVec(1.0, 1.0, 1.0), 1.0,
                                      vlModel_At(0.0, 0.0, rest - 0.01), vlModel_AtRest());
        // The same recursion in one number, for the discrete solution.
        double z = -0.01, v = 0.0, worst = 0.0, worstExact = 0.0;
        for (int n = 1; n <= 5000; ++n) {
            v += def.step * (-400.0 * z - 2.0 * zeta * omega * v);
            z += def.step * v;
            vlStage_Step(world);
            double t = n * def.step;
            double damped = omega * sqrt(1.0 - zeta * zeta);
            double exact = -0.01 * exp(-zeta * omega * t) *
                           (cos(damped * t) + zeta * omega / damped * sin(damped * t));
            double now = vlStage_CentreOf(world, box).z - rest;
            worst = fmax(worst, fabs(now - z));
            worstExact = fmax(worstExact, fabs(now - exact));
        }
        VL_CHECK_BELOW(worst, 1e-11);            // the cut's rounding, summed over 5000 steps
        VL_CHECK_BELOW(worstExact, 0.01 * 0.01); // omega step = 0.002: 1% of the start
        vlWorld_Destroy(world);
    }
}

static void a_damper_never_pulls(void** state)
{
    (void)state;
    Stand s =
        makeStand(vlDefaultContactOptions(), HALFSPACE, vlStage_CreateBox(vlVec(1.0, 1.0, 1.0)));
    vlSurface damped = vlDefaultSurface();
    damped.stiffnessN = STIFFNESS;
    damped.dampingN = 100.0;
    vlMaterialId standard = {0};
    assert_int_equal(vlWorld_SetSurface(s.world, standard, standard, &damped), VL_OK);
    for (int i = -20; i <= 20; ++i) {
        vlTwist velocity = {vlVec(0.0, 0.0, 0.02 * i), vlZero()};
        vlContactReport r = hold(&s, vlModel_At(0.0, 0.0, 0.49), velocity);
        double force = STIFFNESS * 0.01 - 100.0 * 0.02 * i;
        VL_CHECK_NEAR(lift(&s, &r), force > 0.0 ? force : 0.0, 1e-9); // rounding of 10 N, summed
    }
    vlWorld_Destroy(s.world);
}

static Stand makeBed(vlPressureRule pressure, Ground ground, double kappa)
{
    vlContactOptions options = vlDefaultContactOptions();
    options.law = VL_LAW_FOUNDATION;
    options.reference.pressure = pressure;
    Stand s = makeStand(options, ground, vlStage_CreateBox(vlVec(1.0, 1.0, 1.0)));
    vlSurface bed = vlDefaultSurface();
    bed.foundation = kappa;
    bed.dampingN = 0.0;
    vlMaterialId standard = {0};
    assert_int_equal(vlWorld_SetSurface(s.world, standard, standard, &bed), VL_OK);
    return s;
}

static void a_bed_of_springs_pushes_with_kappa_times_volume(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    const double kappa = 3000.0; // N/m3
    for (int ground = 0; ground < GROUNDS; ++ground) {
        Stand s = makeBed(VL_PRESSURE_NORMAL, (Ground)ground, kappa);
        for (int i = 0; i < 100; ++i) {
            vlQuat q = vlRandom_Rotation(&random);
            double D = vlRandom_Log(&random, 1e-4, 0.1);
            vlPose pose = {vlVec(0.0, 0.0, heightOf(q, D)), q};
            vlContactReport r = hold(&s, pose, vlModel_AtRest());
            VL_CHECK_NEAR(lift(&s, &r), kappa * r.volume, 1e-12); // one product
        }
        vlWorld_Destroy(s.world);
    }
}

// Over a flat floor the depth acts like the pressure in a liquid, so by the divergence theorem the
// sum over the faces of either body is the force of the bed of springs, for contact by face, edge
// and vertex.
static void pressure_along_faces_equals_the_bed_on_a_flat_floor(void** state)
{
    (void)state;
    const double kappa = 3000.0; // N/m3
    for (int ground = 0; ground < GROUNDS; ++ground) {
        Stand s = makeBed(VL_PRESSURE_NORMAL, (Ground)ground, kappa);
        Stand p = makeBed(VL_PRESSURE_FACES, (Ground)ground, kappa);
        vlQuat turns[3] = {vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 0.3),
                           vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), 0.6),
                           vlQuatFromAxisAngle(vlVec(1.0, 0.7, 0.1), 0.8)};
        for (int feature = 0; feature < 3; ++feature) {
            vlPose pose = {vlVec(0.0, 0.0, heightOf(turns[feature], 0.01)), turns[feature]};
            vlContactReport r = hold(&s, pose, vlModel_AtRest());
            vlContactReport t = hold(&p, pose, vlModel_AtRest());
            VL_CHECK_NEAR(lift(&p, &t) / lift(&s, &r), 1.0, 1e-9); // rounding of the cut
            vlVec3 apart = vlSub(t.centreOfPressure, r.centreOfPressure);
            VL_CHECK_BELOW(hypot(apart.x, apart.y), 1e-9);
        }
        vlWorld_Destroy(s.world);
        vlWorld_Destroy(p.world);
    }
}

static void the_point_model_pushes_at_the_deepest_point_with_full_stiffness(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    vlContactOptions options = vlDefaultContactOptions();
    options.reference.model = VL_CONTACT_POINT;
    for (int i = 0; i < 50 * GROUNDS; ++i) {
        // Made again each time: the point model tracks its normal from step to step, which would be
        // wrong for a body that the test rotates in between.
        Stand s =
            makeStand(options, (Ground)(i % GROUNDS), vlStage_CreateBox(vlVec(1.0, 1.0, 1.0)));
        vlQuat q = vlRandom_Rotation(&random);
        double D = vlRandom_Log(&random, 1e-4, 1e-2);
        vlPose pose = {vlVec(0.0, 0.0, heightOf(q, D)), q};
        vlTwist spinning = {vlZero(), vlVec(0.0, 0.0, 1.0)};
        vlContactReport r = hold(&s, pose, spinning);
        VL_CHECK_NEAR(lift(&s, &r), STIFFNESS * D, 1e-6 * STIFFNESS * D); // search tolerance
        VL_CHECK_NEAR(r.depth, D, 1e-6 * D);
        assert_true(r.frictionTorque == 0.0 && r.area == 0.0);
        vlWorld_Destroy(s.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_edge_and_vertex_answer_with_whole_half_and_third_stiffness),
        cmocka_unit_test(a_tilted_box_has_the_volume_area_and_centre_of_pressure_of_its_section),
        cmocka_unit_test(an_offset_load_tilts_the_box_until_the_centre_of_pressure_is_below_it),
        cmocka_unit_test(a_resting_box_sinks_by_its_weight_over_stiffness),
        cmocka_unit_test(a_box_on_the_floor_is_a_damped_oscillator),
        cmocka_unit_test(a_damper_never_pulls),
        cmocka_unit_test(a_bed_of_springs_pushes_with_kappa_times_volume),
        cmocka_unit_test(pressure_along_faces_equals_the_bed_on_a_flat_floor),
        cmocka_unit_test(the_point_model_pushes_at_the_deepest_point_with_full_stiffness),
    };
    return cmocka_run_group_tests_name("contact_laws", tests, NULL, NULL);
}
