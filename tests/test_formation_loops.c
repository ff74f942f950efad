// SPDX-License-Identifier: MIT
// Energy of forces from formations: random paths that begin and end free give the hand nothing, the
// accounts explain what it gave, and the force is the gradient of what is stored.

#include "formation/force_report.h"
#include "formation_fixture.h"
#include "models/path_play.h"
#include "stage.h"
#include "volar/formation_port.h"
#include "volar/renderer.h"
#include "volar/simulated_device.h"

#define STEP 1e-3
#define PATHS 12 // `volar experiment formations-loops` has 600

static void closed_paths_do_not_feed_the_hand(void** state)
{
    (void)state;
    for (uint64_t i = 0; i < PATHS; ++i) {
        vlPathPart part = (vlPathPart)(i % VL_PATH_PARTS);
        vlPathPair pair;
        vlClosedPath path;
        vlPathPlay raw;
        vlPathPlay off;
        vlPathPlay on;
        vlPathFeel feel = vlPathFeel_Of((int)(i / VL_PATH_PARTS), i / VL_PATH_PARTS);
        assert_int_equal(vlPathPair_Make(part, &pair), VL_OK);
        vlFormationForce* force = vlPathFeel_Make(&feel, &pair);
        assert_non_null(force);
        vlClosedPath_Make(part, pair.clearance, i, &path);
        vlPathPlay_Alone(force, &feel, &pair, &path, STEP, &raw);
        assert_true(raw.isFree);
        // What the hand received and what was lost is what it gave, but for the sampling.
        VL_CHECK_BELOW(raw.made, 0.001);
        VL_CHECK_BELOW(raw.given, 0.01);
        VL_CHECK_BELOW(raw.beyond, 1e-12); // roundings of some newtons
        assert_int_equal(vlPathPlay_Rendered(force, &path, "sigma7", false, STEP, &off), VL_OK);
        VL_CHECK_BELOW(off.given, 0.01);
        assert_false(off.audit.isActive);
        VL_CHECK_NEAR(off.unexplained, 0.0, 1e-9);
        assert_int_equal(vlPathPlay_Rendered(force, &path, "premium", true, STEP, &on), VL_OK);
        VL_CHECK_BELOW(on.given, 0.001);
        vlFormationForce_Destroy(force);
        vlPathPair_Release(&pair);
    }
}

typedef struct Stage {
    const vlPolyhedron* cube;
    const vlPolyhedron* ell;
    vlFormationForce* force;
} Stage;

static Stage makeStage(double friction, bool isLiteral)
{
    Stage s = {makeCubePolyhedron(0.05), makeL(), NULL};
    vlFormationForceDef def = isLiteral ? vlLiteralFormationForceDef(s.cube, s.ell)
                                        : vlDefaultFormationForceDef(s.cube, s.ell);
    def.frictionStatic = def.frictionDynamic = friction;
    assert_int_equal(vlFormationForce_Create(NULL, &def, &s.force, NULL, 0), VL_OK);
    return s;
}

static void releaseStage(Stage* s)
{
    vlFormationForce_Destroy(s->force);
    vlPolyhedron_Release(s->cube);
    vlPolyhedron_Release(s->ell);
}

static const vlFormationForceReport* freshAt(Stage* s, vlPose pose)
{
    vlFormationForce_Restart(s->force);
    return vlFormationForce_Update(s->force, pose, vlIdentityPose(), STEP);
}

static vlPose movedBy(vlPose pose, vlVec3 way, vlVec3 turn)
{
    vlPose moved = {vlAdd(pose.p, way), vlUnitQ(vlMulQ(vlQuatFromRotationVector(turn), pose.q))};
    return moved;
}

