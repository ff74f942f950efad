// SPDX-License-Identifier: MIT
#include "haptic_chaos.h"
#include "sane_world.h"
#include "test.h"

#define MATERIALS 4
#define KEYS 12
#define CORNERS 24

typedef struct Chaos {
    vlRandom random;
    vlHapticRig rig;
    vlCapacity room;
    vlMaterialId materials[MATERIALS];
    vlBodyId bodies[8]; // dynamic
    int bodyCount;
    vlBodyId pointers[VL_RIG_HANDS];
    int faultTicks[VL_RIG_HANDS]; // left
    double start;                 // J, kinetic energy
    vlChaosFigures* figures;
} Chaos;

static bool chance(Chaos* c, int oneIn)
{
    return vlRandom_Index(&c->random, oneIn) == 0;
}

// --- The scene ---

static vlSurface anySurface(vlRandom* random)
{
    vlSurface surface = vlDefaultSurface();
    double stiffness = vlRandom_Log(random, 1e3, 1e7);
    double friction = vlRandom_Range(random, 0.0, 1.2);
    surface.dampingRatioN = surface.dampingRatioS = vlRandom_Range(random, 0.1, 1.5);
    surface.stiffnessN = vlRandom_Index(random, 4) == 0 ? VL_AUTO : stiffness;
    surface.frictionStatic = friction * vlRandom_Range(random, 1.0, 1.5);
    surface.frictionDynamic = friction;
    return surface;
}

static void makeWorld(Chaos* c)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.contact.law = chance(c, 4) ? VL_LAW_FOUNDATION : VL_LAW_LUMPED;
    def.surface = anySurface(&c->random);
    c->room = (vlCapacity){.bodies = 16, .materials = MATERIALS + 1, .pairs = 400, .contacts = 200};
    def.capacity = c->room;
    c->rig.world = vlStage_CreateWorld(&def);
    for (int i = 0; i < MATERIALS; ++i) {
        assert_int_equal(vlWorld_CreateMaterial(c->rig.world, &c->materials[i]), VL_OK);
        for (int k = 0; k <= i; ++k) {
            vlSurface surface = anySurface(&c->random);
            assert_int_equal(
                vlWorld_SetSurface(c->rig.world, c->materials[i], c->materials[k], &surface),
                VL_OK);
        }
    }
    vlStage_AddFloor(c->rig.world);
}

static vlShape* anyShape(vlRandom* random)
{
    if (vlRandom_Index(random, 2) == 0) {
        return vlStage_CreateBox(vlStage_AnySize(random, 0.01, 0.1));
    }
    vlVec3 corners[CORNERS];
    vlShape* shape = NULL;
    double radius = vlRandom_Range(random, 0.01, 0.06);
    int count = 6 + vlRandom_Index(random, CORNERS - 6);
    for (int i = 0; i < count; ++i) {
        corners[i] = vlScale(vlRandom_Direction(random), radius);
    }
    assert_int_equal(vlShape_CreateHull(NULL, corners, count, &shape, NULL, 0), VL_OK);
    return shape;
}

