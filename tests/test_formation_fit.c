// SPDX-License-Identifier: MIT
// Named contacts against forces: residuals with known values and against another algorithm, forces
// on no contact, footprints, steady steps, tallies, and whole simulations.

#include <stdlib.h>

#include "formation/cone_fit.h"
#include "formation_fixture.h"
#include "volar/scene_annotation.h"

// The cones go this far beyond the friction.
#define BEYOND 1.02

static void a_force_on_one_point_has_the_residual_of_its_distance_to_the_cone(void** state)
{
    (void)state;
    vlConePoint point = {vlZero(), vlVec(0, 0, 1)};
    double mu = 0.5;
    // Along an edge of the cone, which has one in every direction of the tangents, the distance is
    // that of a line in the plane.
    double slope = BEYOND * mu;
    for (int i = 0; i <= 20; ++i) {
        double t = 0.1 * i;
        vlWrench w = {vlVec(t, 0, 1), vlZero()};
        double size = sqrt(1.0 + t * t);
        double expected = t <= slope ? 0.0 : (t - slope) / sqrt(1.0 + slope * slope) / size;
        assertNear(vlCone_Residual(&point, 1, mu, w, vlZero(), 0.1), expected, 1e-9);
    }
    // What pulls is not given at all.
    vlWrench pull = {vlVec(0, 0, -1), vlZero()};
    assertNear(vlCone_Residual(&point, 1, mu, pull, vlZero(), 0.1), 1.0, 1e-12);
    // No point, no force.
    assertNear(vlCone_Residual(NULL, 0, mu, pull, vlZero(), 0.1), 1.0, 0.0);
}

static void a_force_beside_the_region_leaves_its_moment(void** state)
{
    (void)state;
    // Two points at x = -0.01 and 0.01; a force of 1 N at x.
    vlConePoint points[2] = {{vlVec(-0.01, 0, 0), vlVec(0, 0, 1)},
                             {vlVec(0.01, 0, 0), vlVec(0, 0, 1)}};
    double length = 0.02;
    for (int i = 0; i <= 20; ++i) {
        double x = 0.002 * i - 0.02;
        vlWrench w = {vlVec(0, 0, 1), vlVec(0, -x, 0)};
        // Beyond the end only that point pushes, by s: |(1, x/l) - s (1, 0.01/l)| is least.
        double a = fabs(x) / length;
        double e = 0.01 / length;
        double expected =
            fabs(x) <= 0.01 ? 0.0 : fabs(a - e) / sqrt(1.0 + e * e) / sqrt(1.0 + a * a);
        assertNear(vlCone_Residual(points, 2, 0.0, w, vlZero(), length), expected, 1e-9);
    }
}

// ---- another algorithm ----

#define EDGES 16

static void writeEdge(const vlConePoint* p, int side, double mu, vlVec3 centre, double length,
                      double v[6])
{
    vlVec3 helper = fabs(p->normal.x) < 0.6 ? vlVec(1, 0, 0) : vlVec(0, 1, 0);
    vlVec3 x = vlUnit(vlCross(helper, p->normal));
    vlVec3 y = vlCross(p->normal, x);
    double angle = 2.0 * VL_PI * side / EDGES;
    vlVec3 f =
        vlMulAdd(vlMulAdd(p->normal, BEYOND * mu * cos(angle), x), BEYOND * mu * sin(angle), y);
    vlVec3 m = vlScale(vlCross(vlSub(p->point, centre), f), 1.0 / length);
    const double all[6] = {f.x, f.y, f.z, m.x, m.y, m.z};
    memcpy(v, all, sizeof all);
}

// Each share in turn is set to what is best for it alone, until nothing moves any more.
static double byDescent(const vlConePoint* points, int count, double mu, vlWrench w, double length)
{
    double v[8 * EDGES][6];
    double share[8 * EDGES] = {0.0};
    double rest[6] = {w.force.x,           w.force.y,           w.force.z,
                      w.torque.x / length, w.torque.y / length, w.torque.z / length};
    double size = 0.0;
    for (int k = 0; k < 6; ++k) {
        size += rest[k] * rest[k];
    }
    for (int i = 0; i < count * EDGES; ++i) {
        writeEdge(&points[i / EDGES], i % EDGES, mu, vlZero(), length, v[i]);
    }
    for (int round = 0; round < 3000; ++round) {
        for (int i = 0; i < count * EDGES; ++i) {
            double along = 0.0;
            double square = 0.0;
            for (int k = 0; k < 6; ++k) {
                along += v[i][k] * rest[k];
                square += v[i][k] * v[i][k];
            }
            double change = fmax(-share[i], along / square);
            share[i] += change;
            for (int k = 0; k < 6; ++k) {
                rest[k] -= change * v[i][k];
            }
        }
    }
    double left = 0.0;
    for (int k = 0; k < 6; ++k) {
        left += rest[k] * rest[k];
    }
    return sqrt(left / size);
}

