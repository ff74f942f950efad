// SPDX-License-Identifier: MIT
// The table of rendered_world.h for a planar world. Before a step the port applies the hand's
// wrench (and the coupling's) to the body; after it, the port computes what the device is to
// render. Lead and velocity are compared in the device's units: the world's lengths divided by the
// scale.

#include "volar/planar_port.h"

#include <stdio.h>

#include "base/angle.h"
#include "haptic/device_change.h"
#include "haptic/four_channel_parts.h"
#include "volar/simulated_device.h"

vlPlanarPortDef vlDefaultPlanarPortDef(vlWorld2* world, const vlDevice* device)
{
    vlPlanarPortDef def = {.world = world, .device = device, .scale = 1.0, .forceScale = 1.0};
    vlMechanismReport mechanism;
    if (world != NULL && vlSimulatedDevice_GetMechanism(device, &mechanism) == VL_OK) {
        def.control =
            vlDefaultFourChannelDef(mechanism.mass, mechanism.damping, vlWorld2_GetStep(world));
    }
    return def;
}

static bool isScale(double scale)
{
    return scale >= 1e-6 && scale <= 1e6; // false for a NaN
}

vlResult vlPlanarPort_Init(vlPlanarPort* port, const vlPlanarPortDef* def, char* message,
                           size_t messageSize)
{
    vlMechanismReport mechanism;
    const char* fault = NULL;
    if (def->world == NULL) {
        fault = "world is NULL";
    } else if (!isScale(def->scale) || !isScale(def->forceScale)) {
        fault = "scale and forceScale must be 1e-6 to 1e6";
    }
    if (fault != NULL) {
        if (message != NULL && messageSize > 0) {
            (void)snprintf(message, messageSize, "%s", fault);
        }
        return VL_ERROR_ARGUMENT;
    }
    vlPlanarPort made = {.def = *def};
    made.isFourChannel = vlSimulatedDevice_GetMechanism(def->device, &mechanism) == VL_OK;
    if (made.isFourChannel) {
        vlResult result = vlFourChannel_Check(&def->control, message, messageSize);
        if (result != VL_OK) {
            return result;
        }
        made.control = def->control;
        made.ownDamping = mechanism.damping;
    }
    *port = made;
    return VL_OK;
}

vlBodyId vlPlanarPort_NameOf(vlBody2Id body)
{
    vlBodyId name = {body.index1, body.generation};
    return name;
}

vlResult vlPlanarPort_SetMode(vlPlanarPort* port, vlFourChannelMode mode, double handShare)
{
    bool isMode = mode == VL_FOUR_CHANNEL_F || mode == VL_FOUR_CHANNEL_FP;
    if (!port->isFourChannel || !isMode || !(handShare >= 0.0 && handShare <= 1.0)) {
        return VL_ERROR_ARGUMENT;
    }
    port->control.mode = mode;
    port->control.handShare = handShare;
    return VL_OK;
}

void vlPlanarPort_SetAway(vlPlanarPort* port, bool isAway)
{
    port->isAway = isAway;
}

// Do the four channels coordinate the device that the samples are of?
static bool isOwn(const vlPlanarPort* port)
{
    return port->isFourChannel && !port->isAway;
}

// The coordination that acts in this tick. For another device there is nothing to compensate.
static vlFourChannelDef controlOf(const vlPlanarPort* port)
{
    vlFourChannelDef control = port->control;
    if (port->isFourChannel && port->isAway) {
        control.mode = VL_FOUR_CHANNEL_FP;
        control.mass = control.deviceDamping = vlZero();
        control.handShare = 0.0;
    }
    return control;
}

static vlBody2Id bodyOf(const vlHold* hold)
{
    vlBody2Id body = {hold->body.index1, hold->body.generation};
    return body;
}

// Place of the centroid, and angle.
static vlResult placeOf(const vlPlanarPort* port, vlBody2Id body, vlVec3* place)
{
    vlPose2 pose;
    vlVec2 centre;
    vlResult result = vlBody2_GetPose(port->def.world, body, &pose);
    result = result == VL_OK ? vlBody2_GetCentre(port->def.world, body, &centre) : result;
    if (result == VL_OK) {
        *place = vlVec(centre.x, centre.y, pose.angle);
    }
    return result;
}

static vlVec3 flat(const vlTwist2* twist)
{
    return vlVec(twist->linear.x, twist->linear.y, twist->angular);
}

static vlPose inSpace(vlVec3 place)
{
    vlPose pose = {.p = {place.x, place.y, 0.0}, .q = {1.0, 0.0, 0.0, 0.0}};
    vlSinCos(0.5 * place.z, &pose.q.z, &pose.q.w);
    return pose;
}

// From the world's units to the device's: lengths are divided by the scale, angles are not.
static vlVec3 toDevice(const vlPlanarPort* port, vlVec3 a)
{
    return vlVec(a.x / port->def.scale, a.y / port->def.scale, a.z);
}

