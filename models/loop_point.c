// SPDX-License-Identifier: MIT
#include "models/loop_point.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "models/plain_loop.h"

#define GAP 1e-3               // m, from tool to wall in the simple loop, as in a strike
#define WALL_DAMPING_RATIO 0.3 // as for the wall of a strike
#define ROUNDING 1e-9          // of a spectral radius
// A handle that is let go is pushed by a spring so soft that its force hardly changes.
#define PUSH_STIFFNESS 5.0 // N/m

typedef struct Parameter {
    const char *name, *shortName, *unit;
    size_t offset;
    double least, most;
} Parameter;

#define AT(field) offsetof(vlLoopPoint, field)
static const Parameter parameters[] = {
    {"device.mass", "m", "kg", AT(strike.device.mass), 1e-6, 1e3},
    {"device.damping", "b", "N s/m", AT(strike.device.damping), 0.0, 1e6},
    {"device.friction", "c", "N", AT(strike.device.friction), 0.0, 1e6},
    {"device.resolution", "q", "m", AT(strike.device.resolution), 0.0, 1.0},
    {"device.rate", "", "Hz", AT(strike.device.info.rate), 10.0, VL_MAX_SIMULATED_RATE},
    {"device.max-force", "", "N", AT(strike.device.info.maxForce), 0.0, 1e6},
    {"device.delay", "delay", "s", AT(strike.device.motors.delay), 0.0, 1.0},
    {"device.jitter", "", "s", AT(strike.device.motors.jitter), 0.0, 1.0},
    {"device.bandwidth", "", "Hz", AT(strike.device.motors.bandwidth), 0.0, 1e5},
    {"device.force-resolution", "", "N", AT(strike.device.motors.forceResolution), 0.0, 1e3},
    {"device.mode-share", "", "1", AT(strike.device.mode.handleShare), 0.0, 0.99},
    {"device.mode-frequency", "", "Hz", AT(strike.device.mode.frequency), 1.0, 5000.0},
    {"device.mode-ratio", "", "1", AT(strike.device.mode.ratio), 0.0, 10.0},
    {"hand.mass", "", "kg", AT(strike.device.hand.mass), 1e-6, 1e3},
    {"hand.grip-stiffness", "", "N/m", AT(strike.device.hand.grip.stiffness), 0.0, 1e6},
    {"hand.grip-damping", "", "N s/m", AT(strike.device.hand.grip.damping), 0.0, 1e6},
    {"hand.arm-stiffness", "", "N/m", AT(strike.device.hand.arm.stiffness), 0.0, 1e6},
    {"hand.arm-damping", "", "N s/m", AT(strike.device.hand.arm.damping), 0.0, 1e6},
    {"coupling.stiffness", "kc", "N/m", AT(strike.gains.stiffness), 1e-3, 1e9},
    {"coupling.damping", "bc", "N s/m", AT(strike.gains.damping), 0.0, 1e6},
    {"velocity.cut", "cut", "Hz", AT(strike.cut), 1e-3, 1e6},
    {"tool.mass", "mt", "kg", AT(strike.toolMass), 1e-6, 1e3},
    {"wall.stiffness", "kw", "N/m", AT(strike.wallStiffness), 1.0, 1e9},
    {"wall.damping", "bw", "N s/m", AT(strike.wallDamping), 0.0, 1e6},
    {"wall.friction", "", "1", AT(strike.friction), 0.0, 10.0},
    {"strike.press", "press", "N", AT(strike.press), 0.0, 1e6},
    {"strike.approach", "approach", "s", AT(strike.approach), 1e-3, 100.0},
    {"strike.gain", "gain", "1", AT(strike.gain), 1e-6, 1e6},
    {"strike.seconds", "seconds", "s", AT(strike.duration), 1e-3, 1000.0},
    {"contact.rate", "", "Hz", AT(contactRate), 0.0, VL_MAX_SIMULATED_RATE},
};
#define PARAMETER_COUNT ((int)(sizeof parameters / sizeof parameters[0]))

vlLoopPoint vlLoopPoint_Default(const vlSimulatedDeviceDef* device)
{
    vlLoopPoint point = {.strike = vlStrike_Default(device)};
    return point;
}

static bool isParameter(int parameter)
{
    return parameter >= 0 && parameter < PARAMETER_COUNT;
}