static void residuals_agree_with_another_algorithm(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    int trials = getenv("VOLAR_QUICK") != NULL ? 20 : 60;
    int inside = 0;
    for (int i = 0; i < trials; ++i) {
        vlConePoint points[5];
        int count = 1 + vlRandom_Index(&random, 5);
        for (int k = 0; k < count; ++k) {
            // Normals to one side: bodies that are squeezed can have any wrench, by forces so large
            // that the descent does not get there.
            vlVec3 n = vlAdd(vlVec(0, 0, 1.5), vlRandom_Direction(&random));
            points[k] = (vlConePoint){vlRandom_InCube(&random, 0.05), vlUnit(n)};
        }
        vlWrench w = {vlAdd(vlVec(0, 0, 1), vlRandom_InCube(&random, 1.0)),
                      vlRandom_InCube(&random, 0.03)};
        double mu = vlRandom_Range(&random, 0.05, 0.8);
        double found = vlCone_Residual(points, count, mu, w, vlZero(), 0.05);
        double expected = byDescent(points, count, mu, w, 0.05);
        inside += found < 1e-6;
        // The descent comes from above and is slow where edges are nearly parallel.
        if (found > expected + 1e-9 || found < expected - 2e-3) {
            fail_msg("trial %d: %.9f, and %.9f by descent", i, found, expected);
        }
    }
    assert_in_range(inside, 1, trials - 1);
}

// ---- contacts ----

typedef struct Rig {
    const vlPolyhedron* cube;
    const vlPolyhedron* ell;
    vlIdentifier* id;
} Rig;

static Rig makeRig(void)
{
    Rig rig = {.cube = makeCubePolyhedron(0.05), .ell = makeL()};
    rig.id = makeIdentifier(rig.cube, rig.ell, NULL);
    return rig;
}

static void releaseRig(Rig* rig)
{
    vlIdentifier_Destroy(rig->id);
    vlPolyhedron_Release(rig->cube);
    vlPolyhedron_Release(rig->ell);
}

static vlPairForce push(vlVec3 point, vlVec3 normal, double force)
{
    return (vlPairForce){.wrench = {vlScale(normal, force), vlZero()},
                         .origin = point,
                         .point = point,
                         .normal = normal,
                         .normalForce = force,
                         .depth = 5e-6};
}

// The cube in the corner of the L pushes on floor and wall; all in another place as well.
static void forces_of_a_corner_fit_its_two_faces_and_not_one(void** state)
{
    (void)state;
    Rig rig = makeRig();
    vlPose place = {vlVec(0.3, -0.2, 0.1), vlQuatFromAxisAngle(vlVec(1, 2, 3), 1.1)};
    vlPose places[2] = {vlIdentityPose(), place};
    for (int i = 0; i < 2; ++i) {
        vlFormation f;
        vlPose corner = {vlVec(0.05 - 5e-6, 0.05 - 5e-6, 0.0), vlIdentityQuat()};
        vlPose floor = {vlVec(0.052, 0.05 - 5e-6, 0.0), vlIdentityQuat()};
        vlPairForce forces[2] = {push(vlVec(0.06, 0, 0.01), vlVec(0, 1, 0), 3.0),
                                 push(vlVec(0, 0.04, -0.01), vlVec(1, 0, 0), 2.0)};
        for (int k = 0; k < 2; ++k) {
            forces[k].wrench.force = vlRotate(places[i].q, forces[k].wrench.force);
            forces[k].normal = vlRotate(places[i].q, forces[k].normal);
            forces[k].origin = forces[k].point = vlTransform(places[i], forces[k].point);
        }
        vlFormationFit fit;
        vlIdentifier_Find(rig.id, vlMulPose(places[i], corner), places[i], &f);
        assert_int_equal(f.count, 2);
        vlIdentifier_GetFit(rig.id, forces, 2, 0.3, &fit);
        assertNear(fit.normalForce, 5.0, 1e-12);
        assert_true(fit.plain < 1e-9 && fit.footprint < 1e-9);
        assert_true(fit.unexplained == 0.0 && fit.worst == -1);
        // Beside the wall only the floor is named: the wall's force is on nothing.
        vlIdentifier_Find(rig.id, vlMulPose(places[i], floor), places[i], &f);
        assert_int_equal(f.count, 1);
        vlIdentifier_GetFit(rig.id, forces, 2, 0.3, &fit);
        assertNear(fit.unexplained, 0.4, 1e-12);
        assert_int_equal(fit.worst, 1);
        assert_true(fit.plain > 0.2);
        // Nothing is named in the air.
        vlIdentifier_Find(rig.id, (vlPose){vlVec(5, 5, 5), vlIdentityQuat()}, places[i], &f);
        vlIdentifier_GetFit(rig.id, forces, 2, 0.3, &fit);
        assert_true(fit.unexplained == 1.0 && fit.plain == 1.0 && fit.footprint == 1.0);
        vlIdentifier_GetFit(rig.id, forces, 0, 0.3, &fit);
        assert_true(fit.normalForce == 0.0 && fit.plain == 0.0 && fit.worst == -1);
    }
    releaseRig(&rig);
}

