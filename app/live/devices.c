// SPDX-License-Identifier: MIT
#include "app/live/devices.h"

#include <math.h>
#include <string.h>

#include "base/script_at.h"

// The device follows the page like a critically damped spring of this rate, 1/s: in about 80 ms.
#define STEER_RATE 50.0

void vlLiveDevices_Close(vlLiveDevices* devices)
{
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        vlDevice_Close(devices->real[i]);
        devices->real[i] = NULL;
    }
}

bool vlLiveDevices_HasReal(const vlLiveDevices* devices)
{
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        if (devices->real[i] != NULL) {
            return true;
        }
    }
    return false;
}

void vlLiveDevices_Reset(vlLiveDevices* devices)
{
    memset(devices->steered, 0, sizeof devices->steered);
}

void vlLiveDevices_Steer(vlLiveDevices* devices, const vlSimulation* simulation,
                         const vlViewerCommand* command)
{
    int i = command->device;
    if (i < 0 || i >= vlScene_GetDeviceCount(vlSimulation_GetScene(simulation)) ||
        devices->real[i] != NULL) {
        return;
    }
    vlSteered* s = &devices->steered[i];
    if (s->isOn && s->client != command->client) {
        return;
    }
    if (!s->isOn) {
        uint64_t sequence = s->sequence;
        *s = (vlSteered){.isOn = true,
                         .isLeaving = s->isLeaving,
                         .client = command->client,
                         .sequence = sequence};
    }
    s->wanted = command->target;
    // Of the two rotation vectors of this rotation, take the one nearer to the device's present
    // one.
    vlVec3 turn = vlRotationVectorFromQuat(command->turn);
    double angle = vlLength(turn);
    vlVec3 other = angle > 0.0 ? vlScale(turn, 1.0 - 2.0 * VL_PI / angle) : turn;
    bool isOther = vlLength(vlSub(other, s->turn)) < vlLength(vlSub(turn, s->turn));
    s->wantedTurn = isOther ? other : turn;
    s->buttons = command->buttons;
}

void vlLiveDevices_Leave(vlLiveDevices* devices, const vlViewerCommand* command)
{
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        vlSteered* s = &devices->steered[i];
        bool isMeant = command->device < 0 || command->device == i;
        if (isMeant && s->isOn && s->client == command->client) {
            s->isOn = false;
            s->isLeaving = true;
        }
    }
}

// The motion of a page as a sample in the device's frame.
static vlDeviceSample sampleOf(vlSteered* s, const vlSceneDevice* device, double step, double time)
{
    vlQuat back = vlConj(device->base.q);
    vlDeviceSample sample = {.time = time, .sequence = ++s->sequence, .buttons = s->buttons};
    sample.pose.p = vlScale(vlRotate(back, s->place), 1.0 / device->scale);
    sample.pose.q = vlQuatFromRotationVector(vlRotate(back, s->turn));
    // For the next sample: the first one is where the page took over, the origin of its motion.
    vlFollower_Step(s->wanted, STEER_RATE, step, &s->place, &s->placeRate);
    vlFollower_Step(s->wantedTurn, STEER_RATE, step, &s->turn, &s->turnRate);
    return sample;
}

// A step takes at most two inputs of each device, so there is room unless grabs filled the queue;
// the device then counts as silent.
static void give(vlSimulation* simulation, const vlInput* input)
{
    vlResult r = vlSimulation_Input(simulation, input);
    (void)r;
}

// A device that replays samples follows simulated time, through pauses and slow motion.
static double timeOf(const vlDevice* device, double now, double simulated)
{
    bool isPlayed = strcmp(vlDevice_GetInfo(device)->backend, "replay") == 0;
    return isPlayed ? simulated : now;
}

static void readReal(vlDevice* device, int i, vlSimulation* simulation, double now)
{
    vlInput input = {.kind = VL_INPUT_DEVICE, .device = i};
    if (vlDevice_Read(device, now, &input.sample) != VL_OK) {
        input = (vlInput){.kind = VL_INPUT_SILENT, .device = i};
    }
    input.sample.time = now;
    if (!vlDevice_GetInfo(device)->hasOrientation) {
        input.sample.pose.q = vlIdentityQuat();
    }
    give(simulation, &input);
}

void vlLiveDevices_Read(vlLiveDevices* devices, vlSimulation* simulation, double now,
                        double simulated)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    double step = vlWorld_GetStep(vlSimulation_GetWorld(simulation));
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        vlSteered* s = &devices->steered[i];
        if (devices->real[i] != NULL) {
            double time = timeOf(devices->real[i], now, simulated);
            readReal(devices->real[i], i, simulation, time);
        }
        if (s->isLeaving) { // also if a page took it again: that one starts where this one ended
            s->isLeaving = false;
            give(simulation, &(vlInput){.kind = VL_INPUT_RETURN, .device = i});
        }
        if (s->isOn) {
            vlInput input = {.kind = VL_INPUT_DEVICE, .device = i};
            input.sample = sampleOf(s, vlScene_GetDevice(scene, i), step, simulated);
            give(simulation, &input);
        }
    }
}

void vlLiveDevices_Write(vlLiveDevices* devices, vlSimulation* simulation, double now)
{
    int count = vlScene_GetDeviceCount(vlSimulation_GetScene(simulation));
    for (int i = 0; i < count; ++i) {
        if (devices->real[i] != NULL) {
            vlWrench wrench = vlRenderer_GetSent(vlSimulation_GetRenderer(simulation, i));
            vlResult r = vlDevice_Write(devices->real[i], now, &wrench);
            r = vlSimulation_DeviceWritten(simulation, i, r);
            (void)r; // refused while no input of the device was accepted: the scene's own is active
        }
    }
    devices->isSilenced = false;
}

double vlLiveDevices_GetPeriod(const vlLiveDevices* devices, double step)
{
    double period = HUGE_VAL;
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        if (devices->real[i] != NULL) {
            double rate = vlDevice_GetInfo(devices->real[i])->rate;
            period = fmin(period, rate > 0.0 ? 1.0 / rate : step);
        }
    }
    return period;
}

void vlLiveDevices_Silence(vlLiveDevices* devices, vlSimulation* simulation, double now)
{
    static const vlWrench nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        if (devices->real[i] != NULL) {
            vlResult r = vlDevice_Write(devices->real[i], now, &nothing);
            (void)r; // whether it arrived or not, it is written again
            if (!devices->isSilenced) {
                // The limits start from zero again, because that is what the device renders now.
                r = vlSimulation_SetDeviceInfo(simulation, i, vlDevice_GetInfo(devices->real[i]));
                (void)r; // accepted when it was connected
            }
        }
    }
    devices->isSilenced = true;
}
