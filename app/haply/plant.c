// SPDX-License-Identifier: MIT
#include "app/haply/plant.h"

#include <stdio.h>
#include <string.h>
#include <volar/simulated_device.h>

#include "app/haply/haply_address.h"

// What the simulated person does, so that there is something to see: small enough for the smallest
// workspace, slow enough to follow, a button held now and then.
#define SWING 0.015      // m, to each side
#define TURN 0.2         // rad
#define SWING_RATE 0.4   // Hz
#define PRESS_COUNT 900  // enough for an hour
#define PRESS_PERIOD 4.0 // s
#define PRESS_TIME 0.5   // s
#define BUTTON_COUNT 3
#define LIST_SIZE 192
#define LONGEST_STEP 0.1 // s, between two ticks while there are clients

// How a place that a client asks for is reached.
#define GO_STIFFNESS 200.0 // N/m
#define GO_DAMPING 5.0     // N s/m

// The limits are those of the backend (haply_address.h). Nobody has published the other numbers:
// these are round ones, the same as in devices/inverse3.yaml.
static vlSimulatedDeviceDef inverse3Of(vlSimulatedDeviceDef def)
{
    (void)snprintf(def.info.model, sizeof def.info.model, "Inverse3");
    def.info.hasOrientation = true;
    def.info.buttonCount = BUTTON_COUNT;
    def.info.maxForce = VL_HAPLY_FORCE;
    def.info.maxStiffness = VL_HAPLY_STIFFNESS;
    def.info.maxDamping = VL_HAPLY_DAMPING;
    def.info.radius = VL_HAPLY_RADIUS;
    def.info.rate = 1000.0;
    def.mass = 0.1;
    def.damping = 0.6;
    def.friction = 0.3;
    def.resolution = 1e-4;
    def.inertia = 1e-5;
    def.angularDamping = 1e-4;
    def.angularFriction = 1e-3;
    def.angularResolution = 1e-3;
    return def;
}

static void listPresets(const char* found, char* message, size_t size)
{
    char names[LIST_SIZE] = VL_HAPLY_PLANT_PRESET;
    const char* name;
    for (int i = 0; (name = vlSimulatedDevice_GetPresetName(i)) != NULL; ++i) {
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, ", %s", name);
    }
    (void)snprintf(message, size, "no preset '%.40s'; there are %s", found, names);
}

vlResult vlHaplyPlant_Create(const vlHaplyPlantDef* def, vlHaplyPlant* plant, char* message,
                             size_t messageSize)
{
    const char* preset = def->preset != NULL ? def->preset : VL_HAPLY_PLANT_PRESET;
    bool isOurs = strcmp(preset, VL_HAPLY_PLANT_PRESET) == 0;
    // Any preset gives the hand that holds the device.
    const char* base = isOurs ? vlSimulatedDevice_GetPresetName(0) : preset;
    vlSimulatedDeviceDef simulated;
    if (vlSimulatedDevice_GetPreset(base, &simulated) != VL_OK) {
        listPresets(preset, message, messageSize);
        return VL_ERROR_ARGUMENT;
    }
    simulated = isOurs ? inverse3Of(simulated) : simulated;
    // No client can ask for torque.
    simulated.info.hasTorque = false;
    simulated.info.maxTorque = 0.0;
    simulated.hasTwist = true;
    simulated.info.rate = def->rate > 0.0 ? def->rate : simulated.info.rate;
    vlSimulatedPress presses[PRESS_COUNT];
    for (int i = 0; i < PRESS_COUNT; ++i) {
        double from = PRESS_PERIOD * (i + 0.5);
        presses[i] = (vlSimulatedPress){from, from + PRESS_TIME, 4u}; // the third button
    }
    if (!def->isStill) {
        simulated.hand.amplitude = vlVec(SWING, 0.5 * SWING, 0.5 * SWING);
        simulated.hand.turn = vlVec(0.0, 0.0, simulated.info.hasOrientation ? TURN : 0.0);
        simulated.hand.frequency = SWING_RATE;
        simulated.hand.presses = presses;
        simulated.hand.pressCount = PRESS_COUNT;
    }
    memset(plant, 0, sizeof *plant);
    plant->isPlugged = true;
    plant->holder = -1;
    plant->uncalibrated = def->uncalibrated;
    plant->sample.pose = simulated.start;
    vlGovernorLimits limits = vlGovernor_DefaultLimits(simulated.info.maxForce, 0.0);
    vlResult r = vlGovernor_Init(&plant->governor, &limits);
    r = r == VL_OK ? vlSimulatedDevice_Create(&simulated, &plant->device) : r;
    if (r != VL_OK) {
        (void)snprintf(message, messageSize, "a rate of %g Hz: %s", simulated.info.rate,
                       vlResult_Text(r));
    }
    return r;
}

void vlHaplyPlant_Destroy(vlHaplyPlant* plant)
{
    vlDevice_Close(plant->device);
    plant->device = NULL;
}

