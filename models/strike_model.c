// SPDX-License-Identifier: MIT
#include "models/strike_model.h"

#include <math.h>
#include <stdio.h>
#include <volar/two_rate.h>

#define GAP 1e-3        // m, between tool and wall at the start
#define HALF_TOOL 0.02  // m, of the tool's width
#define HALF_HIGH 0.01  // m, of its height
#define WAIT 0.01       // s, before the hand moves
#define KICK 5e-3       // s, that a kick takes
#define WINDOW 0.2      // s
#define REST 20e-6      // m, smaller motions are rest
#define FAR_AWAY 0.2    // m: it has been thrown off
#define LEAST_WORK 1e-6 // J: rounding and the friction of the last moment stay below
#define OPEN 1e8        // of a governor's limit: no limit
#define SETTLED 1e-6    // of the force: smaller changes count as none

typedef struct Strike {
    const vlStrikeDef* def;
    vlWorld* world;
    vlDevice* device;
    vlRenderer* renderer;
    vlTwoRate* two;
    vlBodyId tool;
} Strike;

static void include(double extent[2], double value)
{
    extent[0] = fmin(extent[0], value);
    extent[1] = fmax(extent[1], value);
}

static double sizeOf(const double extent[2])
{
    return extent[1] > extent[0] ? extent[1] - extent[0] : 0.0;
}

vlStrikeDef vlStrike_Default(const vlSimulatedDeviceDef* device)
{
    vlStrikeDef def = {.device = *device,
                       .gains = {.stiffness = device->info.maxStiffness,
                                 .damping = 2.0,
                                 .angularStiffness = 0.6,
                                 .angularDamping = 0.01},
                       .rule = VL_VELOCITY_FILTER,
                       .cut = 100.0,
                       .gain = 1.0,
                       .toolMass = 0.01,
                       .wallStiffness = 1e6,
                       .wallDamping = VL_AUTO,
                       .press = 0.3 * device->info.maxForce,
                       .approach = 0.05,
                       .duration = 1.2};
    return def;
}

const char* vlStrikeClass_Name(vlStrikeClass kind)
{
    static const char* const names[VL_STRIKE_CLASS_COUNT] = {"rests", "ripples", "active",
                                                             "unstable"};
    return kind >= 0 && kind < VL_STRIKE_CLASS_COUNT ? names[kind] : "unknown";
}

static vlResult buildWorld(Strike* s, char* message, size_t size)
{
    vlWorldDef def = vlDefaultWorldDef();
    vlBodyDef wall = vlDefaultBodyDef();
    vlBodyDef tool = vlDefaultBodyDef();
    vlBodyId id;
    def.step = 1.0 / s->def->device.info.rate;
    def.gravity = vlZero();
    def.capacity.bodies = 2;
    def.surface.stiffnessN = s->def->wallStiffness;
    def.surface.dampingN = s->def->wallDamping;
    def.surface.dampingRatioN = 0.3;
    def.surface.frictionStatic = def.surface.frictionDynamic = s->def->friction;
    wall.type = VL_BODY_STATIC;
    tool.mass = s->def->toolMass;
    tool.pose.p = vlVec(0.0, 0.0, HALF_HIGH + GAP);
    vlResult result = vlWorld_Create(&def, &s->world, message, size);
    if (result == VL_OK) {
        result = vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &wall.shape, NULL, 0);
    }
    if (result == VL_OK) {
        vlVec3 half = vlVec(HALF_TOOL, HALF_TOOL, HALF_HIGH);
        result = vlShape_CreateBox(NULL, half, &tool.shape, NULL, 0);
    }
    result = result == VL_OK ? vlWorld_CreateBody(s->world, &wall, &id) : result;
    result = result == VL_OK ? vlWorld_CreateBody(s->world, &tool, &s->tool) : result;
    vlShape_Release(wall.shape);
    vlShape_Release(tool.shape);
    return result;
}

