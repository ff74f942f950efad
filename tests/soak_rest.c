// SPDX-License-Identifier: MIT
// Endurance of bodies at rest: a wall, a heap and two chains under the implicit integrator with
// sleeping are pushed and pulled at random, then left alone. Checked in every step: it succeeds,
// all readable values are finite, nothing is faster than a fall and the pulls can make it, nothing
// is under the floor. Checked when the bodies are left alone: they come to rest and stay; sleeping
// bodies stay to the last bit. A failure is repeated by
//     soak_rest SECONDS FIRST_EPISODE

#include "models/random.h"
#include "soak.h"

#define BRICKS 12
#define HEAP 14
#define LINKS 8 // of each of the two chains
#define BODIES (BRICKS + HEAP + 2 * LINKS)
#define FIXED 1         // the floor comes first
#define CYCLES 6        // of an episode
#define DISTURBED 2.0   // s, of a cycle, in which bodies are pushed and pulled
#define SETTLING 8.0    // s, in which they come to rest
#define RESTING 2.0     // s, in which they must stay
#define FASTEST 60.0    // m/s; pulls accelerate by up to 20 g for up to 0.25 s
#define DEEPEST (-0.02) // m, of a centre
#define STAYS 1e-3      // m, by which bodies that are awake may creep in RESTING

typedef struct Soak {
    vlRandom random;
    vlWorldDef def;
    vlWorld* world;
    vlJointId joint[2 * LINKS];
    int jointCount;
    vlSpringId grip; // zero: nothing is held
    int gripSteps;   // left
    vlVec3 place[BODIES];
    bool wasAsleep[BODIES];
    void* snapshot;
    size_t snapshotSize;
    long steps, asleep, awake;
} Soak;

static bool addBody(Soak* soak, vlBodyDef* def, vlResult made, vlBodyId* id)
{
    bool ok = made == VL_OK && vlWorld_CreateBody(soak->world, def, id) == VL_OK;
    vlShape_Release(def->shape);
    return ok;
}

static bool addWall(Soak* soak)
{
    const vlVec3 half = {0.10, 0.05, 0.05};
    bool ok = true;
    for (int i = 0; i < BRICKS; ++i) { // rows of three, every second one shifted by half a brick
        vlBodyDef def = vlDefaultBodyDef();
        vlBodyId id;
        int row = i / 3;
        double shift = row % 2 == 0 ? 0.0 : half.x;
        def.pose.p = vlVec(-2.0 + 2.0 * half.x * (i % 3) + shift, 0.0, half.z * (1 + 2 * row));
        vlResult made = vlShape_CreateBox(NULL, half, &def.shape, NULL, 0);
        ok = addBody(soak, &def, made, &id) && ok;
    }
    return ok;
}

static bool addHeap(Soak* soak)
{
    bool ok = true;
    for (int i = 0; i < HEAP; ++i) {
        vlVec3 points[12];
        double size = vlRandom_Range(&soak->random, 0.05, 0.10);
        for (int k = 0; k < 12; ++k) {
            points[k] = vlScale(vlRandom_Direction(&soak->random), size);
        }
        vlBodyDef def = vlDefaultBodyDef();
        vlBodyId id;
        def.density = vlRandom_Log(&soak->random, 100.0, 10000.0);
        def.pose.p = vlScale(vlRandom_InBall(&soak->random), 0.1);
        def.pose.p.z = 0.15 + 0.21 * i;
        def.pose.q = vlRandom_Rotation(&soak->random);
        vlResult made = i % 2 == 0 ? vlShape_CreateHull(NULL, points, 12, &def.shape, NULL, 0)
                                   : vlShape_CreateBox(NULL, vlVec(size, 0.7 * size, 0.5 * size),
                                                       &def.shape, NULL, 0);
        ok = addBody(soak, &def, made, &id) && ok;
    }
    return ok;
}

// One hangs from the world, the other lies on the floor; each joint rubs, so that both come to
// rest.
static bool addChain(Soak* soak, double y, bool hangs)
{
    static const vlJointType type[3] = {VL_JOINT_BALL, VL_JOINT_HINGE, VL_JOINT_UNIVERSAL};
    vlBodyId last = {0, 0};
    bool ok = true;
    for (int i = 0; i < LINKS && ok; ++i) {
        vlBodyDef def = vlDefaultBodyDef();
        vlBodyId id;
        double along = 0.2 * i;
        def.pose.p = hangs ? vlVec(2.0, y, 2.4 - along) : vlVec(1.0 + along, y, 0.03);
        vlVec3 half = hangs ? vlVec(0.03, 0.03, 0.09) : vlVec(0.09, 0.03, 0.03);
        vlResult made = vlShape_CreateBox(NULL, half, &def.shape, NULL, 0);
        ok = addBody(soak, &def, made, &id);
        vlJointDef joint = vlDefaultJointDef(type[vlRandom_Index(&soak->random, 3)]);
        joint.bodyA = last;
        joint.bodyB = id;
        for (int k = 0; k < VL_MAX_JOINT_AXES; ++k) {
            joint.axis[k].damping = 12.0 * pow(1.0 - (double)i / LINKS, 3.0);
            joint.axis[k].friction = 0.1 * joint.axis[k].damping;
        }
        vlVec3 back = hangs ? vlVec(0.0, 0.0, 0.1) : vlVec(-0.1, 0.0, 0.0);
        if (ok && (hangs || i > 0)) {
            ok = vlJointDef_Place(&joint, soak->world, vlAdd(def.pose.p, back),
                                  vlVec(0.0, 1.0, 0.0), vlVec(1.0, 0.0, 0.0)) == VL_OK &&
                 vlWorld_CreateJoint(soak->world, &joint, &soak->joint[soak->jointCount]) == VL_OK;
            ++soak->jointCount;
        }
        last = id;
    }
    return ok;
}