// The force at a pose against central differences of what is stored there, for each type of
// contact. A step of 1e-6 m or rad changes 1e-2 J by some 1e-8 J, which is rounded at 1e-18 J; the
// energy bends by 2000 N/m times the square of the step.
static void the_force_is_the_gradient_of_what_is_stored(void** state)
{
    (void)state;
    const double h = 1e-6;
    const struct {
        vlVec3 place, turn;
        int count;
        vlContactType type;
    } cases[] = {{{0.15, 0.0505, 0}, {0, 0, 0}, 1, VL_CONTACT_FACE_FACE},
                 {{0.15, 0.0505, 0}, {0.003, 0, 0}, 1, VL_CONTACT_FACE_FACE},
                 {{0.15, 0.0505, 0}, {0.004, 0, -0.006}, 1, VL_CONTACT_FACE_FACE},
                 {{0.15, 0.0710, 0}, {0.004, 0, 0.6}, 1, VL_CONTACT_EDGE_FACE},
                 {{0.15, 0.0840, 0}, {0.5, 0, 0.7}, 1, VL_CONTACT_VERTEX_FACE},
                 {{0.0507, 0.0505, 0}, {0, 0, 0.004}, 2, VL_CONTACT_FACE_FACE}};
    Stage s = makeStage(0.0, false);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlPose pose = movedBy(vlIdentityPose(), cases[i].place, cases[i].turn);
        vlFormationForceReport r = *freshAt(&s, pose);
        if (r.count != cases[i].count || r.contact[0].contact.type != cases[i].type) {
            fail_msg("case %d: %d contacts, the first %s", (int)i, r.count,
                     r.count > 0 ? vlContactType_Text(r.contact[0].contact.type) : "none");
        }
        assert_true(vlLength(r.raw.force) > 0.5);
        const double raw[6] = {r.raw.force.x,  r.raw.force.y,  r.raw.force.z,
                               r.raw.torque.x, r.raw.torque.y, r.raw.torque.z};
        for (int k = 0; k < 6; ++k) {
            double d[6] = {0};
            double stored[2];
            for (int side = 0; side < 2; ++side) {
                d[k] = side == 0 ? -h : h;
                stored[side] =
                    freshAt(&s, movedBy(pose, vlVec(d[0], d[1], d[2]), vlVec(d[3], d[4], d[5])))
                        ->stored;
            }
            VL_CHECK_NEAR(raw[k], -(stored[1] - stored[0]) / (2.0 * h), 1e-4);
        }
    }
    releaseStage(&s);
}

// A cube comes over the edge of the floor from its side, at a height where the floor presses with 3
// N, is pressed down by 1 mm, and goes up. The way over the edge costs at least what the floor then
// stores; pressing down and up again costs nothing; and going up gives what was stored.
static void what_comes_from_the_side_is_paid_for(void** state)
{
    (void)state;
    Stage s = makeStage(0.0, false);
    vlPose pose = {{0.36, 0.0505, 0.0}, vlIdentityQuat()};
    double given = 0.0;
    double after[1500];
    double force[1500];
    double stored = 0.0;
    (void)freshAt(&s, pose);
    for (int i = 0; i < 1500; ++i) {
        double down = i < 1100 ? -1e-5 : 1e-5;
        vlVec3 way = i < 1000 ? vlVec(-1e-4, 0.0, 0.0) : vlVec(0.0, down, 0.0);
        given += vlDot(vlFormationForce_GetReport(s.force)->raw.force, way);
        pose.p = vlAdd(pose.p, way);
        const vlFormationForceReport* r =
            vlFormationForce_Update(s.force, pose, vlIdentityPose(), STEP);
        after[i] = given;
        force[i] = r->raw.force.y;
        stored = i == 999 ? r->stored : stored;
    }
    assertNear(force[999], 3.0, 0.04); // the hold of 0.02 mm
    assertNear(force[1099], 5.0, 0.04);
    assertNear(force[1499], 0.0, 1e-12);
    VL_CHECK_BELOW(after[999], -stored);
    // The force is that of the beginning of each tick: K times 1e-5 m off over 1e-5 m in 100 ticks,
    // and the hold is as much off.
    VL_CHECK_NEAR(after[1199], after[999], 1e-4);
    VL_CHECK_NEAR(after[1499] - after[1199], stored, 1e-4);
    releaseStage(&s);
}

// ---- behind a renderer ----