int vlLoopPoint_Find(const char* name)
{
    for (int i = 0; i < PARAMETER_COUNT; ++i) {
        const Parameter* p = &parameters[i];
        if (strcmp(name, p->name) == 0 ||
            (p->shortName[0] != '\0' && strcmp(name, p->shortName) == 0)) {
            return i;
        }
    }
    return -1;
}

const char* vlLoopPoint_GetName(int parameter)
{
    return isParameter(parameter) ? parameters[parameter].name : NULL;
}

const char* vlLoopPoint_GetShortName(int parameter)
{
    return isParameter(parameter) ? parameters[parameter].shortName : NULL;
}

const char* vlLoopPoint_GetUnit(int parameter)
{
    return isParameter(parameter) ? parameters[parameter].unit : NULL;
}

double vlLoopPoint_Get(const vlLoopPoint* point, int parameter)
{
    double value = (double)NAN;
    if (isParameter(parameter)) {
        memcpy(&value, (const char*)point + parameters[parameter].offset, sizeof value);
    }
    return value;
}

vlResult vlLoopPoint_Set(vlLoopPoint* point, int parameter, double value, char* message,
                         size_t messageSize)
{
    if (!isParameter(parameter)) {
        (void)snprintf(message, messageSize, "no such parameter");
        return VL_ERROR_ARGUMENT;
    }
    const Parameter* p = &parameters[parameter];
    if (!(value >= p->least && value <= p->most)) {
        (void)snprintf(message, messageSize, "%s is %g %s; expected %g to %g", p->name, value,
                       p->unit, p->least, p->most);
        return VL_ERROR_ARGUMENT;
    }
    memcpy((char*)point + p->offset, &value, sizeof value);
    return VL_OK;
}

const char* vlPointHand_Name(vlPointHand hand)
{
    static const char* const names[VL_POINT_HANDS] = {"loose", "tight", "free"};
    return hand >= 0 && hand < VL_POINT_HANDS ? names[hand] : "unknown";
}

const char* vlPointOracle_Name(vlPointOracle oracle)
{
    static const char* const names[VL_ORACLES] = {"linear", "simple", "volar"};
    return oracle >= 0 && oracle < VL_ORACLES ? names[oracle] : "unknown";
}

// The device with the hand of this point. A handle that is let go has no hand, or only a push
// (`isPushed`) in the oracles that run over time.
static vlSimulatedDeviceDef heldDevice(const vlLoopPoint* point, bool isPushed)
{
    vlSimulatedDeviceDef device = point->strike.device;
    vlSimulatedGrip* grip = &device.hand.grip;
    if (point->hand == VL_POINT_TIGHT) {
        *grip = vlSimulatedDevice_TightGrip();
    } else if (point->hand == VL_POINT_FREE) {
        grip->stiffness = isPushed ? PUSH_STIFFNESS : 0.0;
        grip->damping = 0.0;
    }
    return device;
}

vlResult vlLoopPoint_MakeLoop(const vlLoopPoint* point, vlLoop* loop)
{
    const vlStrikeDef* strike = &point->strike;
    vlSimulatedDeviceDef device = heldDevice(point, false);
    *loop = vlDefaultLoop();
    vlResult result = vlLoop_SetDirection(loop, &device, 2); // strikes are along z
    loop->rule = strike->rule == VL_VELOCITY_DEVICE && strike->device.hasTwist ? VL_LOOP_TRUE
                                                                               : VL_LOOP_FILTER;
    loop->cut = strike->cut;
    loop->toolMass = strike->toolMass;
    loop->stiffness = strike->gains.stiffness;
    loop->dampingOfWorld = strike->gains.damping;
    loop->wallStiffness = strike->wallStiffness;
    loop->wallDamping = strike->wallDamping >= 0.0
                            ? strike->wallDamping
                            : 2.0 * WALL_DAMPING_RATIO * sqrt(loop->wallStiffness * loop->toolMass);
    loop->gain = strike->gain;
    return result;
}

double vlLoopPoint_GetLeastDuration(const vlLoopPoint* point, vlPointOracle oracle)
{
    vlLoop loop;
    if (oracle == VL_ORACLE_LINEAR || vlLoopPoint_MakeLoop(point, &loop) != VL_OK) {
        return 0.0;
    }
    double least = vlPlainLoop_GetLeastDuration(&loop);
    return oracle == VL_ORACLE_VOLAR ? fmax(least, vlStrike_GetLeastDuration()) : least;
}

