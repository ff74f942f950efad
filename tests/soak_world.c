// SPDX-License-Identifier: MIT
// Endurance: bodies come, go, fall, are pushed and stirred, for as many seconds as the argument
// says. Checked in every step: it succeeds, everything is finite, nothing is faster than a fall and
// the pushes can make it, nothing leaves the bin. From time to time a stretch is repeated from a
// snapshot and must give the same bits. Episode after episode is seeded by its number, so that a
// failure is repeated by
//     soak_world SECONDS FIRST_EPISODE

#include "models/random.h"
#include "soak.h"

#define BODIES 40
#define SHAPES 24
#define STEPS 3000      // of an episode
#define BIN 0.6         // m, half its width
#define RADIUS 0.12     // m, of the largest shape
#define TOP 3.0         // m, where bodies are dropped
#define FASTEST 40.0    // m/s; a fall from the top ends at 8, a push adds 2
#define DEEPEST (-0.05) // m, how far a centre may be outside the bin

typedef struct Soak {
    vlRandom random;
    vlCapacity room;
    vlWorld* world;
    vlShape* shape[SHAPES];
    vlBodyId paddle;
    void* snapshot;
    size_t snapshotSize;
    long steps;
    long contacts;
} Soak;

static vlResult createShape(vlRandom* random, int kind, vlShape** shape)
{
    double size = vlRandom_Range(random, 0.03, RADIUS / 1.8); // a cube's corner is at 1.73
    vlVec3 points[32];
    int count = 6 + vlRandom_Index(random, 26);
    switch (kind % 6) {
    case 0: return vlShape_CreateBox(NULL, vlVec(size, size, 0.7 * size), shape, NULL, 0);
    case 1: return vlShape_CreateCone(NULL, 5 + count, size, 0.0, 2.0 * size, shape, NULL, 0);
    case 2: return vlShape_CreatePrism(NULL, 3 + count, size, size, shape, NULL, 0);
    case 3: return vlShape_CreateSphere(NULL, size, 4 + count / 2, 4 + count / 4, shape, NULL, 0);
    default:
        for (int i = 0; i < count; ++i) {
            points[i] = vlScale(vlRandom_Direction(random), 1.7 * size);
        }
        return vlShape_CreateHull(NULL, points, count, shape, NULL, 0);
    }
}

