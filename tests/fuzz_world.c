// SPDX-License-Identifier: MIT
// Any sequence of calls with any numbers on a small world: nothing crashes, a refused call changes
// nothing, after every step all values are finite numbers, and steps from a restored snapshot give
// the same result as before.

#include "fuzz_defs.h"
#include "sane_world.h"

#define MOST_STEPS 300
#define AHEAD 3 // steps by which a snapshot is tried

typedef struct Session {
    vlFuzzInput in;
    vlWorldDef def; // with the capacities in use
    vlWorld* world;
    vlShape* shape[VL_FUZZ_SHAPES];
    vlBodyId id[VL_FUZZ_BODIES]; // all ids given out; a new one replaces an older one
    vlSpringId spring[VL_FUZZ_SPRINGS];
    vlJointId joint[VL_FUZZ_JOINTS];
    int idCount;
    int stepsLeft;
    size_t size;    // of a snapshot
    void* before;   // the state before a call
    void* snapshot; // the one that can be gone back to
    bool hasSnapshot;
    uint64_t ahead; // the hash AHEAD steps after it
} Session;

// Mostly a body that was there once.
static vlBodyId takeId(Session* s)
{
    uint8_t i = vlFuzz_Byte(&s->in);
    if (i < 240 && s->idCount > 0) {
        return s->id[i % s->idCount];
    }
    vlBodyId any;
    any.index1 = vlFuzz_Byte(&s->in);
    any.generation = vlFuzz_Byte(&s->in);
    return any;
}

// Returns a body, or the world.
static vlBodyId takeEnd(Session* s)
{
    vlBodyId none = {0, 0};
    return vlFuzz_Choice(&s->in, 2) == 0 ? none : takeId(s);
}

static vlResult createBody(Session* s)
{
    vlFuzzInput* in = &s->in;
    vlBodyDef def = vlFuzz_BodyDef(in);
    def.shape = s->shape[vlFuzz_Choice(in, VL_FUZZ_SHAPES)];
    vlBodyId id;
    vlResult result = vlWorld_CreateBody(s->world, &def, &id);
    if (result == VL_OK) {
        VL_FUZZ_REQUIRE(vlWorld_IsValid(s->world, id));
        int place = s->idCount < VL_FUZZ_BODIES ? s->idCount++ : vlFuzz_Choice(in, VL_FUZZ_BODIES);
        s->id[place] = id;
    }
    return result;
}

// Gives most worlds something to join and to fall on.
static void beginWith(Session* s, uint8_t what)
{
    if ((what & 4) != 0) {
        vlBodyDef floor = vlDefaultBodyDef();
        floor.type = VL_BODY_STATIC;
        floor.shape = s->shape[0];
        VL_FUZZ_REQUIRE(vlWorld_CreateBody(s->world, &floor, &s->id[s->idCount++]) == VL_OK);
    }
    for (int i = what % 4; i > 0; --i) {
        (void)createBody(s);
    }
}

static vlResult setSurface(Session* s)
{
    vlSurface surface = vlFuzz_Surface(&s->in);
    vlMaterialId a = vlFuzz_Material(&s->in);
    vlMaterialId b = vlFuzz_Material(&s->in);
    return vlWorld_SetSurface(s->world, a, b, &surface);
}

static vlSpringId* takeSpring(Session* s)
{
    return &s->spring[vlFuzz_Choice(&s->in, VL_FUZZ_SPRINGS)];
}

static vlResult createSpring(Session* s)
{
    vlFuzzInput* in = &s->in;
    vlSpringDef def = vlFuzz_SpringDef(in);
    def.bodyA = takeEnd(s);
    def.bodyB = takeId(s);
    double stiffness, damping;
    bool isGood = vlWorld_GetSpringLimits(s->world, &def, &stiffness, &damping) == VL_OK;
    vlResult result = vlWorld_CreateSpring(s->world, &def, takeSpring(s));
    VL_FUZZ_REQUIRE(isGood || result != VL_OK);
    return result;
}