// An edge that went in by 50 um at 0.05 rad presses beside itself, by up to 1 mm.
static void footprints_hold_forces_beside_an_edge(void** state)
{
    (void)state;
    Rig rig = makeRig();
    vlFormation f;
    double turn = 0.05;
    double low = 0.05 * (cos(turn) + sin(turn)); // of the edge below the centre
    vlPose pose = {vlVec(0.15, low - 50e-6, 0.0), vlQuatFromAxisAngle(vlVec(0, 0, 1), turn)};
    vlIdentifier_Find(rig.id, pose, vlIdentityPose(), &f);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.contact[0].type, VL_CONTACT_EDGE_FACE);
    vlVec3 edge = f.contact[0].point;
    vlFormationFit fit;
    double wide = 50e-6 / tan(turn);
    double side = f.contact[0].region[0].x < 0.15 ? 1.0 : -1.0; // towards the face that presses
    vlPairForce within = push(vlVec(edge.x + side * 0.9 * wide, 0, 0), vlVec(0, 1, 0), 1.0);
    vlIdentifier_GetFit(rig.id, &within, 1, 0.2, &fit);
    assert_true(fit.plain > 0.005 && fit.footprint < 1e-6 && fit.unexplained == 0.0);
    // 10 mm away neither holds, whatever the normal.
    vlPairForce beyond = push(vlVec(edge.x + side * (wide + 0.01), 0, 0), vlVec(0, 1, 0), 1.0);
    vlIdentifier_GetFit(rig.id, &beyond, 1, 0.2, &fit);
    assert_true(fit.footprint > 0.05 && fit.unexplained == 1.0 && fit.worst == 0);
    vlPairForce turned = push(vlVec(edge.x, 0, 0), vlVec(0.4, 0.9165151, 0), 1.0);
    vlIdentifier_GetFit(rig.id, &turned, 1, 0.2, &fit);
    assert_true(fit.unexplained == 1.0);
    releaseRig(&rig);
}

// ---- tallies ----

