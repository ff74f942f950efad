// SPDX-License-Identifier: MIT
// Any sequence of calls with any numbers on a small world: nothing crashes, a refused call changes
// nothing, and after every step all bodies are where numbers are.

#include "fuzz_input.h"
#include "volar/volar.h"

#define BODIES 6
#define MATERIALS 3
#define SHAPES 7
#define MOST_STEPS 300

typedef struct Session {
    vlFuzzInput in;
    vlWorld* world;
    vlShape* shape[SHAPES];
    vlBodyId id[BODIES]; // those ever given out, newest in place of an older one
    int idCount;
    int stepsLeft;
    void* snapshot;
    size_t snapshotSize;
    bool hasSnapshot;
} Session;

static void createShapes(Session* s)
{
    static const vlVec3 wedge[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    vlResult result = vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0.0, &s->shape[0], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &s->shape[1], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateHull(NULL, wedge, 6, &s->shape[2], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateCone(NULL, 7, 0.6, 0.0, 1.0, &s->shape[3], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateSphere(NULL, 0.5, 8, 5, &s->shape[4], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
    const vlShape* const pieces[2] = {s->shape[1], s->shape[1]};
    vlPose poses[2] = {vlIdentityPose(), vlIdentityPose()};
    poses[1].p = vlVec(1.0, 0.25, 0.0);
    result = vlShape_CreateCompound(NULL, pieces, poses, 2, &s->shape[5], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateBox(NULL, vlVec(3.0, 3.0, 0.01), &s->shape[6], NULL);
    VL_FUZZ_REQUIRE(result == VL_OK);
}

static vlWorldDef takeDef(vlFuzzInput* in)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity = (vlCapacity){.bodies = BODIES, .pieces = 8, .materials = MATERIALS};
    uint8_t bits = vlFuzz_Byte(in);
    def.integrator = (bits & 1) != 0 ? VL_INTEGRATOR_RK4 : VL_INTEGRATOR_EULER;
    def.contact.model = (bits & 6) == 6 ? VL_CONTACT_POINT : VL_CONTACT_VOLUME;
    def.contact.normal = (bits & 8) != 0 ? VL_NORMAL_SEARCH : VL_NORMAL_GRADIENT;
    def.contact.friction = (bits & 16) != 0 ? VL_FRICTION_PAPER : VL_FRICTION_GAUSS;
    def.contact.slipTest = (bits & 32) != 0 ? VL_SLIP_PAPER : VL_SLIP_RATIO;
    def.contact.backout = (bits & 64) != 0 ? VL_BACKOUT_PAPER : VL_BACKOUT_SPRING;
    def.contact.pointwise = (bits & 128) != 0;
    bits = vlFuzz_Byte(in);
    def.contact.law = (vlNormalLaw)(bits % 4 % 3);
    def.contact.route = bits / 4 % 8 == 7 ? VL_POLYHEDRON_DUAL : VL_POLYHEDRON_CLIP;
    def.profile = bits / 32 % 2 == 1;
    if (bits / 64 == 1) {
        def.step = vlFuzz_Double(in);
    }
    if (bits / 64 == 2) {
        def.capacity.pairs = 1 + vlFuzz_Choice(in, 8);
        def.capacity.contacts = 1 + vlFuzz_Choice(in, 4);
    }
    if (bits / 64 == 3) {
        def.gravity = vlFuzz_Vec(in);
    }
    return def;
}

static vlBodyId takeId(Session* s)
{
    int i = vlFuzz_Choice(&s->in, BODIES + 1);
    if (i < s->idCount) {
        return s->id[i];
    }
    vlBodyId any = {vlFuzz_Byte(&s->in), vlFuzz_Byte(&s->in)};
    return any;
}

static vlTwist takeTwist(vlFuzzInput* in)
{
    vlTwist twist;
    twist.linear = vlFuzz_Vec(in);
    twist.angular = vlFuzz_Vec(in);
    return twist;
}

static vlResult createBody(Session* s)
{
    vlFuzzInput* in = &s->in;
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = s->shape[vlFuzz_Choice(in, SHAPES)];
    def.type = (vlBodyType)(2 - vlFuzz_Choice(in, 5) % 4); // mostly dynamic; -1 now and then
    def.material.index = (uint32_t)vlFuzz_Choice(in, MATERIALS + 1);
    def.pose = vlFuzz_Pose(in);
    uint8_t extras = vlFuzz_Byte(in);
    if ((extras & 1) != 0) {
        def.velocity = takeTwist(in);
    }
    if ((extras & 2) != 0) {
        def.mass = vlFuzz_Double(in);
    }
    if ((extras & 4) != 0) {
        def.density = vlFuzz_Double(in);
    }
    if ((extras & 24) == 24) {
        def.hasInertia = true;
        def.centroid = vlFuzz_Vec(in);
        vlVec3 diagonal = vlFuzz_Vec(in);
        def.inertia = vlDiag(diagonal.x, diagonal.y, diagonal.z);
        if ((extras & 32) != 0) {
            def.inertia.cx.y = def.inertia.cy.x = vlFuzz_Double(in);
        }
    }
    vlBodyId id;
    vlResult result = vlWorld_CreateBody(s->world, &def, &id);
    if (result == VL_OK) {
        VL_FUZZ_REQUIRE(vlWorld_IsValid(s->world, id));
        int place = s->idCount < BODIES ? s->idCount++ : vlFuzz_Choice(in, BODIES);
        s->id[place] = id;
    }
    return result;
}

static vlResult setSurface(Session* s)
{
    vlFuzzInput* in = &s->in;
    vlSurface surface = vlDefaultSurface();
    double* field[9] = {&surface.stiffnessN,     &surface.dampingN,        &surface.dampingRatioN,
                        &surface.stiffnessS,     &surface.dampingS,        &surface.dampingRatioS,
                        &surface.frictionStatic, &surface.frictionDynamic, &surface.foundation};
    for (int i = vlFuzz_Choice(in, 4); i > 0; --i) {
        *field[vlFuzz_Choice(in, 9)] = vlFuzz_Double(in);
    }
    vlMaterialId a = {(uint32_t)vlFuzz_Choice(in, MATERIALS)};
    vlMaterialId b = {(uint32_t)vlFuzz_Choice(in, MATERIALS)};
    return vlWorld_SetSurface(s->world, a, b, &surface);
}

static void checkFinite(const Session* s)
{
    for (int i = 0; i < vlWorld_GetBodyCount(s->world); ++i) {
        vlBodyId id = vlWorld_GetBody(s->world, i);
        vlPose pose;
        vlTwist twist;
        VL_FUZZ_REQUIRE(vlBody_GetPose(s->world, id, &pose) == VL_OK);
        VL_FUZZ_REQUIRE(vlBody_GetTwist(s->world, id, &twist) == VL_OK);
        VL_FUZZ_REQUIRE(vlIsFinite(pose.p));
        double square =
            pose.q.w * pose.q.w + pose.q.x * pose.q.x + pose.q.y * pose.q.y + pose.q.z * pose.q.z;
        VL_FUZZ_REQUIRE(fabs(square - 1.0) < 1e-12);
        VL_FUZZ_REQUIRE(vlIsFinite(twist.linear) && vlIsFinite(twist.angular));
    }
}

static void step(Session* s)
{
    for (int i = 1 + vlFuzz_Choice(&s->in, 8); i > 0 && s->stepsLeft > 0; --i, --s->stepsLeft) {
        vlResult result = vlWorld_Step(s->world);
        VL_FUZZ_REQUIRE(result == VL_OK || result == VL_ERROR_DIVERGED);
        checkFinite(s);
    }
}

static vlResult readContact(Session* s)
{
    int i = vlFuzz_Choice(&s->in, 16) - 2;
    vlContactReport report;
    vlVec3 points[6];
    int count = 0;
    vlResult result = vlWorld_GetContact(s->world, i, &report);
    if (result == VL_OK) {
        VL_FUZZ_REQUIRE(vlWorld_IsValid(s->world, report.bodyA));
        VL_FUZZ_REQUIRE(vlWorld_IsValid(s->world, report.bodyB));
    }
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

static vlResult restore(Session* s)
{
    vlResult result =
        s->hasSnapshot ? vlWorld_Restore(s->world, s->snapshot, s->snapshotSize) : VL_OK;
    VL_FUZZ_REQUIRE(result == VL_OK || result == VL_ERROR_MISMATCH);
    return result;
}

static vlResult save(Session* s)
{
    vlResult result = vlWorld_Save(s->world, s->snapshot, s->snapshotSize);
    VL_FUZZ_REQUIRE(result == VL_OK);
    s->hasSnapshot = true;
    return result;
}

static vlResult doOne(Session* s)
{
    vlFuzzInput* in = &s->in;
    vlMaterialId material;
    switch (vlFuzz_Choice(in, 16)) {
    case 0:
    case 1:
    case 2: return createBody(s);
    case 3: return vlWorld_DestroyBody(s->world, takeId(s));
    case 4: return vlBody_SetPose(s->world, takeId(s), vlFuzz_Pose(in));
    case 5: return vlBody_SetTwist(s->world, takeId(s), takeTwist(in));
    case 6: return vlBody_ApplyForce(s->world, takeId(s), vlFuzz_Vec(in), vlFuzz_Vec(in));
    case 7: return vlBody_ApplyTorque(s->world, takeId(s), vlFuzz_Vec(in));
    case 8: return setSurface(s);
    case 9: return vlWorld_CreateMaterial(s->world, &material);
    case 10: return save(s);
    case 11: return restore(s);
    case 12: return readContact(s);
    case 13: return readBody(s);
    case 14: vlWorld_SetGravity(s->world, vlFuzz_Vec(in)); return VL_OK;
    default: step(s); return VL_OK;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Session s = {.in = {data, size}, .stepsLeft = MOST_STEPS};
    vlWorldDef def = takeDef(&s.in);
    if (vlWorld_Create(&def, &s.world, NULL, 0) != VL_OK) {
        return 0;
    }
    createShapes(&s);
    s.snapshotSize = vlWorld_GetSnapshotSize(s.world);
    s.snapshot = malloc(s.snapshotSize);
    VL_FUZZ_REQUIRE(s.snapshot != NULL);
    while (s.in.left > 0) {
        uint64_t before = vlWorld_GetHash(s.world);
        int bodies = vlWorld_GetBodyCount(s.world);
        if (doOne(&s) != VL_OK) {
            VL_FUZZ_REQUIRE(vlWorld_GetHash(s.world) == before);
            VL_FUZZ_REQUIRE(vlWorld_GetBodyCount(s.world) == bodies);
            VL_FUZZ_REQUIRE(strlen(vlWorld_GetMessage(s.world)) > 0);
        }
    }
    step(&s);
    for (int i = 0; i < SHAPES; ++i) {
        vlShape_Release(s.shape[i]);
    }
    vlWorld_Destroy(s.world);
    free(s.snapshot);
    return 0;
}