static void chooseDef(Soak* soak)
{
    vlRandom* random = &soak->random;
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity = (vlCapacity){.bodies = BODIES + FIXED,
                                .materials = 1,
                                .pairs = 2000,
                                .contacts = 600,
                                .springs = 4,
                                .joints = 2 * LINKS};
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.sleep = vlRandom_Index(random, 4) != 0;
    def.step = vlRandom_Index(random, 2) == 0 ? 1e-3 : 2e-3;
    def.contact.law = vlRandom_Index(random, 2) == 0 ? VL_LAW_LUMPED : VL_LAW_FOUNDATION;
    def.contact.reference.normal =
        vlRandom_Index(random, 4) == 0 ? VL_NORMAL_SEARCH : VL_NORMAL_GRADIENT;
    if (vlRandom_Index(random, 2) == 0) {
        def.surface.stiffnessN = vlRandom_Log(random, 1e5, 1e7);
    }
    def.surface.frictionDynamic = vlRandom_Range(random, 0.3, 0.8);
    def.surface.frictionStatic = def.surface.frictionDynamic;
    soak->def = def;
}

static bool openEpisode(Soak* soak, uint64_t episode)
{
    soak->random = vlRandom_Seed(episode);
    soak->world = NULL;
    soak->jointCount = soak->gripSteps = 0;
    chooseDef(soak);
    vlBodyDef floor = vlDefaultBodyDef();
    vlBodyId id;
    floor.type = VL_BODY_STATIC;
    bool ok = vlWorld_Create(&soak->def, &soak->world, NULL, 0) == VL_OK;
    vlResult made = vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &floor.shape, NULL, 0);
    ok = ok && addBody(soak, &floor, made, &id) && addWall(soak) && addHeap(soak) &&
         addChain(soak, 0.0, true) && addChain(soak, 0.5, false);
    soak->snapshotSize = ok ? vlWorld_GetSnapshotSize(soak->world) : 0;
    soak->snapshot = ok ? malloc(soak->snapshotSize) : NULL;
    return ok && soak->snapshot != NULL;
}

static void closeEpisode(Soak* soak)
{
    vlWorld_Destroy(soak->world);
    free(soak->snapshot);
}

// Pulls a body for up to a quarter of a second towards a point nearby, with up to 20 times its
// weight.
static bool grab(Soak* soak, vlBodyId id, double mass, vlVec3 centre)
{
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = id;
    def.pointA = vlAdd(centre, vlScale(vlRandom_InBall(&soak->random), 0.5));
    def.pointA.z = fabs(def.pointA.z) + 0.1;
    def.velocityA = vlScale(vlRandom_InBall(&soak->random), 0.5);
    def.stiffness = vlRandom_Log(&soak->random, 1e2, 1e6);
    def.damping = vlRandom_Range(&soak->random, 0.0, 10.0) * sqrt(def.stiffness * mass) * 0.2;
    def.maxForce = vlRandom_Range(&soak->random, 2.0, 20.0) * 9.8 * mass;
    soak->gripSteps = (int)(vlRandom_Range(&soak->random, 0.05, 0.25) / soak->def.step);
    return vlWorld_CreateSpring(soak->world, &def, &soak->grip) == VL_OK;
}

static bool disturb(Soak* soak)
{
    if (soak->gripSteps > 0 && --soak->gripSteps == 0) {
        return vlWorld_DestroySpring(soak->world, soak->grip) == VL_OK;
    }
    if (vlRandom_Index(&soak->random, (int)(0.2 / soak->def.step)) != 0) {
        return true;
    }
    vlBodyId id = vlWorld_GetBody(soak->world, FIXED + vlRandom_Index(&soak->random, BODIES));
    double mass = 0.0;
    vlMat3 inertia;
    vlVec3 centre = vlZero();
    bool ok = vlBody_GetMass(soak->world, id, &mass, &inertia) == VL_OK &&
              vlBody_GetCentre(soak->world, id, &centre) == VL_OK;
    if (ok && soak->gripSteps == 0 && vlRandom_Index(&soak->random, 2) == 0) {
        return grab(soak, id, mass, centre);
    }
    // A blow of up to 2 m/s, off the centre.
    vlVec3 force = vlScale(vlRandom_InBall(&soak->random), 2.0 * mass / soak->def.step);
    vlVec3 point = vlAdd(centre, vlScale(vlRandom_InBall(&soak->random), 0.03));
    return ok && vlBody_ApplyForce(soak->world, id, force, point) == VL_OK;
}