// The hand is to go down until the springs of grip, arm, coupling and wall are stretched by the
// press.
static vlResult openDevice(Strike* s)
{
    vlSimulatedDeviceDef device = s->def->device;
    const vlSimulatedHand* hand = &device.hand;
    double soft = 1.0 / s->def->gains.stiffness + 1.0 / s->def->wallStiffness;
    soft += hand->grip.stiffness > 0.0 ? 1.0 / hand->grip.stiffness : 0.0;
    soft += hand->arm.stiffness > 0.0 ? 1.0 / hand->arm.stiffness : 0.0;
    vlMotionKey keys[4] = {{.time = WAIT, .pose = vlIdentityPose()},
                           {.time = WAIT + s->def->approach, .pose = vlIdentityPose()},
                           {.time = s->def->kickTime, .pose = vlIdentityPose()},
                           {.time = s->def->kickTime + KICK, .pose = vlIdentityPose()}};
    keys[1].pose.p.z = keys[2].pose.p.z = -GAP - s->def->press * soft;
    keys[3].pose.p.z = keys[1].pose.p.z - s->def->kick;
    device.start = vlIdentityPose();
    device.hand.keys = keys;
    device.hand.keyCount = s->def->kick > 0.0 ? 4 : 2;
    device.hand.repeat = false;
    return vlSimulatedDevice_Create(&device, &s->device);
}

static vlResult openRenderer(Strike* s, char* message, size_t size)
{
    const vlSimulatedDeviceDef* device = &s->def->device;
    vlRendererDef def = vlDefaultRendererDef(s->world, vlDevice_GetInfo(s->device));
    vlCouplingDef coupling = vlDefaultCouplingDef();
    def.forceScale = s->def->gain;
    def.velocity.rule = s->def->rule;
    def.velocity.cut = s->def->cut;
    def.velocity.quantum = device->resolution;
    def.velocity.angularQuantum = device->angularResolution;
    def.limits.softStart = 0.0;
    def.limits.maxForceRate = def.limits.maxTorqueRate = OPEN;
    def.limits.maxPower = def.limits.maxEnergy = OPEN;
    vlResult result = vlRenderer_Create(&def, &s->renderer, message, size);
    if (result != VL_OK) {
        return result;
    }
    coupling.body = s->tool;
    coupling.stiffness = s->def->gains.stiffness;
    coupling.damping = s->def->gains.damping;
    coupling.angularStiffness = s->def->gains.angularStiffness;
    coupling.angularDamping = s->def->gains.angularDamping;
    coupling.maxForce = coupling.maxTorque = HUGE_VAL;
    (void)vlRenderer_ReadDevice(s->renderer, s->device, 0.0);
    return vlRenderer_Grasp(s->renderer, &coupling, false);
}

static vlResult openStrike(Strike* s, char* message, size_t size)
{
    vlResult result = buildWorld(s, message, size);
    result = result == VL_OK ? openDevice(s) : result;
    result = result == VL_OK ? openRenderer(s, message, size) : result;
    if (result == VL_OK && s->def->ticksPerPacket > 0) {
        vlTwoRateDef def = vlDefaultTwoRateDef(s->world);
        result = vlTwoRate_Create(&def, &s->two, message, size);
    }
    return result;
}

static void closeStrike(Strike* s)
{
    vlTwoRate_Destroy(s->two);
    vlRenderer_Destroy(s->renderer);
    vlDevice_Close(s->device);
    vlWorld_Destroy(s->world);
}

// Raises the gains of a soft strike until they are those of the coupling.
static vlResult raiseGains(Strike* s, double now)
{
    double begin = WAIT + s->def->approach, end = s->def->kickTime;
    double share = fmin(fmax((now - begin) / (end - begin), 0.0), 1.0);
    double factor = 0.1 + 0.9 * share;
    vlCouplingGains gains = s->def->gains;
    gains.stiffness *= factor;
    gains.damping *= factor;
    return vlRenderer_SetGains(s->renderer, &gains);
}