static double getStep(void* world)
{
    const vlPlanarPort* port = world;
    return vlWorld2_GetStep(port->def.world);
}

// A coupling pulls at device and body alike, and nothing else passes between them. The device's own
// mass is not known, so the window is that of the body.
static vlFourChannelDef couplingOf(const vlCouplingGains* gains, vlVec3 mass, double step)
{
    vlFourChannelDef control = {
        .mode = VL_FOUR_CHANNEL_FP,
        .mass = mass,
        .stiffness = {gains->stiffness, gains->stiffness, gains->angularStiffness},
        .damping = {gains->damping, gains->damping, gains->angularDamping},
        .step = step};
    return control;
}

// A coordination that pulls the body must be stable with the body's mass too.
static vlResult checkGains(const vlFourChannelDef* control, vlVec3 mass)
{
    vlFourChannelDef onBody = *control;
    onBody.mass = mass;
    bool isPulled = control->mode == VL_FOUR_CHANNEL_FP;
    return isPulled ? vlFourChannel_Judge(&onBody) : VL_OK;
}

static vlResult massOf(const vlPlanarPort* port, vlBody2Id body, vlVec3* mass)
{
    double m = 0.0;
    double inertia = 0.0;
    vlResult result = vlBody2_GetMass(port->def.world, body, &m, &inertia);
    *mass = vlVec(m, m, inertia);
    return result == VL_OK && !(m > 0.0) ? VL_ERROR_ARGUMENT : result;
}

static vlResult grasp(void* world, const vlCouplingDef* def, const vlPose* at, vlHold* hold,
                      vlPose* pose)
{
    vlPlanarPort* port = world;
    vlHold made = {.kind = VL_HOLD_COUPLED, .body = def->body};
    vlVec3 mass;
    vlVec3 place;
    (void)at; // the device counts as being at the centroid, wherever it is
    vlResult result = massOf(port, bodyOf(&made), &mass);
    result = result == VL_OK ? placeOf(port, bodyOf(&made), &place) : result;
    if (result != VL_OK) {
        return result;
    }
    vlCouplingGains gains = {def->stiffness, def->damping, def->angularStiffness,
                             def->angularDamping};
    vlFourChannelDef control =
        port->isFourChannel ? port->control : couplingOf(&gains, mass, getStep(world));
    result = checkGains(&control, mass);
    if (result != VL_OK) {
        return result;
    }
    port->control = control;
    port->place = place;
    port->angle = place.z;
    port->isTicking = false;
    port->tick = (vlFourChannelInput){.error = vlZero()};
    *hold = made;
    *pose = inSpace(place);
    return VL_OK;
}

static vlResult connect(void* world, vlBodyId body, vlHold* hold, vlPose* pose)
{
    (void)world;
    (void)body;
    (void)hold;
    (void)pose;
    return VL_ERROR_ARGUMENT;
}

static vlResult setGains(void* world, const vlHold* hold, const vlCouplingGains* gains)
{
    vlPlanarPort* port = world;
    vlVec3 mass;
    vlResult result = massOf(port, bodyOf(hold), &mass);
    if (result != VL_OK) {
        return result;
    }
    vlFourChannelDef control = couplingOf(gains, mass, getStep(world));
    if (port->isFourChannel) {
        vlFourChannelDef changed = port->control;
        changed.stiffness = control.stiffness;
        changed.damping = control.damping;
        result = vlFourChannel_Judge(&changed);
        control = changed;
    }
    result = result == VL_OK ? checkGains(&control, mass) : result;
    if (result == VL_OK) {
        port->control = control;
    }
    return result;
}

static void letGo(void* world, const vlHold* hold)
{
    vlPlanarPort* port = world;
    (void)hold; // a body that is not pulled simply goes on
    port->isTicking = false;
    port->tick = (vlFourChannelInput){.error = vlZero()};
}

// Sum of w a b over the axes.
static double weighted(vlVec3 w, vlVec3 a, vlVec3 b)
{
    return w.x * a.x * b.x + w.y * a.y * b.y + w.z * a.z * b.z;
}

// From a^2/2 to b^2/2, weighted.
static double halfSquares(vlVec3 w, vlVec3 a, vlVec3 b)
{
    return 0.5 * (weighted(w, b, b) - weighted(w, a, a));
}

// The energy that the world gave the device in the tick that began with `last` (T12.14): from the
// bodies and from the spring of the coupling, and what the device's own mass and damping took.
static double givenIn(const vlPlanarPort* port, const vlFourChannelInput* last, vlVec3 device,
                      vlVec3 place)
{
    const vlFourChannelDef* control = &port->control;
    const vlFourChannelInput* now = &port->tick;
    vlVec3 moved = toDevice(port, vlSub(place, port->place));
    double given =
        -vlDot(port->onBody, moved) - halfSquares(control->stiffness, last->error, now->error);
    if (isOwn(port)) {
        vlVec3 way = toDevice(port, vlSub(device, port->device));
        given += halfSquares(control->mass, last->velocity, now->velocity) +
                 weighted(port->ownDamping, last->velocity, way);
    }
    return given;
}