// NULL, or what is wrong.
static const char* judge(const Soak* soak)
{
    const char* broken = vlSane_Bodies(soak->world, &soak->def.capacity);
    broken = broken == NULL ? vlSane_Reports(soak->world) : broken;
    for (int i = 0; i < soak->jointCount && broken == NULL; ++i) {
        broken = vlSane_Joint(soak->world, soak->joint[i]);
    }
    if (broken == NULL && soak->gripSteps > 0) {
        broken = vlSane_Spring(soak->world, soak->grip);
    }
    for (int i = 0; i < BODIES && broken == NULL; ++i) {
        vlTwist twist;
        vlVec3 centre;
        vlBodyId id = vlWorld_GetBody(soak->world, FIXED + i);
        if (vlBody_GetTwist(soak->world, id, &twist) != VL_OK ||
            vlBody_GetCentre(soak->world, id, &centre) != VL_OK) {
            return "a body cannot be read";
        }
        broken = vlLength(twist.linear) > FASTEST ? "a body is too fast"
                 : centre.z < DEEPEST             ? "a body is under the floor"
                                                  : NULL;
    }
    return broken;
}

static const char* step(Soak* soak)
{
    vlResult result = vlWorld_Step(soak->world);
    vlStepInfo info = vlWorld_GetStepInfo(soak->world);
    ++soak->steps;
    soak->asleep += info.asleepBodies;
    soak->awake += BODIES - info.asleepBodies;
    return result != VL_OK ? "a body diverged" : judge(soak);
}

static void notePlaces(Soak* soak)
{
    for (int i = 0; i < BODIES; ++i) {
        vlBodyId id = vlWorld_GetBody(soak->world, FIXED + i);
        soak->wasAsleep[i] = vlBody_GetCentre(soak->world, id, &soak->place[i]) == VL_OK &&
                             vlBody_IsAsleep(soak->world, id);
    }
}

static const char* comparePlaces(const Soak* soak)
{
    for (int i = 0; i < BODIES; ++i) {
        vlVec3 centre;
        vlBodyId id = vlWorld_GetBody(soak->world, FIXED + i);
        if (vlBody_GetCentre(soak->world, id, &centre) != VL_OK) {
            return "a body cannot be read";
        }
        double way = vlLength(vlSub(centre, soak->place[i]));
        if (soak->wasAsleep[i] && way > 0.0) {
            return "a sleeping body moved";
        }
        if (way > STAYS) {
            (void)fprintf(stderr, "body %d moved by %g m\n", i, way);
            return "what was left alone does not rest";
        }
    }
    return NULL;
}

// Disturbs the bodies, waits, and checks that they stay.
static const char* runCycle(Soak* soak)
{
    int disturbed = (int)(DISTURBED / soak->def.step);
    int settled = disturbed + (int)(SETTLING / soak->def.step);
    int end = settled + (int)(RESTING / soak->def.step);
    for (int i = 0; i < end; ++i) {
        if ((i < disturbed || soak->gripSteps > 0) && !disturb(soak)) {
            return vlWorld_GetMessage(soak->world);
        }
        const char* wrong = step(soak);
        wrong = wrong == NULL && i % 1000 == 999
                    ? vlSoak_Repeat(soak->world, soak->snapshot, soak->snapshotSize)
                    : wrong;
        if (wrong != NULL) {
            return wrong;
        }
        if (i == settled) {
            notePlaces(soak);
        }
    }
    return comparePlaces(soak);
}

int main(int argc, char** argv)
{
    vlSoak run = vlSoak_Begin(argc, argv);
    static Soak soak;
    for (; vlSoak_GoesOn(&run); ++run.episode) {
        const char* wrong = openEpisode(&soak, run.episode) ? NULL : "cannot be built";
        for (int cycle = 0; cycle < CYCLES && wrong == NULL && vlSoak_GoesOn(&run); ++cycle) {
            wrong = runCycle(&soak);
        }
        vlSoak_Judge(&run, soak.world, wrong);
        closeEpisode(&soak);
    }
    printf("%ld steps, %.0f %% of all bodies asleep, up to episode %llu: all well\n", soak.steps,
           100.0 * (double)soak.asleep / (double)(soak.asleep + soak.awake),
           (unsigned long long)(run.episode - 1));
    return 0;
}