// Half of the joints are placed by vlJointDef_Place.
static void place(Session* s, vlJointDef* def)
{
    uint8_t bits = vlFuzz_Byte(&s->in);
    if ((bits & 1) != 0) {
        vlVec3 point = vlFuzz_Vector(&s->in);
        vlVec3 axis = vlFuzz_Vector(&s->in);
        vlVec3 second = (bits & 2) != 0 ? vlFuzz_Vector(&s->in) : vlZero();
        def->frameA = vlIdentityPose();
        vlResult result = vlJointDef_Place(def, s->world, point, axis, second);
        VL_FUZZ_REQUIRE(result == VL_OK || vlLength(def->frameA.p) == 0.0); // refused: untouched
    }
}

static vlJointId* takeJoint(Session* s)
{
    return &s->joint[vlFuzz_Choice(&s->in, VL_FUZZ_JOINTS)];
}

static vlResult createJoint(Session* s)
{
    vlJointDef def = vlFuzz_JointDef(&s->in);
    def.bodyA = takeEnd(s);
    def.bodyB = takeId(s);
    place(s, &def);
    vlResult result = vlWorld_CreateJoint(s->world, &def, takeJoint(s));
    bool isExplicit =
        s->def.integrator == VL_INTEGRATOR_EULER || s->def.integrator == VL_INTEGRATOR_RK4;
    VL_FUZZ_REQUIRE(result != VL_ERROR_UNSTABLE || isExplicit);
    VL_FUZZ_REQUIRE(result != VL_ERROR_FULL ||
                    vlWorld_GetJointCount(s->world) == s->def.capacity.joints);
    return result;
}

static vlResult setAnchor(Session* s)
{
    vlTwist two = vlFuzz_Twist(&s->in);
    return vlSpring_SetAnchor(s->world, *takeSpring(s), two.linear, two.angular);
}

static vlResult setMotor(Session* s)
{
    vlMotor motor = vlFuzz_Motor(&s->in);
    vlMotor now;
    vlJointId id = *takeJoint(s);
    int axis = vlFuzz_Choice(&s->in, VL_MAX_JOINT_AXES + 1) - 1;
    vlResult result = vlJoint_SetMotor(s->world, id, axis, &motor);
    if (result == VL_OK) {
        VL_FUZZ_REQUIRE(vlJoint_GetMotor(s->world, id, axis, &now) == VL_OK);
        VL_FUZZ_REQUIRE(now.mode == motor.mode && now.target == motor.target);
    }
    return result;
}

static vlResult setTarget(Session* s)
{
    vlJointId id = *takeJoint(s);
    int axis = vlFuzz_Choice(&s->in, VL_MAX_JOINT_AXES);
    return vlJoint_SetTarget(s->world, id, axis, vlFuzz_Number(&s->in));
}

static vlResult readJoint(Session* s)
{
    vlJointId id = *takeJoint(s);
    vlJointReport report;
    double gain[4];
    vlResult result = vlJoint_GetReport(s->world, id, &report);
    VL_FUZZ_REQUIRE(vlJoint_GetGains(s->world, id, &gain[0], &gain[1], &gain[2], &gain[3]) ==
                    result);
    VL_FUZZ_REQUIRE(result != VL_OK || vlSane_IsFinite(gain, 4));
    return result;
}

static vlResult readContact(Session* s)
{
    int i = vlFuzz_Choice(&s->in, 16) - 2;
    vlContactReport report;
    vlVec3 points[6];
    int count = 0;
    vlResult result = vlWorld_GetContact(s->world, i, &report);
    VL_FUZZ_REQUIRE(vlWorld_GetContactPolygon(s->world, i, points, 6, &count) == result);
    return result;
}

static vlResult readBody(Session* s)
{
    vlBodyId id = takeId(s);
    vlWrench wrench;
    double energy, mass;
    vlMat3 inertia;
    vlVec3 centre, momentum;
    const vlShape* shape = NULL;
    vlResult result = vlBody_GetContactWrench(s->world, id, &wrench);
    VL_FUZZ_REQUIRE((result == VL_OK) == vlWorld_IsValid(s->world, id));
    VL_FUZZ_REQUIRE(vlBody_GetKineticEnergy(s->world, id, &energy) == result);
    VL_FUZZ_REQUIRE(vlBody_GetMass(s->world, id, &mass, &inertia) == result);
    VL_FUZZ_REQUIRE(vlBody_GetCentre(s->world, id, &centre) == result);
    VL_FUZZ_REQUIRE(vlBody_GetAngularMomentum(s->world, id, &momentum) == result);
    VL_FUZZ_REQUIRE(vlBody_GetShape(s->world, id, &shape) == result);
    VL_FUZZ_REQUIRE(result != VL_OK || isfinite(mass));
    return result;
}