// Adds a body at the n-th place of a grid so wide that none overlap: a body that starts inside
// another is thrown out with energy that nobody gave.
static vlBodyId addBody(Chaos* c, vlBodyType type, int n)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id = {0, 0};
    def.type = type;
    def.isPointer = type == VL_BODY_KINEMATIC;
    def.shape = anyShape(&c->random);
    def.material = c->materials[vlRandom_Index(&c->random, MATERIALS)];
    def.mass = vlRandom_Log(&c->random, 1e-3, 10.0);
    int column = n % 3 - 1;
    int row = n / 3 % 3 - 1;
    int layer = n / 9;
    def.pose = vlStage_AnyPose(&c->random, vlVec(0.18 * column, 0.18 * row, 0.1 + 0.2 * layer));
    assert_int_equal(vlWorld_CreateBody(c->rig.world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    return id;
}

// A person who wanders, and shakes by up to 0.1 m up to five times a second; one in four is gentle.
static void addHand(Chaos* c)
{
    vlRandom* random = &c->random;
    vlSimulatedDeviceDef def;
    vlMotionKey keys[KEYS];
    int preset = vlRandom_Index(random, 11);
    assert_int_equal(vlSimulatedDevice_GetPreset(vlSimulatedDevice_GetPresetName(preset), &def),
                     VL_OK);
    double time = 0.0;
    for (int i = 0; i < KEYS; ++i) {
        keys[i].pose = vlStage_AnyPose(random, vlScale(vlRandom_InBall(random), 0.15));
        keys[i].time = time;
        time += vlRandom_Log(random, 0.05, 0.6);
    }
    def.start = keys[0].pose;
    def.hand.keys = keys;
    def.hand.keyCount = KEYS;
    def.hand.repeat = true;
    if (vlRandom_Index(random, 4) != 0) {
        def.hand.amplitude = vlScale(vlRandom_InBall(random), 0.1);
        def.hand.turn = vlRandom_InBall(random);
        def.hand.frequency = vlRandom_Range(random, 0.5, 5.0);
    }
    if (vlRandom_Index(random, 2) == 0) {
        def.hand.grip = vlSimulatedDevice_TightGrip();
    }
    def.motors.delay = vlRandom_Index(random, 3) / def.info.rate;
    c->pointers[c->rig.handCount] = addBody(c, VL_BODY_KINEMATIC, 9 + c->rig.handCount);
    vlHapticRig_AddHand(&c->rig, &def, vlRandom_Index(random, 2) == 0);
}

static void openEpisode(Chaos* c, uint64_t episode)
{
    c->random = vlRandom_Seed(episode);
    makeWorld(c);
    int bodies = 2 + vlRandom_Index(&c->random, 7);
    for (c->bodyCount = 0; c->bodyCount < bodies; ++c->bodyCount) {
        c->bodies[c->bodyCount] = addBody(c, VL_BODY_DYNAMIC, c->bodyCount);
    }
    int hands = 1 + vlRandom_Index(&c->random, VL_RIG_HANDS);
    while (c->rig.handCount < hands) {
        addHand(c);
    }
    c->start = vlStage_KineticEnergy(c->rig.world);
}

// --- What hands do ---

static void grasp(Chaos* c, vlRigHand* hand)
{
    vlRandom* random = &c->random;
    vlCouplingDef def = vlDefaultCouplingDef();
    def.body = c->bodies[vlRandom_Index(random, c->bodyCount)];
    def.stiffness = vlRandom_Log(random, 50.0, 5000.0);
    def.damping = vlRandom_Log(random, 0.1, 20.0);
    def.angularStiffness = vlRandom_Log(random, 0.01, 5.0);
    def.angularDamping = vlRandom_Log(random, 1e-4, 0.05);
    if (vlRandom_Index(random, 2) == 0) {
        def.maxForce = vlRandom_Log(random, 0.5, 20.0);
        def.maxTorque = vlRandom_Log(random, 0.01, 1.0);
    }
    bool atDevice = vlRandom_Index(random, 2) == 0;
    assert_int_equal(vlRenderer_Grasp(hand->renderer, &def, atDevice), VL_OK);
    ++c->figures->takes;
}

static void act(Chaos* c, int i)
{
    vlRigHand* hand = &c->rig.hands[i];
    bool isClutched = vlRenderer_GetReport(hand->renderer).isClutched;
    switch (vlRandom_Index(&c->random, 8)) {
    case 0:
        assert_int_equal(vlRenderer_Connect(hand->renderer, c->pointers[i]), VL_OK);
        ++c->figures->takes;
        break;
    case 1:
        vlRenderer_Release(hand->renderer);
        ++c->figures->releases;
        break;
    case 2:
    case 3:
        vlRenderer_SetClutch(hand->renderer, !isClutched);
        ++c->figures->clutches;
        break;
    case 4:
        hand->faulty.fault = (vlFault)vlRandom_Index(&c->random, VL_FAULT_COUNT);
        hand->faulty.jump = vlScale(vlRandom_Direction(&c->random), 1.0);
        c->faultTicks[i] = 1 + vlRandom_Index(&c->random, 200);
        ++c->figures->faults;
        break;
    default: grasp(c, hand); break;
    }
}

// Time until the next tick, s: on time, late as on a busy machine, or by a clock that was set.
static double anyTick(Chaos* c)
{
    if (!chance(c, 10)) {
        return VL_RIG_TICK;
    }
    return chance(c, 50) ? vlRandom_Range(&c->random, -2.0, 2.0)
                         : vlRandom_Log(&c->random, 1e-4, 1e-2);
}

// --- What must hold ---

static void checkWorld(Chaos* c)
{
    const vlWorld* world = c->rig.world;
    const char* broken = vlSane_Bodies(world, &c->room);
    broken = broken != NULL ? broken : vlSane_Reports(world);
    if (broken != NULL) {
        print_error("%s\n", broken);
    }
    assert_null(broken);
    assert_int_equal(vlWorld_GetStepInfo(world).frozenBodies, 0);
    vlLedger ledger = vlWorld_GetLedger(world);
    if (ledger.turnover > 0.0) {
        double gap = vlSane_Booked(&ledger) - (vlSane_KineticEnergy(world) - c->start);
        double share = fabs(gap) / ledger.turnover;
        double loss = fabs(ledger.loss) / ledger.turnover;
        c->figures->worstGap = fmax(c->figures->worstGap, share);
        c->figures->worstLoss = fmax(c->figures->worstLoss, loss);
        // 1e-11: rounding of the sums, and the bound that the implicit ledger promises for its
        // unexplained part.
        assert_true(share <= 1e-11);
        assert_true(loss <= 1e-4);
    }
    c->figures->fastest = fmax(c->figures->fastest, vlStage_TopSpeed(world));
    c->figures->contacts += (uint64_t)vlWorld_GetContactCount(world);
}

static void closeHand(Chaos* c, vlRigHand* hand)
{
    const vlGovernor* governor = vlRenderer_GetGovernor(hand->renderer);
    vlChaosFigures* f = c->figures;
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        f->trips[i] += governor->counts[i].ticks;
    }
    f->largestForce = fmax(f->largestForce, hand->largest);
    f->largestShare = fmax(f->largestShare, hand->largest / governor->limits.maxForce);
    // The world is finite, and values of a device that are not never reach the governor.
    assert_int_equal(governor->counts[VL_TRIP_NOT_FINITE].ticks, 0);
    assert_int_equal(vlRenderer_GetAudit(hand->renderer, 0.0).refused, 0);
}

void vlHapticChaos_Run(uint64_t episode, vlChaosFigures* figures)
{
    Chaos c = {.figures = figures};
    openEpisode(&c, episode);
    for (int n = 0; n < VL_CHAOS_TICKS; ++n) {
        for (int i = 0; i < c.rig.handCount; ++i) {
            if (c.faultTicks[i] > 0 && --c.faultTicks[i] == 0) {
                c.rig.hands[i].faulty.fault = VL_FAULT_NONE;
            }
            if (chance(&c, 200)) {
                act(&c, i);
            }
        }
        assert_int_equal(vlHapticRig_TickAfter(&c.rig, anyTick(&c)), VL_OK);
        checkWorld(&c);
    }
    for (int i = 0; i < c.rig.handCount; ++i) {
        closeHand(&c, &c.rig.hands[i]);
    }
    figures->ticks += VL_CHAOS_TICKS;
    vlHapticRig_Close(&c.rig);
}