static vlResult tick(Strike* s, int i, double now)
{
    vlResult result = vlRenderer_ReadDevice(s->renderer, s->device, now);
    if (result == VL_OK && s->def->isSoft && now <= s->def->kickTime) {
        result = raiseGains(s, now);
    }
    result = result == VL_OK ? vlWorld_Step(s->world) : result;
    result = result == VL_OK ? vlRenderer_WriteDevice(s->renderer, s->device, now) : result;
    if (s->two != NULL && i % s->def->ticksPerPacket == 0) {
        (void)vlTwoRate_FindContacts(s->two);
    }
    return result;
}

// A motion that is not rest and does not clearly die out, or that grows, is unstable. Windows of
// 0.2 s hold more than one period of the slowest mode of a hand.
static vlStrikeClass classify(const vlStrikeResult* result, double quantum, bool isThrown)
{
    bool moves = result->motion > fmax(REST, 4.0 * quantum) && result->growth > 0.9;
    bool grows = result->motion > 1e-7 + 2.0 * quantum && result->growth > 1.02;
    if (isThrown || moves || grows) {
        return VL_STRIKE_UNSTABLE;
    }
    if (result->leastWork < -LEAST_WORK) {
        return VL_STRIKE_ACTIVE;
    }
    return result->ripple > 0.05 ? VL_STRIKE_RIPPLES : VL_STRIKE_RESTS;
}

vlStrikeJudge vlStrikeJudge_Begin(int count, int window)
{
    vlStrikeJudge judge = {.count = count, .window = window};
    judge.early[0] = judge.late[0] = judge.force[0] = HUGE_VAL;
    judge.early[1] = judge.late[1] = judge.force[1] = -HUGE_VAL;
    return judge;
}

void vlStrikeJudge_Add(vlStrikeJudge* judge, double handle, double force, double farAway)
{
    int i = ++judge->tick;
    judge->isThrown = !(fabs(handle) < farAway);
    if (i > judge->count / 2 - judge->window && i <= judge->count / 2) {
        include(judge->early, handle);
    }
    if (i > judge->count - judge->window) {
        include(judge->late, handle);
        include(judge->force, force);
        judge->sum += force;
    }
}

vlStrikeResult vlStrikeJudge_End(const vlStrikeJudge* judge, double quantum, double leastWork)
{
    vlStrikeResult result = {.leastWork = leastWork, .speed = judge->speed};
    result.motion = sizeOf(judge->late);
    result.growth = sizeOf(judge->early) > 0.0 ? result.motion / sizeOf(judge->early) : 0.0;
    result.force = judge->sum / judge->window;
    result.ripple = result.force != 0.0 ? sizeOf(judge->force) / fabs(result.force) : 0.0;
    if (judge->isThrown) {
        result.growth = HUGE_VAL;
    }
    result.kind = classify(&result, quantum, judge->isThrown);
    return result;
}

double vlStrike_GetLeastDuration(void)
{
    return 4.0 * WINDOW;
}

// How long friction has held the handle at one place, to the bit, while the forces on it settle.
typedef struct Hold {
    int ticks;                   // for which it was held and forces were included
    vlVec3 place;                // m
    double rendered[2], hand[2]; // N, smallest and largest
} Hold;

static void watchHold(Hold* hold, const vlSimulatedReport* report)
{
    vlVec3 p = report->handle.p;
    bool isHeld = p.x == hold->place.x && p.y == hold->place.y && p.z == hold->place.z;
    if (!isHeld || hold->ticks == 0) {
        hold->ticks = 0;
        hold->rendered[0] = hold->hand[0] = HUGE_VAL;
        hold->rendered[1] = hold->hand[1] = -HUGE_VAL;
    }
    hold->place = p;
    ++hold->ticks;
    include(hold->rendered, report->rendered.force.z);
    include(hold->hand, report->grip.force.z);
}