static void require(const char* broken)
{
    if (broken != NULL) {
        (void)fprintf(stderr, "%s\n", broken);
    }
    VL_FUZZ_REQUIRE(broken == NULL);
}

static void checkReports(const Session* s)
{
    require(vlSane_Reports(s->world));
    for (int i = 0; i < VL_FUZZ_SPRINGS; ++i) {
        vlSpringReport report;
        if (vlSpring_GetReport(s->world, s->spring[i], &report) == VL_OK) {
            require(vlSane_Spring(s->world, s->spring[i]));
        }
    }
    for (int i = 0; i < VL_FUZZ_JOINTS; ++i) {
        vlJointReport report;
        if (vlJoint_GetReport(s->world, s->joint[i], &report) == VL_OK) {
            require(vlSane_Joint(s->world, s->joint[i]));
        }
    }
}

// A driven half-space may throw bodies to the end of the range of numbers; up to this limit all
// products in a report are finite.
#define NEAR 1e6

static bool isNear(const Session* s)
{
    bool isGood = isfinite(vlFuzzMost);
    for (int i = 0; i < vlWorld_GetBodyCount(s->world); ++i) {
        vlBodyId id = vlWorld_GetBody(s->world, i);
        vlTwist twist;
        vlVec3 centre;
        VL_FUZZ_REQUIRE(vlBody_GetTwist(s->world, id, &twist) == VL_OK);
        VL_FUZZ_REQUIRE(vlBody_GetCentre(s->world, id, &centre) == VL_OK);
        double reach = vlLength(centre) + vlLength(twist.linear) + vlLength(twist.angular);
        isGood = isGood && reach < NEAR;
    }
    return isGood;
}

static void stepOnce(Session* s)
{
    bool wasNear = isNear(s);
    double before = vlSane_KineticEnergy(s->world);
    vlLedger book = vlWorld_GetLedger(s->world);
    vlResult result = vlWorld_Step(s->world);
    // A light body under a large force leaves the range of numbers within one step, wherever it
    // was; it is then frozen, and all checks below still hold, including the ledger's.
    VL_FUZZ_REQUIRE(result == VL_OK || result == VL_ERROR_DIVERGED);
    require(vlSane_Bodies(s->world, &s->def.capacity));
    if (wasNear && isNear(s)) {
        checkReports(s);
    }
    if (wasNear && isNear(s) && s->def.integrator == VL_INTEGRATOR_IMPLICIT) {
        vlLedger now = vlWorld_GetLedger(s->world);
        double after = vlSane_KineticEnergy(s->world);
        // Both sides are sums of some twenty terms: a few roundings of the largest.
        double rounding = 1e-13 * (now.turnover + fabs(now.loss) + before + after);
        double gap = (after - before) - (vlSane_Booked(&now) - vlSane_Booked(&book));
        VL_FUZZ_REQUIRE(fabs(gap) <= rounding);
    }
    --s->stepsLeft;
}

static void step(Session* s)
{
    for (int i = 1 + vlFuzz_Choice(&s->in, 16); i > 0 && s->stepsLeft > 0; --i) {
        stepOnce(s);
    }
}

static uint64_t hashAhead(Session* s)
{
    for (int i = 0; i < AHEAD; ++i) {
        stepOnce(s);
    }
    return vlWorld_GetHash(s->world);
}

// Also steps from there: the result must not depend on what the world did in between.
static vlResult restore(Session* s)
{
    vlResult result = s->hasSnapshot ? vlWorld_Restore(s->world, s->snapshot, s->size) : VL_OK;
    VL_FUZZ_REQUIRE(result == VL_OK || result == VL_ERROR_MISMATCH);
    if (s->hasSnapshot && result == VL_OK && s->stepsLeft >= AHEAD) {
        VL_FUZZ_REQUIRE(hashAhead(s) == s->ahead);
    }
    return result;
}