// A bar with two others across its ends.
static vlResult createUnion(vlRandom* random, vlShape** shape)
{
    double s = vlRandom_Range(random, 0.01, 0.02);
    vlShape* bar = NULL;
    vlResult result = vlShape_CreateBox(NULL, vlVec(3.0 * s, s, s), &bar, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    vlQuat across = vlUnitQ((vlQuat){0.0, 1.0, 1.0, 0.0}); // x becomes y
    const vlShape* const pieces[3] = {bar, bar, bar};
    const vlPose poses[3] = {
        vlIdentityPose(), {vlVec(4.0 * s, 0.0, 0.0), across}, {vlVec(-4.0 * s, 0.0, 0.0), across}};
    result = vlShape_CreateCompound(NULL, pieces, poses, 3, shape, NULL, 0);
    vlShape_Release(bar);
    return result;
}

static vlWorldDef chooseDef(vlRandom* random)
{
    static const vlIntegrator integrator[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_EULER,
                                              VL_INTEGRATOR_RK4, VL_INTEGRATOR_IMPLICIT,
                                              VL_INTEGRATOR_IMPLICIT};
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity =
        (vlCapacity){.bodies = BODIES + 8, .materials = 2, .pairs = 1200, .contacts = 600};
    def.integrator = integrator[vlRandom_Index(random, 5)];
    bool isImplicit = def.integrator == VL_INTEGRATOR_IMPLICIT;
    def.sleep = isImplicit && vlRandom_Index(random, 3) != 0;
    int law = vlRandom_Index(random, isImplicit ? 2 : 3);
    def.contact.law = law > 0 ? VL_LAW_FOUNDATION : VL_LAW_LUMPED;
    def.contact.reference.pressure = law > 1 ? VL_PRESSURE_FACES : VL_PRESSURE_NORMAL;
    def.contact.reference.normal =
        vlRandom_Index(random, 3) == 0 ? VL_NORMAL_SEARCH : VL_NORMAL_GRADIENT;
    bool isPaper = !isImplicit && vlRandom_Index(random, 4) == 0;
    def.contact.reference.friction = isPaper ? VL_FRICTION_PAPER : VL_FRICTION_GAUSS;
    if (isImplicit && vlRandom_Index(random, 2) == 0) {
        def.surface.stiffnessN = vlRandom_Log(random, 1e4, 1e8);
    }
    def.surface.frictionDynamic = vlRandom_Range(random, 0.0, 1.0);
    def.surface.frictionStatic = def.surface.frictionDynamic * vlRandom_Range(random, 1.0, 1.5);
    return def;
}

static bool addFixed(Soak* soak, vlBodyDef* def, vlResult made, vlBodyId* id)
{
    bool ok = made == VL_OK && vlWorld_CreateBody(soak->world, def, id) == VL_OK;
    vlShape_Release(def->shape);
    return ok;
}

static bool addBin(Soak* soak)
{
    const vlVec3 normal[5] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    bool ok = true;
    for (int i = 0; i < 5; ++i) {
        vlBodyDef def = vlDefaultBodyDef();
        def.type = VL_BODY_STATIC;
        vlBodyId id;
        vlResult made =
            vlShape_CreateHalfspace(NULL, normal[i], i == 0 ? 0.0 : -BIN, &def.shape, NULL, 0);
        ok = addFixed(soak, &def, made, &id) && ok;
    }
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_KINEMATIC;
    def.pose.p.z = 0.06;
    vlResult made = vlShape_CreateBox(NULL, vlVec(0.25, 0.02, 0.05), &def.shape, NULL, 0);
    return addFixed(soak, &def, made, &soak->paddle) && ok;
}

static bool openEpisode(Soak* soak, uint64_t episode)
{
    soak->random = vlRandom_Seed(episode);
    soak->world = NULL;
    vlWorldDef def = chooseDef(&soak->random);
    soak->room = def.capacity;
    bool ok = vlWorld_Create(&def, &soak->world, NULL, 0) == VL_OK && addBin(soak);
    for (int i = 0; i < SHAPES && ok; ++i) {
        soak->shape[i] = NULL;
        ok = (i % 6 == 5 ? createUnion(&soak->random, &soak->shape[i])
                         : createShape(&soak->random, i, &soak->shape[i])) == VL_OK;
    }
    soak->snapshotSize = ok ? vlWorld_GetSnapshotSize(soak->world) : 0;
    soak->snapshot = ok ? malloc(soak->snapshotSize) : NULL;
    return ok && soak->snapshot != NULL;
}

static void closeEpisode(Soak* soak)
{
    for (int i = 0; i < SHAPES; ++i) {
        vlShape_Release(soak->shape[i]);
    }
    vlWorld_Destroy(soak->world);
    free(soak->snapshot);
}

// Highest centre, so that a new body is dropped above all others.
static double highest(const Soak* soak)
{
    double top = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(soak->world); ++i) {
        vlVec3 centre;
        vlBodyId id = vlWorld_GetBody(soak->world, i);
        bool isRead = vlBody_GetCentre(soak->world, id, &centre) == VL_OK;
        top = isRead && centre.z > top ? centre.z : top;
    }
    return top;
}

static bool drop(Soak* soak)
{
    double z = highest(soak) + 2.1 * RADIUS;
    if (vlWorld_GetBodyCount(soak->world) >= BODIES || z > TOP) {
        return true;
    }
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = soak->shape[vlRandom_Index(&soak->random, SHAPES)];
    def.density = vlRandom_Range(&soak->random, 300.0, 3000.0);
    def.pose.p = vlVec(0.0, 0.0, z);
    def.pose.p.x = vlRandom_Range(&soak->random, -0.4, 0.4);
    def.pose.p.y = vlRandom_Range(&soak->random, -0.4, 0.4);
    def.pose.q = vlRandom_Rotation(&soak->random);
    def.velocity.angular = vlScale(vlRandom_InBall(&soak->random), 5.0);
    vlBodyId id;
    return vlWorld_CreateBody(soak->world, &def, &id) == VL_OK;
}