// Whether the handle will not move again. While it is held, the wrench of the renderer is constant
// once it has settled, and the hand is a passive spring that comes to rest: with a time constant of
// up to a second, its force will still change by at most ten times as much as in the window. The
// handle stays if friction holds all of this.
static bool isHeldForEver(const Hold* hold, double friction)
{
    double force = fmax(fabs(hold->rendered[0]), fabs(hold->rendered[1]));
    double net =
        fmax(fabs(hold->rendered[0] + hold->hand[0]), fabs(hold->rendered[1] + hold->hand[1]));
    double change = sizeOf(hold->rendered) + sizeOf(hold->hand);
    return sizeOf(hold->rendered) <= SETTLED * force && net + 10.0 * change < friction;
}

// Fills in the remaining run, in which nothing moves.
static void endAtRest(vlStrikeJudge* judge, double handle, double force)
{
    judge->late[0] = judge->late[1] = handle;
    judge->force[0] = judge->force[1] = force;
    judge->sum = force * judge->window;
}

static vlResult play(Strike* s, vlStrikeResult* result)
{
    double step = vlWorld_GetStep(s->world);
    int count = (int)lround(s->def->duration / step);
    vlStrikeJudge judge = vlStrikeJudge_Begin(count, (int)lround(WINDOW / step));
    double leastWork = 0.0;
    bool hasTouched = false;
    const vlSimulatedDeviceDef* device = &s->def->device;
    Hold hold = {.ticks = 0};
    double friction =
        device->directions.areGiven ? device->directions.friction.z : device->friction;
    double quiet = s->def->kick > 0.0 ? s->def->kickTime + KICK : WAIT + s->def->approach;
    for (int i = 1; i <= count && !judge.isThrown; ++i) {
        vlSimulatedReport report;
        vlResult done = tick(s, i, i * step);
        done = done == VL_OK ? vlSimulatedDevice_GetReport(s->device, &report) : done;
        if (done != VL_OK) {
            return done;
        }
        double sent = vlRenderer_GetSent(s->renderer).force.z;
        hasTouched = hasTouched || vlWorld_GetContactCount(s->world) > 0;
        if (!hasTouched) {
            judge.speed = fmax(judge.speed, fabs(report.handleTwist.linear.z));
        }
        leastWork = fmin(leastWork, report.handWork);
        vlStrikeJudge_Add(&judge, report.handle.p.z, sent, FAR_AWAY);
        if (s->def->watch != NULL) {
            s->def->watch(s->def->user, i * step, report.handle.p.z, sent);
            continue; // the caller wants to see the whole strike
        }
        hold.ticks = i * step > quiet ? hold.ticks : 0;
        watchHold(&hold, &report);
        if (hold.ticks == judge.window) {
            if (isHeldForEver(&hold, friction)) {
                endAtRest(&judge, report.handle.p.z, sent);
                break;
            }
            hold.ticks = 0;
        }
    }
    *result = vlStrikeJudge_End(&judge, s->def->device.resolution, leastWork);
    return VL_OK;
}

vlResult vlStrike_Run(const vlStrikeDef* def, vlStrikeResult* result, char* message,
                      size_t messageSize)
{
    Strike s = {.def = def};
    if (message != NULL && messageSize > 0) {
        message[0] = '\0';
    }
    if (!(def->duration >= 4.0 * WINDOW)) {
        if (message != NULL) {
            (void)snprintf(message, messageSize,
                           "a strike of %g s is too short to judge; expected at least %g s",
                           def->duration, 4.0 * WINDOW);
        }
        return VL_ERROR_ARGUMENT;
    }
    vlResult done = openStrike(&s, message, messageSize);
    done = done == VL_OK ? play(&s, result) : done;
    closeStrike(&s);
    if (done != VL_OK && message != NULL && messageSize > 0 && message[0] == '\0') {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(done));
    }
    return done;
}