static vlResult save(Session* s)
{
    s->hasSnapshot = s->stepsLeft >= AHEAD;
    if (s->hasSnapshot) {
        VL_FUZZ_REQUIRE(vlWorld_Save(s->world, s->snapshot, s->size) == VL_OK);
        s->ahead = hashAhead(s);
    }
    return VL_OK;
}

static vlResult changeBody(Session* s, int how)
{
    vlFuzzInput* in = &s->in;
    vlBodyId id = takeId(s);
    vlTwist two;
    switch (how) {
    case 0: return vlBody_SetPose(s->world, id, vlFuzz_Place(in));
    case 1: return vlBody_SetTwist(s->world, id, vlFuzz_Twist(in));
    case 2: two = vlFuzz_Twist(in); return vlBody_ApplyForce(s->world, id, two.linear, two.angular);
    case 3: return vlBody_ApplyTorque(s->world, id, vlFuzz_Vector(in));
    default: return vlWorld_DestroyBody(s->world, id);
    }
}

static vlResult doOne(Session* s)
{
    vlFuzzInput* in = &s->in;
    vlMaterialId material;
    int call = vlFuzz_Choice(in, 32);
    switch (call) {
    case 0:
    case 1:
    case 2: return createBody(s);
    case 3:
    case 4:
    case 5:
    case 6:
    case 7: return changeBody(s, call - 3);
    case 8: return setSurface(s);
    case 9: return vlWorld_CreateMaterial(s->world, &material);
    case 10: return save(s);
    case 11: return restore(s);
    case 12: return readContact(s);
    case 13: return readBody(s);
    case 14: vlWorld_SetGravity(s->world, vlFuzz_Vector(in)); return VL_OK;
    case 15: return createSpring(s);
    case 16: return vlWorld_DestroySpring(s->world, *takeSpring(s));
    case 17: return setAnchor(s);
    case 18:
    case 19:
    case 20: return createJoint(s);
    case 21: return vlWorld_DestroyJoint(s->world, *takeJoint(s));
    case 22: return setMotor(s);
    case 23: return setTarget(s);
    case 24: return readJoint(s);
    default: step(s); return VL_OK;
    }
}

// Makes one call; a refusal must have an allowed reason and change nothing.
static void tryOne(Session* s, void* after)
{
    VL_FUZZ_REQUIRE(vlWorld_Save(s->world, s->before, s->size) == VL_OK);
    vlResult result = doOne(s);
    if (result != VL_OK) {
        VL_FUZZ_REQUIRE(result == VL_ERROR_ARGUMENT || result == VL_ERROR_STALE_ID ||
                        result == VL_ERROR_FULL || result == VL_ERROR_UNSTABLE ||
                        result == VL_ERROR_MISMATCH);
        VL_FUZZ_REQUIRE(vlWorld_Save(s->world, after, s->size) == VL_OK);
        VL_FUZZ_REQUIRE(memcmp(s->before, after, s->size) == 0);
        VL_FUZZ_REQUIRE(strlen(vlWorld_GetMessage(s->world)) > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Session s = {.in = {data, size}, .stepsLeft = MOST_STEPS};
    s.def = vlFuzz_WorldDef(&s.in);
    if (vlWorld_Create(&s.def, &s.world, NULL, 0) != VL_OK) {
        return 0;
    }
    vlFuzz_CreateShapes(s.shape);
    s.size = vlWorld_GetSnapshotSize(s.world);
    s.snapshot = malloc(s.size);
    s.before = malloc(s.size);
    void* after = malloc(s.size);
    VL_FUZZ_REQUIRE(s.snapshot != NULL && s.before != NULL && after != NULL);
    beginWith(&s, vlFuzz_Byte(&s.in));
    while (s.in.left > 0 && s.stepsLeft > 0) {
        tryOne(&s, after);
    }
    for (int i = 0; i < VL_FUZZ_SHAPES; ++i) {
        vlShape_Release(s.shape[i]);
    }
    vlWorld_Destroy(s.world);
    free(s.snapshot);
    free(s.before);
    free(after);
    return 0;
}