typedef struct Chain {
    vlFormationPort port;
    vlRenderer* renderer;
    double now;
    uint64_t sequence;
} Chain;

static void openChain(Chain* chain, Stage* s, vlPose start)
{
    vlSimulatedDeviceDef device;
    *chain = (Chain){.renderer = NULL};
    assert_int_equal(
        vlFormationPort_Init(&chain->port, s->force, start, vlIdentityPose(), STEP, NULL, 0),
        VL_OK);
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &device), VL_OK);
    vlRendererDef def = vlDefaultRendererDef(NULL, &device.info);
    def.world = vlFormationPort_GetWorld(&chain->port);
    assert_int_equal(vlRenderer_Create(&def, &chain->renderer, NULL, 0), VL_OK);
    assert_int_equal(vlRenderer_Connect(chain->renderer, vlFormationPort_GetBody()), VL_OK);
}

static void tick(Chain* chain, vlPose pose)
{
    vlDeviceSample sample = {.time = chain->now, .sequence = ++chain->sequence, .pose = pose};
    assert_int_equal(vlRenderer_Give(chain->renderer, chain->now, VL_OK, &sample), VL_OK);
    vlFormationPort_Step(&chain->port);
    (void)vlRenderer_Take(chain->renderer, chain->now);
    vlRenderer_Written(chain->renderer, VL_OK);
    chain->now += STEP;
}

// The floor comes up, lifts the hand with the cube on it by 20 mm and goes down again without it:
// what the hand received is the floor's work, which is not held against the formation.
static void a_floor_that_lifts_the_hand_is_not_active(void** state)
{
    (void)state;
    Stage s = makeStage(0.5, false);
    Chain chain;
    vlPose pose = {{0.15, 0.053, 0}, vlIdentityQuat()};
    vlPose floor = vlIdentityPose();
    openChain(&chain, &s, pose);
    vlPose device = vlIdentityPose();
    for (int i = 0; i < 3000; ++i) {
        floor.p.y += i >= 700 && i < 750 ? 5e-5 : i >= 1000 && i < 1400 ? 5e-5 : 0.0;
        device.p.y += i >= 1000 && i < 1400 ? 5e-5 : 0.0;
        floor.p.y -= i >= 2000 ? 5e-5 : 0.0;
        vlFormationPort_MoveB(&chain.port, floor);
        tick(&chain, device);
    }
    vlAudit audit = vlRenderer_GetAudit(chain.renderer, 1e-3);
    // 3 N over 20 mm.
    VL_CHECK_NEAR(audit.givenToHand, 0.06, 0.01);
    VL_CHECK_BELOW(audit.unpaid, 1e-3);
    assert_false(audit.isActive);
    vlRenderer_Destroy(chain.renderer);
    releaseStage(&s);
}

// A law that gives: friction as it is printed pushes along a motion that turns back within one
// call, and has no potential. The audit finds it.
static void a_law_that_gives_is_found_active(void** state)
{
    (void)state;
    Stage s = makeStage(0.5, true);
    Chain chain;
    vlPose pose = {{0.15, 0.0505, 0}, vlIdentityQuat()};
    openChain(&chain, &s, pose);
    vlPose device = vlIdentityPose();
    for (int i = 0; i < 3000; ++i) {
        device.p.x = i < 700 ? 0.0 : i % 2 == 0 ? 1e-3 : -1e-3;
        tick(&chain, device);
    }
    vlAudit audit = vlRenderer_GetAudit(chain.renderer, 0.01);
    assert_true(audit.isActive);
    assert_true(audit.isPortActive[VL_PORT_FRICTION]);
    VL_CHECK_BELOW(0.01, audit.givenToHand);
    vlRenderer_Destroy(chain.renderer);
    releaseStage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_paths_do_not_feed_the_hand),
        cmocka_unit_test(the_force_is_the_gradient_of_what_is_stored),
        cmocka_unit_test(what_comes_from_the_side_is_paid_for),
        cmocka_unit_test(a_floor_that_lifts_the_hand_is_not_active),
        cmocka_unit_test(a_law_that_gives_is_found_active),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
