// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FORMATION_VECTORS_H
#define VOLAR_TESTS_FORMATION_VECTORS_H

// A stage for test vectors of forces from formations: a cube and an L, poses, and comparison with
// the results of the equations.

#include "formation_fixture.h"
#include "volar/formation_force.h"

#define FORCE 1e-3
#define MOMENT 1e-4

typedef struct Stage {
    const vlPolyhedron* cube;
    const vlPolyhedron* ell;
    vlFormationForce* force;
} Stage;

static inline Stage makeStage(bool hasTorsion)
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

static inline void releaseStage(Stage* s)
{
    vlFormationForce_Destroy(s->force);
    vlPolyhedron_Release(s->cube);
    vlPolyhedron_Release(s->ell);
}

static inline vlQuat turnAbout(double x, double y, double z, double degrees)
{
    return vlQuatFromAxisAngle(vlVec(x, y, z), degrees * VL_PI / 180.0);
}

static inline vlPose poseOf(double x, double y, double z, vlQuat q)
{
    vlPose pose = {{x, y, z}, q};
    return pose;
}

static inline vlPose flat(double x, double y, double z)
{
    return poseOf(x, y, z, vlIdentityQuat());
}

static inline vlPose moved(vlPose pose, double x, double y, double z)
{
    pose.p = vlAdd(pose.p, vlVec(x, y, z));
    return pose;
}

// Places the cube so that the least x and the least y of its corners are at a gap of 0.5 mm.
static inline vlPose placed(vlQuat q)
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

// Rotates the cube so that its edge at -x, -y is at a place of the floor.
static inline vlPose onEdge(double x, double degrees)
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
    int floorRule, wallRule; // 0: no contact
    vlVec3 force, moment;    // moment about A in A's axes
} Expected;

static inline const vlForceContact* contactTo(const vlFormationForceReport* r, bool isWall)
{
    for (int i = 0; i < r->count; ++i) {
        if ((r->contact[i].contact.normal.x > 0.8) == isWall) {
            return &r->contact[i];
        }
    }
    return NULL;
}

static inline void checkVec(const char* name, const char* what, vlVec3 found, vlVec3 expected,
                            double tolerance)
{
    vlVec3 d = vlSub(found, expected);
    if (!(fabs(d.x) <= tolerance && fabs(d.y) <= tolerance && fabs(d.z) <= tolerance)) {
        fail_msg("%s: %s is (%.5f, %.5f, %.5f); expected (%.5f, %.5f, %.5f)", name, what, found.x,
                 found.y, found.z, expected.x, expected.y, expected.z);
    }
}

static inline void checkContact(const Expected* e, const vlFormationForceReport* r, bool isWall)
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

static inline void check(const Stage* s, const Expected* e)
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

static inline void checkAll(const Expected* all, size_t count)
{
    Stage s = makeStage(false);
    for (size_t i = 0; i < count; ++i) {
        check(&s, &all[i]);
    }
    releaseStage(&s);
}

// The rotation whose columns are x, y, z.
static inline vlQuat fromColumns(vlVec3 x, vlVec3 y, vlVec3 z)
{
    double w = 0.5 * sqrt(1.0 + x.x + y.y + z.z);
    vlQuat q = {w, (y.z - z.y) / (4 * w), (z.x - x.z) / (4 * w), (x.y - y.x) / (4 * w)};
    return q;
}

#endif