void vlHaplyPlant_Tick(vlHaplyPlant* plant, double now)
{
    // Time stands still without clients, so a long pause does not count.
    double step = now - plant->tickTime;
    plant->uncalibrated -= step < LONGEST_STEP ? step : 0.0;
    plant->tickTime = now;
    bool isRead = vlDevice_Read(plant->device, now, &plant->sample) == VL_OK;
    if (plant->holder >= 0 && now - plant->commandTime > VL_HAPLY_KEPT) {
        plant->holder = -1;
    }
    bool isHeld = isRead && plant->holder >= 0 && plant->isPlugged;
    vlGovernorInput input = {.now = now,
                             .period = 1.0 / vlDevice_GetInfo(plant->device)->rate,
                             .age = isHeld ? now - plant->commandTime : 0.0,
                             .sequence = plant->sample.sequence,
                             .pose = plant->sample.pose,
                             .twist = plant->sample.twist};
    vlVec3 pull = vlSub(vlScale(vlSub(plant->target, plant->sample.pose.p), GO_STIFFNESS),
                        vlScale(plant->sample.twist.linear, GO_DAMPING));
    vlVec3 wanted = plant->hasTarget ? vlAdd(plant->wanted, pull) : plant->wanted;
    input.wanted.force = isHeld ? wanted : vlZero();
    vlWrench send;
    (void)vlGovernor_Apply(&plant->governor, &input, &send);
    // A simulated device always accepts what a governor sends.
    plant->sent = vlDevice_Write(plant->device, now, &send) == VL_OK ? send.force : vlZero();
    plant->largest = fmax(plant->largest, vlLength(plant->sent));
}

vlHaplyView vlHaplyPlant_DefaultView(void)
{
    return (vlHaplyView){"defaults", vlVec(0.0, -0.15, 0.2)};
}

// The presets whose directions are those of the defaults; others are not taken.
static void choose(vlHaplyView* view, const char* preset)
{
    vlHaplyView fresh = vlHaplyPlant_DefaultView();
    bool isCentred = strcmp(preset, "arm_front_centered") == 0;
    if (isCentred || strcmp(preset, "arm_front") == 0 || strcmp(preset, fresh.preset) == 0) {
        (void)snprintf(view->preset, sizeof view->preset, "%s", preset);
        view->centre = isCentred ? vlZero() : fresh.centre;
    }
}

void vlHaplyPlant_Command(vlHaplyPlant* plant, int client, vlHaplyView* view,
                          const vlHaplyRequest* request, double now)
{
    for (int i = 0; i < request->orderCount; ++i) {
        const vlHaplyOrder* order = &request->orders[i];
        if (strcmp(order->id, VL_HAPLY_PLANT_ARM) != 0) {
            continue;
        }
        choose(view, order->preset);
        if (plant->holder >= 0 && plant->holder != client) {
            continue;
        }
        if (!order->hasForce && !order->hasTarget) {
            vlHaplyPlant_Leave(plant, client);
            continue;
        }
        if (plant->holder < 0) {
            vlGovernor_Restart(&plant->governor);
        }
        plant->holder = client;
        plant->commandTime = now;
        plant->wanted = order->hasForce ? order->force : vlZero();
        plant->hasTarget = order->hasTarget;
        plant->target = vlSub(order->target, view->centre);
    }
}

void vlHaplyPlant_Leave(vlHaplyPlant* plant, int client)
{
    if (plant->holder == client) {
        plant->holder = -1;
    }
}

static vlHaplyConfig configOf(const vlHaplyView* view)
{
    vlHaplyConfig config = {.isKnown = true,
                            .type = "inverse3",
                            .basis = VL_HAPLY_BASIS,
                            .handedness = "right",
                            .mount = {true, vlIdentityQuat(), vlVec(1.0, 1.0, 1.0)},
                            .gravityCompensation = {true, true, 1.0},
                            .torqueScaling = {true, true, 1.0},
                            .hasForceGate = true,
                            .hasDamping = true};
    memcpy(config.preset, view->preset, sizeof config.preset);
    return config;
}

void vlHaplyPlant_Describe(const vlHaplyPlant* plant, uint64_t session, const vlHaplyView* view,
                           vlHaplyState* state)
{
    const vlDeviceSample* sample = &plant->sample;
    memset(state, 0, sizeof *state);
    state->session = session;
    if (!plant->isPlugged) {
        return;
    }
    vlHaplyArm* arm = &state->arms[0];
    state->armCount = 1;
    (void)snprintf(arm->id, sizeof arm->id, "%s", VL_HAPLY_PLANT_ARM);
    arm->hasPosition = arm->hasVelocity = arm->hasForce = true;
    arm->position = vlAdd(sample->pose.p, view->centre);
    arm->velocity = sample->twist.linear;
    arm->force = plant->sent;
    arm->transform = (vlHaplyTurn){true, vlIdentityQuat(), vlVec(1.0, 1.0, 1.0)};
    arm->config = configOf(view);
    arm->statusKnown = VL_HAPLY_CALIBRATED | VL_HAPLY_IN_USE | VL_HAPLY_POWERED | VL_HAPLY_READY |
                       VL_HAPLY_STARTED;
    arm->status = arm->statusKnown & ~(plant->holder < 0 ? (unsigned)VL_HAPLY_IN_USE : 0u) &
                  ~(plant->uncalibrated > 0.0 ? (unsigned)VL_HAPLY_CALIBRATED : 0u);
    if (vlDevice_GetInfo(plant->device)->hasOrientation) {
        vlHaplyGrip* grip = &state->grips[0];
        state->gripCount = 1;
        (void)snprintf(grip->id, sizeof grip->id, "%s", VL_HAPLY_PLANT_GRIP);
        grip->kind = VL_HAPLY_GRIP_WIRELESS;
        grip->hasOrientation = grip->hasButtons = true;
        grip->orientation = sample->pose.q;
        grip->buttons = sample->buttons;
    }
}
