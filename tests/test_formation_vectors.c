// SPDX-License-Identifier: MIT
// Force of a cube of side 0.1 m against an L by the printed rules (literal mode), one motion at a
// time, against numbers that a program of its own computed from the paper's equations. They are
// given to four digits of a newton and five of a newton metre: 1e-3 N and 1e-4 N m.

#include "formation_fixture.h"
#include "volar/formation_force.h"

#define FORCE 1e-3
#define MOMENT 1e-4

typedef struct Stage {
    const vlPolyhedron* cube;
    const vlPolyhedron* ell;
    vlFormationForce* force;
} Stage;

static Stage makeStage(bool hasTorsion)
{
    Stage s = {makeCubePolyhedron(0.05), makeL(), NULL};
    vlFormationForceDef def = vlLiteralFormationForceDef(s.cube, s.ell);
    def.mass = 0.2;
    def.gravity = vlVec(0, -9.81, 0);
    def.hasTorsion = hasTorsion;
    char message[256] = "";
    if (vlFormationForce_Create(NULL, &def, &s.force, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    return s;
}

static void releaseStage(Stage* s)
{
    vlFormationForce_Destroy(s->force);
    vlPolyhedron_Release(s->cube);
    vlPolyhedron_Release(s->ell);
}

static vlQuat turnAbout(double x, double y, double z, double degrees)
{
    return vlQuatFromAxisAngle(vlVec(x, y, z), degrees * VL_PI / 180.0);
}

static vlPose poseOf(double x, double y, double z, vlQuat q)
{
    vlPose pose = {{x, y, z}, q};
    return pose;
}

static vlPose flat(double x, double y, double z)
{
    return poseOf(x, y, z, vlIdentityQuat());
}

static vlPose moved(vlPose pose, double x, double y, double z)
{
    pose.p = vlAdd(pose.p, vlVec(x, y, z));
    return pose;
}

// The cube with the least x and y of its corners at a gap of 0.5 mm.
static vlPose placed(vlQuat q)
{
    double x = 1.0;
    double y = 1.0;
    for (int i = 0; i < 8; ++i) {
        vlVec3 v =
            vlRotate(q, vlVec(i & 4 ? 0.05 : -0.05, i & 2 ? 0.05 : -0.05, i & 1 ? 0.05 : -0.05));
        x = fmin(x, v.x);
        y = fmin(y, v.y);
    }
    return poseOf(0.0005 - x, 0.0005 - y, 0.0, q);
}

// Turned so that the edge at -x, -y of the cube is at a place of the floor.
static vlPose onEdge(double x, double degrees)
{
    vlQuat q = turnAbout(0, 0, 1, degrees);
    vlVec3 p = vlSub(vlVec(x, 0.0005, 0), vlRotate(q, vlVec(-0.05, -0.05, 0)));
    return poseOf(p.x, p.y, p.z, q);
}

typedef struct Expected {
    const char* name;
    vlPose before, after;
    const char* types;  // of the formation, in its order
    const char* motion; // with its case
    // Friction at the floor (normal up) and at the wall (normal along x), or at the only contact.
    vlVec3 floor, wall;
    int floorRule, wallRule; // 0: there is none
    vlVec3 force, moment;    // moment about A in A's axes
} Expected;

static const vlForceContact* contactTo(const vlFormationForceReport* r, bool isWall)
{
    for (int i = 0; i < r->count; ++i) {
        if ((r->contact[i].contact.normal.x > 0.8) == isWall) {
            return &r->contact[i];
        }
    }
    return NULL;
}

static void checkVec(const char* name, const char* what, vlVec3 found, vlVec3 expected,
                     double tolerance)
{
    vlVec3 d = vlSub(found, expected);
    if (!(fabs(d.x) <= tolerance && fabs(d.y) <= tolerance && fabs(d.z) <= tolerance)) {
        fail_msg("%s: %s is (%.5f, %.5f, %.5f); expected (%.5f, %.5f, %.5f)", name, what, found.x,
                 found.y, found.z, expected.x, expected.y, expected.z);
    }
}

static void checkContact(const Expected* e, const vlFormationForceReport* r, bool isWall)
{
    int rule = isWall ? e->wallRule : e->floorRule;
    const vlForceContact* c = contactTo(r, isWall);
    if (rule == 0) {
        assert_null(c);
        return;
    }
    if (c == NULL || (int)c->rule != rule) {
        fail_msg("%s: rule %d at the %s; expected %d", e->name, c == NULL ? 0 : (int)c->rule,
                 isWall ? "wall" : "floor", rule);
        return;
    }
    checkVec(e->name, isWall ? "friction at the wall" : "friction at the floor", c->friction,
             isWall ? e->wall : e->floor, FORCE);
}

static void check(Stage* s, const Expected* e)
{
    char types[64] = "";
    char motion[16];
    vlFormationForce_Restart(s->force);
    (void)vlFormationForce_Update(s->force, e->before, vlIdentityPose(), 1e-3);
    const vlFormationForceReport* r =
        vlFormationForce_Update(s->force, e->after, vlIdentityPose(), 1e-3);
    for (int i = 0; i < r->count; ++i) {
        (void)strcat(types, i > 0 ? " " : "");
        (void)strcat(types, vlContactType_Text(r->contact[i].contact.type));
    }
    (void)snprintf(motion, sizeof motion, "%s%s", vlPriorMotion_Text(r->motion),
                   r->motion == VL_PRIOR_KEEP ? vlPriorCase_Text(r->priorCase) : "");
    if (strcmp(types, e->types) != 0 || strcmp(motion, e->motion) != 0) {
        fail_msg("%s: {%s} by %s; expected {%s} by %s", e->name, types, motion, e->types,
                 e->motion);
    }
    checkContact(e, r, false);
    checkContact(e, r, true);
    checkVec(e->name, "force", r->raw.force, e->force, FORCE);
    checkVec(e->name, "moment", vlUnrotate(e->after.q, r->raw.torque), e->moment, MOMENT);
    checkVec(e->name, "shaded force", r->shaded.force, r->raw.force, 0.0);
}

// The rotation whose columns are x, y, z.
static vlQuat fromColumns(vlVec3 x, vlVec3 y, vlVec3 z)
{
    double w = 0.5 * sqrt(1.0 + x.x + y.y + z.z);
    vlQuat q = {w, (y.z - z.y) / (4 * w), (z.x - x.z) / (4 * w), (x.y - y.x) / (4 * w)};
    return q;
}

static void forces_on_one_plane_are_those_of_the_equations(void** state)
{
    (void)state;
    Stage s = makeStage(false);
    vlPose start = flat(0.15, 0.0530, 0);
    vlPose rest = flat(0.15, 0.0505, 0);
    vlPose spun = poseOf(0.15, 0.0505, 0, turnAbout(0, 1, 0, 3));
    vlQuat tipped = vlMulQ(turnAbout(0, 0, 1, 35), turnAbout(1, 0, 0, 40));
    vlPose onVertex = placed(tipped);
    onVertex.p.x = 0.15;
    const Expected all[] = {
        {"TV1",
         start,
         flat(0.1503, 0.0505, 0.0004),
         "f-f",
         "MT1",
         {-0.36, 0, -0.48},
         {0, 0, 0},
         2,
         0,
         {-0.36, 1.038, -0.48},
         {0.0240, 0, -0.0180}},
        {"TV1b",
         start,
         flat(0.1530, 0.0505, 0.0040),
         "f-f",
         "MT1",
         {-0.72, 0, -0.96},
         {0, 0, 0},
         5,
         0,
         {-0.72, 1.038, -0.96},
         {0.0480, 0, -0.0360}},
        {"TV2",
         rest,
         flat(0.1506, 0.0505, 0.0008),
         "f-f",
         "MT2a1",
         {-0.6, 0, -0.8},
         {0, 0, 0},
         4,
         0,
         {-0.6, 1.038, -0.8},
         {0.0400, 0, -0.0300}},
        {"TV3",
         rest,
         flat(0.153, 0.0505, 0.004),
         "f-f",
         "MT2c",
         {-0.72, 0, -0.96},
         {0, 0, 0},
         5,
         0,
         {-0.72, 1.038, -0.96},
         {0.0480, 0, -0.0360}},
        {"TV3r", rest, spun, "f-f", "MT2a1", {0, 0, 0}, {0, 0, 0}, 4, 0, {0, 1.038, 0}, {0, 0, 0}},
        {"TV11",
         onEdge(0.10, 1.5),
         onEdge(0.10, 0.3),
         "f-f",
         "MT3",
         {-0.0164, 0, 0},
         {0, 0, 0},
         4,
         0,
         {-0.0164, 1.038, 0},
         {0, 0, -0.00004}},
        {"TV15",
         onVertex,
         moved(onVertex, 0.001, 0, 0),
         "v-f",
         "MT2a1",
         {-1, 0, 0},
         {0, 0, 0},
         4,
         0,
         {-1, 1.038, 0},
         {-0.01868, -0.05234, -0.07102}},
        {"TV16",
         onEdge(0.15, 20),
         onEdge(0.15, 25),
         "e-f",
         "MT2a1",
         {0, 0, 0},
         {0, 0, 0},
         4,
         0,
         {0, 1.038, 0},
         {0, 0, -0.07255}},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
        check(&s, &all[i]);
    }
    releaseStage(&s);
}

static void forces_in_the_corner_are_those_of_the_equations(void** state)
{
    (void)state;
    Stage s = makeStage(false);
    vlQuat tilted = turnAbout(0, 0, 1, 30);
    vlPose s1 = placed(vlMulQ(turnAbout(0, 1, 0, 20), tilted));
    vlPose s2 = placed(tilted);
    vlPose s3 = flat(0.0505, 0.0505, 0);
    // Eight digits of the reference poses are given.
    assertNear(vlLength(vlSub(s1.p, vlVec(0.08178321, 0.06880127, 0))), 0.0, 1e-8);
    assertNear(vlLength(vlSub(s2.p, vlVec(0.06880127, 0.06880127, 0))), 0.0, 1e-8);
    vlPose forbidden = moved(s2, 0, 0.0006, 0.003);
    forbidden.q = vlMulQ(turnAbout(1, 0, 0, 0.9), s2.q);
    // S1 turned by 2 degrees about the upright through its vertex at the wall.
    vlQuat turn = turnAbout(0, 1, 0, 2);
    vlVec3 vertex = vlTransform(s1, vlVec(-0.05, 0.05, -0.05));
    vlPose turned = {vlAdd(vertex, vlRotate(turn, vlSub(s1.p, vertex))), vlMulQ(turn, s1.q)};
    const Expected all[] = {
        {"TV4",
         s2,
         moved(s2, 0, 0, 0.005),
         "e-f e-f",
         "MT2b",
         {0, 0, -1.2},
         {0, 0, -1.2},
         5,
         5,
         {3, 1.038, -2.4},
         {0, -0.12, -0.10981}},
        {"TV4h",
         s2,
         s2,
         "e-f e-f",
         "MT2a1",
         {0, 0, 0},
         {0, 0, 0},
         4,
         4,
         {3, 1.038, 0},
         {0, 0, -0.10981}},
        {"TV5",
         s2,
         placed(turnAbout(0, 0, 1, 32)),
         "e-f e-f",
         "MT2b",
         {-1.2, 0, 0},
         {0, 1.2, 0},
         5,
         5,
         {1.8, 2.238, 0},
         {0, 0, -0.26079}},
        {"TV6",
         s2,
         forbidden,
         "e-f e-f",
         "MT2a2",
         {0, 0, -1.6769},
         {0, -0.2683, -1.4758},
         6,
         6,
         {3, 1.1235, -3.1527},
         {0.01290, -0.16004, -0.09589}},
        {"TV7",
         s1,
         moved(s1, 0, 0, 0.0005),
         "e-f v-f",
         "MT2a1",
         {0, 0, -0.5},
         {0, 0, -0.5},
         4,
         4,
         {3, 1.038, -1},
         {-0.02345, -0.12516, -0.09795}},
        {"TV8",
         s1,
         turned,
         "e-f v-f",
         "MT2c",
         {-0.4881, 0, 1.0963},
         {0, 0, 0},
         5,
         4,
         {2.5119, 1.038, 1.0963},
         {-0.05503, -0.02257, -0.16477}},
        {"TV9",
         flat(0.0535, 0.0505, 0),
         s3,
         "f-f f-f",
         "MT4",
         {1.5, 0, 0},
         {0, 0, 0},
         6,
         2,
         {4.5, 1.038, 0},
         {0, 0, 0.0750}},
        {"TV10",
         s3,
         moved(s3, 0.004, 0, 0),
         "f-f",
         "MT5",
         {-1.2, 0, 0},
         {0, 0, 0},
         5,
         0,
         {-1.2, 1.038, 0},
         {0, 0, -0.0600}},
        {"TV12",
         s3,
         moved(s3, 0, 0, 0.004),
         "f-f f-f",
         "MT2b",
         {0, 0, -1.2},
         {0, 0, -1.2},
         5,
         5,
         {3, 1.038, -2.4},
         {0.0600, -0.0600, 0}},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
        check(&s, &all[i]);
    }
    releaseStage(&s);
}

static void forces_of_an_edge_across_an_edge_are_those_of_the_equations(void** state)
{
    (void)state;
    Stage s = makeStage(false);
    double h = sqrt(0.5);
    vlQuat q = fromColumns(vlVec(h, -h, 0), vlVec(0.5, 0.5, -h), vlVec(0.5, 0.5, h));
    vlPose at = poseOf(0.35035355, 0.05035355, 0, q);
    const Expected all[] = {
        {"TV13",
         at,
         at,
         "e-e",
         "MT2a1",
         {0, 0, 0},
         {0, 0, 0},
         4,
         0,
         {2.1213, 0.1593, 0},
         {0, 0, 0}},
        {"TV14",
         at,
         moved(at, 0, 0, 0.004),
         "e-e",
         "MT2c",
         {0, 0, -1.2},
         {0, 0, 0},
         5,
         0,
         {2.1213, 0.1593, -1.2},
         {0.08485, 0, 0}},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
        check(&s, &all[i]);
    }
    releaseStage(&s);
}

// Torsion: the mean arm of a square of side a is 0.382598 a, in closed form
// (sqrt 2 + ln(1 + sqrt 2)) / 6; of a line of length l it is l / 4.
static void torsion_has_the_mean_arm_of_the_region(void** state)
{
    (void)state;
    Stage s = makeStage(true);
    (void)vlFormationForce_Update(s.force, flat(0.15, 0.0505, 0), vlIdentityPose(), 1e-3);
    const vlFormationForceReport* r = vlFormationForce_Update(
        s.force, poseOf(0.15, 0.0505, 0, turnAbout(0, 1, 0, 3)), vlIdentityPose(), 1e-3);
    double arm = 0.1 * (sqrt(2.0) + log(1.0 + sqrt(2.0))) / 6.0;
    // Gauss's three points on sqrt(1 + t^2) give (8 + 10 sqrt 1.6) / 18: less by 5.4e-4.
    assertNear(r->raw.torque.y, -0.4 * 3.0 * arm, 6e-4 * 1.2 * arm);
    // Slower than 0.05 rad/s it is in proportion.
    r = vlFormationForce_Update(
        s.force, poseOf(0.15, 0.0505, 0, turnAbout(0, 1, 0, 3.0 + 0.01e-3 * 180.0 / VL_PI)),
        vlIdentityPose(), 1e-3);
    assertNear(r->raw.torque.y, -0.2 * 0.4 * 3.0 * arm, 1e-3 * 1.2 * arm);
    vlFormationForce_Restart(s.force);
    (void)vlFormationForce_Update(s.force, onEdge(0.15, 20), vlIdentityPose(), 1e-3);
    vlPose turned = onEdge(0.15, 20);
    vlVec3 middle = vlVec(0.15, 0.0005, 0);
    vlQuat turn = turnAbout(0, 1, 0, 1);
    turned.p = vlAdd(middle, vlRotate(turn, vlSub(turned.p, middle)));
    turned.q = vlMulQ(turn, turned.q);
    r = vlFormationForce_Update(s.force, turned, vlIdentityPose(), 1e-3);
    assert_int_equal(r->count, 1);
    assertNear(r->contact[0].spin, -0.4 * 3.0 * 0.1 / 4.0, 1e-9);
    releaseStage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_on_one_plane_are_those_of_the_equations),
        cmocka_unit_test(forces_in_the_corner_are_those_of_the_equations),
        cmocka_unit_test(forces_of_an_edge_across_an_edge_are_those_of_the_equations),
        cmocka_unit_test(torsion_has_the_mean_arm_of_the_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