static void tallies_count_against_their_bounds(void** state)
{
    (void)state;
    vlFitTally tally = {0};
    vlFitTally half = {0};
    vlPairForce force = push(vlVec(1, 2, 3), vlVec(0, 0, 1), 1.0);
    assert_true(vlFitTally_GetQuantile(&tally, 0.5) == 0.0);
    for (int i = 1; i <= 1000; ++i) {
        vlFormationFit fit = {.normalForce = 1.0,
                              .plain = 1e-5 * i,
                              .footprint = 0.9e-5 * i,
                              .unexplained = i > 990 ? 0.06 : 0.0,
                              .worst = i > 990 ? 0 : -1};
        vlFitTally_Add(i % 2 == 0 ? &tally : &half, &fit, &force, true, true, i);
    }
    vlFitTally_Merge(&tally, &half);
    assert_int_equal(tally.steps, 1000);
    // To the width of a bin, the fourth part of an octave.
    double median = vlFitTally_GetQuantile(&tally, 0.5);
    assert_true(median >= 0.005 && median <= 0.005 * 1.19);
    assertNear(vlFitTally_GetQuantile(&tally, 1.0), 0.01, 1e-12);
    assert_true(vlFitTally_IsResidualGood(&tally, false) && vlFitTally_IsForceExplained(&tally));
    assertNear(tally.worst.point.z, 3.0, 0.0);
    vlFormationFit bad = {.normalForce = 1.0, .plain = 0.2, .footprint = 0.051, .worst = 0};
    vlFitTally_Add(&tally, &bad, &force, true, true, 0.0);
    assert_false(vlFitTally_IsResidualGood(&tally, false));
    assert_true(vlFitTally_IsResidualGood(&tally, true)); // one of 1001
    bad.unexplained = 0.5;
    for (int i = 0; i < 10; ++i) {
        vlFitTally_Add(&tally, &bad, &force, true, true, 7.0);
    }
    assert_false(vlFitTally_IsForceExplained(&tally));
    assertNear(tally.worstTime, 7.0, 0.0);
    // Not judged: unsteady, without a name, without a force.
    uint64_t steps = tally.steps;
    vlFitTally_Add(&tally, &bad, &force, true, false, 8.0);
    vlFitTally_Add(&tally, &bad, &force, false, true, 8.0);
    bad.normalForce = 0.01;
    vlFitTally_Add(&tally, &bad, &force, true, true, 8.0);
    assert_true(tally.steps == steps && tally.unsteady == 1 && tally.unnamed == 1 &&
                tally.forceless == 1);
}

// ---- simulations ----

// Runs a box on a floor that leans by friction, with what the annotation is told about friction
// taken from the scene: forces fit; and with half of the floor's names they do not.
static void a_sliding_box_fits_its_names(void** state)
{
    (void)state;
    static const char text[] =
        "volar: 1\nname: slide\nworld:\n  integrator: implicit\n  gravity: [3, 0, -9.3]\n"
        "  surface: {stiffness: 100000, friction: 0.25}\nbodies:\n"
        "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
        "  - {name: box, shape: {box: {size: [0.1, 0.06, 0.04]}}, mass: 0.5, position: [0, 0, "
        "0.02]}\n";
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    vlSceneAnnotation* annotation = NULL;
    vlFileErrors errors = {0};
    assert_int_equal(vlScene_ReadText(text, sizeof text - 1, "slide", NULL, &scene, &errors),
                     VL_OK);
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    assert_int_equal(vlSceneAnnotation_Create(scene, NULL, &annotation, NULL, 0), VL_OK);
    for (int i = 0; i < 300; ++i) {
        vlPose poses[2];
        vlSceneAnnotation_ReadPoses(simulation, poses);
        (void)vlSceneAnnotation_Update(annotation, 1e-3 * i, poses);
        (void)vlSimulation_Step(simulation);
        vlSceneAnnotation_NoteForces(annotation, simulation);
    }
    vlFitTally fit = vlSceneAnnotation_GetFit(annotation, 0);
    assert_true(fit.steps > 200);
    assert_true(vlAnnotator_IsSlipping(vlSceneAnnotation_GetAnnotator(annotation, 0)));
    // Rounding of the engine's own friction bound, 1e-3.
    assert_true(fit.plainMax < 2e-3 && fit.unexplained == 0);
    bool isExplained = false;
    assert_true(vlSceneAnnotation_IsFitGood(annotation, 0, &isExplained) && isExplained);
    assert_true(vlSceneAnnotation_IsFitGood(annotation, 5, NULL));
    assert_int_equal(vlSceneAnnotation_GetFit(annotation, 5).steps, 0);
    vlStateForce force = vlSceneAnnotation_GetForce(annotation, 0);
    assertNear(force.mean, 0.5 * 9.3, 0.05);
    assert_true(force.fit.steps > 200);
    vlSceneAnnotation_Destroy(annotation);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_on_one_point_has_the_residual_of_its_distance_to_the_cone),
        cmocka_unit_test(a_force_beside_the_region_leaves_its_moment),
        cmocka_unit_test(residuals_agree_with_another_algorithm),
        cmocka_unit_test(forces_of_a_corner_fit_its_two_faces_and_not_one),
        cmocka_unit_test(footprints_hold_forces_beside_an_edge),
        cmocka_unit_test(tallies_count_against_their_bounds),
        cmocka_unit_test(a_sliding_box_fits_its_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