static vlResult runLinear(const vlLoop* loop, vlPointOutcome* outcome)
{
    vlResult result = vlLoop_GetRadius(loop, &outcome->radius);
    outcome->strike.kind = outcome->radius > 1.0 + ROUNDING ? VL_STRIKE_UNSTABLE : VL_STRIKE_ACTIVE;
    return result;
}

vlResult vlLoopPoint_FindPassive(const vlLoopPoint* point, vlPointOutcome* outcome)
{
    vlLoop loop;
    outcome->neededDamping = (double)NAN;
    if (vlLoopPoint_MakeLoop(point, &loop) != VL_OK || loop.rule == VL_LOOP_TRUE ||
        loop.actuatorCut > 0.0) {
        return VL_ERROR_ARGUMENT;
    }
    vlResult result = vlLoop_GetPassiveDamping(&loop, &outcome->neededDamping);
    if (result == VL_OK && outcome->neededDamping <= loop.damping) {
        outcome->strike.kind = VL_STRIKE_RESTS;
    }
    return result;
}

// The friction along z, the direction of strikes.
static double frictionOf(const vlSimulatedDeviceDef* device)
{
    return device->directions.areGiven ? device->directions.friction.z : device->friction;
}

static vlResult runSimple(const vlLoopPoint* point, const vlLoop* loop, vlStrikeResult* result,
                          char* message, size_t size)
{
    const vlStrikeDef* strike = &point->strike;
    vlPlainLoopDef def = {.loop = *loop,
                          .friction = frictionOf(&strike->device),
                          .quantum = strike->device.resolution,
                          .maxForce = strike->device.info.maxForce,
                          .isOneSided = true,
                          .gap = GAP,
                          .press = strike->press,
                          .approach = strike->approach,
                          .duration = strike->duration,
                          .watch = strike->watch,
                          .user = strike->user};
    if (point->contactRate > 0.0) {
        (void)snprintf(message, size, "the simple loop has one rate; expected contact.rate 0");
        return VL_ERROR_ARGUMENT;
    }
    return vlPlainLoop_Run(&def, result, message, size);
}

static vlResult runVolar(const vlLoopPoint* point, const vlLoop* loop, vlStrikeResult* result,
                         char* message, size_t size)
{
    vlStrikeDef def = point->strike;
    // The world's own choice of damping would include the mass that is coupled to the tool.
    def.wallDamping = loop->wallDamping;
    double rate = def.device.info.rate;
    double packet = 0.0;
    def.device = heldDevice(point, true);
    if (point->contactRate > 0.0) {
        packet = fmax(1.0, round(rate / point->contactRate));
    }
    def.ticksPerPacket = (int)packet;
    double least = vlLoopPoint_GetLeastDuration(point, VL_ORACLE_VOLAR);
    if (!(def.duration >= least)) {
        (void)snprintf(message, size,
                       "a run of %g s is too short to judge its slowest oscillation; expected at "
                       "least %.3g s",
                       def.duration, least);
        return VL_ERROR_ARGUMENT;
    }
    return vlStrike_Run(&def, result, message, size);
}

vlResult vlLoopPoint_Run(const vlLoopPoint* point, vlPointOracle oracle, vlPointOutcome* outcome,
                         char* message, size_t messageSize)
{
    vlLoop loop;
    *outcome = (vlPointOutcome){.neededDamping = (double)NAN};
    if (vlLoopPoint_MakeLoop(point, &loop) != VL_OK) {
        (void)snprintf(message, messageSize, "this device has no linear model");
        return VL_ERROR_ARGUMENT;
    }
    vlResult result = vlLoop_Check(&loop, message, messageSize);
    result = result == VL_OK ? runLinear(&loop, outcome) : result;
    if (result != VL_OK || oracle == VL_ORACLE_LINEAR) {
        return result;
    }
    return oracle == VL_ORACLE_SIMPLE
               ? runSimple(point, &loop, &outcome->strike, message, messageSize)
               : runVolar(point, &loop, &outcome->strike, message, messageSize);
}