static vlResult follow(void* world, vlHold* hold, vlPose pose, vlTwist twist)
{
    vlPlanarPort* port = world;
    vlTwist2 moving;
    vlVec3 place;
    vlMechanismReport mechanism;
    if (hold->kind != VL_HOLD_COUPLED) {
        return VL_OK;
    }
    vlBody2Id body = bodyOf(hold);
    if (placeOf(port, body, &place) != VL_OK ||
        vlBody2_GetTwist(port->def.world, body, &moving) != VL_OK) {
        return VL_ERROR_STALE_ID;
    }
    port->angle = vlAngle_Near(2.0 * vlAngle_Of(pose.q.z, pose.q.w), port->angle);
    vlVec3 device = vlVec(pose.p.x, pose.p.y, port->angle);
    vlVec3 velocity = vlVec(twist.linear.x, twist.linear.y, twist.angular.z);
    vlFourChannelInput last = port->tick;
    vlFourChannelInput* tick = &port->tick;
    tick->error = toDevice(port, vlSub(device, place));
    tick->errorRate = toDevice(port, vlSub(velocity, flat(&moving)));
    tick->velocity = toDevice(port, velocity);
    tick->hand = vlZero();
    if (isOwn(port) && vlSimulatedDevice_GetMechanism(port->def.device, &mechanism) == VL_OK) {
        tick->hand = mechanism.hand;
    }
    port->given += port->isTicking ? givenIn(port, &last, device, place) : 0.0;
    vlFourChannelDef control = controlOf(port);
    port->onBody = vlFourChannel_OnBody(&control, tick);
    port->place = place;
    port->device = device;
    port->isTicking = true;
    vlVec3 wrench = vlScale(port->onBody, 1.0 / port->def.forceScale);
    vlVec2 force = {wrench.x, wrench.y};
    vlVec2 centre = {port->place.x, port->place.y};
    vlResult result = vlBody2_ApplyForce(port->def.world, body, force, centre);
    return result == VL_OK ? vlBody2_ApplyTorque(port->def.world, body, wrench.z) : result;
}

static vlWrench feel(void* world, const vlHold* hold, vlPose pose, vlPose* held)
{
    vlPlanarPort* port = world;
    vlWrench none = {vlZero(), vlZero()};
    vlBody2Id body = bodyOf(hold);
    vlTwist2 twist;
    vlTwist2 acceleration;
    vlVec3 place;
    *held = pose;
    if (hold->kind != VL_HOLD_COUPLED || placeOf(port, body, &place) != VL_OK ||
        vlBody2_GetTwist(port->def.world, body, &twist) != VL_OK ||
        vlBody2_GetAcceleration(port->def.world, body, &acceleration) != VL_OK) {
        return none;
    }
    *held = inSpace(place);
    vlFourChannelInput tick = port->tick;
    vlFourChannelDef control = controlOf(port);
    if (isOwn(port)) {
        // The velocity with which the step began, after its impacts: an impact is no acceleration,
        // and the device has to follow it too.
        vlVec3 began = vlMulAdd(flat(&twist), -getStep(world), flat(&acceleration));
        tick.acceleration = toDevice(port, flat(&acceleration));
        tick.errorRate = vlSub(tick.velocity, toDevice(port, began));
    }
    vlVec3 wrench = vlScale(vlFourChannel_OnDevice(&control, &tick), 1.0 / port->def.forceScale);
    vlWrench felt = {vlVec(wrench.x, wrench.y, 0.0), vlVec(0.0, 0.0, wrench.z)};
    return felt;
}

static vlLedger getLedger(void* world)
{
    const vlPlanarPort* port = world;
    vlLedger2 own = vlWorld2_GetLedger(port->def.world);
    vlLedger ledger = {.gravity = own.gravity,
                       .applied = own.applied,
                       .driven = own.driven,
                       .contactSprings = own.walls + own.impacts,
                       .friction = own.friction,
                       .turnover = own.turnover};
    return ledger;
}

static double getStored(void* world)
{
    const vlPlanarPort* port = world;
    return vlWorld2_GetEnergy(port->def.world).walls;
}

static double getGiven(void* world, double force, double torque)
{
    (void)force; // the port itself scales
    (void)torque;
    const vlPlanarPort* port = world;
    return port->given;
}

vlRenderedWorld vlPlanarPort_GetWorld(vlPlanarPort* port)
{
    static const vlRenderedWorldOps ops = {getStep, grasp, connect,   setGains,  letGo,
                                           follow,  feel,  getLedger, getStored, getGiven};
    vlRenderedWorld world = {&ops, port};
    return world;
}