// Any body but the bin and the paddle; the null id when there is none.
static vlBodyId anyBody(Soak* soak)
{
    int fixed = 6;
    int count = vlWorld_GetBodyCount(soak->world) - fixed;
    vlBodyId none = {0, 0};
    return count > 0 ? vlWorld_GetBody(soak->world, fixed + vlRandom_Index(&soak->random, count))
                     : none;
}

static bool disturb(Soak* soak)
{
    vlBodyId id = anyBody(soak);
    vlTwist stir = {vlZero(), vlVec(0.0, 0.0, vlRandom_Range(&soak->random, -2.0, 2.0))};
    double mass = 0.0;
    vlMat3 inertia;
    vlVec3 centre;
    switch (vlRandom_Index(&soak->random, 12)) {
    case 0: return vlBody_SetTwist(soak->world, soak->paddle, stir) == VL_OK;
    case 1: return id.index1 == 0 || vlWorld_DestroyBody(soak->world, id) == VL_OK;
    case 2: // sideways by up to 2 m/s, in one step
        if (id.index1 == 0) {
            return true;
        }
        bool ok = vlBody_GetMass(soak->world, id, &mass, &inertia) == VL_OK;
        ok = vlBody_GetCentre(soak->world, id, &centre) == VL_OK && ok;
        vlVec3 push = vlScale(vlRandom_InBall(&soak->random), 2000.0 * mass);
        return ok && vlBody_ApplyForce(soak->world, id, push, centre) == VL_OK;
    default: return drop(soak);
    }
}

// NULL, or what is wrong.
static const char* judge(Soak* soak)
{
    vlWorld* world = soak->world;
    const char* broken = vlSane_Bodies(world, &soak->room);
    if (broken != NULL) {
        return broken;
    }
    for (int i = 6; i < vlWorld_GetBodyCount(world); ++i) {
        vlBodyId id = vlWorld_GetBody(world, i);
        vlTwist twist = {vlZero(), vlZero()};
        vlVec3 c = vlZero();
        if (vlBody_GetTwist(world, id, &twist) != VL_OK ||
            vlBody_GetCentre(world, id, &c) != VL_OK) {
            return "a body in the list cannot be read";
        }
        if (vlLength(twist.linear) > FASTEST) {
            return "a body is too fast";
        }
        if (c.z < DEEPEST || fmax(fabs(c.x), fabs(c.y)) > BIN - DEEPEST) {
            return "a body left the bin";
        }
    }
    return vlSane_Reports(world);
}

static const char* runEpisode(Soak* soak)
{
    for (int step = 0; step < STEPS; ++step) {
        if (step % 25 == 0 && !disturb(soak)) {
            return vlWorld_GetMessage(soak->world);
        }
        if (vlWorld_Step(soak->world) != VL_OK) {
            return "a body diverged";
        }
        ++soak->steps;
        soak->contacts += vlWorld_GetContactCount(soak->world);
        const char* wrong = judge(soak);
        if (wrong == NULL && step % 500 == 499) {
            wrong = vlSoak_Repeat(soak->world, soak->snapshot, soak->snapshotSize);
        }
        if (wrong != NULL) {
            return wrong;
        }
    }
    return NULL;
}

int main(int argc, char** argv)
{
    vlSoak run = vlSoak_Begin(argc, argv);
    static Soak soak;
    for (; vlSoak_GoesOn(&run); ++run.episode) {
        const char* wrong = openEpisode(&soak, run.episode) ? runEpisode(&soak) : "cannot be built";
        vlSoak_Judge(&run, soak.world, wrong);
        closeEpisode(&soak);
    }
    printf("%ld steps, %ld contacts, up to episode %llu: all well\n", soak.steps, soak.contacts,
           (unsigned long long)(run.episode - 1));
    return 0;
}
