// SPDX-License-Identifier: MIT
// Whether a scene's coupling is stable on its simulated device, by the linear model of the loop.

#include "scene/device_parts.h"
#include "scene/scene_device.h"
#include "scene/store.h"
#include "stability/tuner_judge.h"
#include "volar/scene_haptics.h"

#define WINDOW_AS_CUT 200.0 // Hz: the window allows the same coupling as a filter with this cut

// Mass of a body, or its least inertia; 0 if it is not known.
static double toolOf(const vlSceneBody* body, bool isAngular)
{
    if (body == NULL || body->def.shape == NULL) {
        return 0.0;
    }
    const vlBodyDef* def = &body->def;
    vlMassProperties p = vlShape_GetMassProperties(def->shape);
    double mass = def->mass > 0.0 ? def->mass : def->density * p.volume;
    if (!isAngular) {
        return mass;
    }
    double share = def->hasInertia ? 1.0 : mass / p.volume;
    const vlMat3* inertia = def->hasInertia ? &def->inertia : &p.inertia;
    double least = fmin(inertia->cx.x, fmin(inertia->cy.y, inertia->cz.z)) * share;
    return least > 0.0 ? least : 0.0;
}

// The cut of the filter, or the one that stands for the window.
static double cutOf(const vlSceneDevice* device)
{
    return device->velocity == VL_VELOCITY_WINDOW ? WINDOW_AS_CUT : device->velocityCut;
}

vlResult vlSceneDevice_MakeTuner(const vlScene* scene, const vlSceneDevice* device, bool isAngular,
                                 vlTunerDef* def)
{
    vlSimulatedDeviceDef simulated;
    vlMotionKey unused;
    vlSceneDevice resting = *device; // where its hand goes does not matter
    const vlSceneBody* body = vlScene_GetBody(scene, device->body);
    resting.hand.keyCount = 0;
    if (!vlSceneDevice_IsCoupled(scene, device) || !vlSceneDevice_IsSimulated(device) ||
        vlSceneDevice_MakeSimulated(&resting, vlIdentityPose(), &simulated, &unused) != VL_OK ||
        simulated.mechanism.isPantograph || (isAngular && !simulated.info.hasTorque)) {
        return VL_ERROR_ARGUMENT;
    }
    simulated.motors.delay = vlSimulatedDevice_GetDelay(&simulated);
    simulated.motors.jitter = 0.0;
    // The device is served once in a step of the world.
    simulated.info.rate = fmin(simulated.info.rate, 1.0 / scene->world.step);
    *def = vlDefaultTunerDef(&simulated);
    def->isAngular = isAngular;
    def->toolMass = toolOf(body, isAngular);
    def->gain = device->forceScale * (isAngular ? 1.0 : device->scale); // angles are not scaled
    def->cut =
        device->hasVelocityCut || device->velocity != VL_VELOCITY_FILTER ? cutOf(device) : 0.0;
    return VL_OK;
}

vlResult vlSceneDevice_GetStability(const vlScene* scene, const vlSceneDevice* device,
                                    bool isAngular, vlTunerJudgement* judgement, double* delay)
{
    vlTunerDef def;
    const vlCouplingDef* c = &device->coupling;
    vlResult result = vlSceneDevice_MakeTuner(scene, device, isAngular, &def);
    if (result != VL_OK) {
        return result;
    }
    if (delay != NULL) {
        *delay = def.device.motors.delay;
    }
    def.margin = 1.0;
    return isAngular ? vlTuner_Judge(&def, c->angularStiffness, c->angularDamping, cutOf(device),
                                     judgement)
                     : vlTuner_Judge(&def, c->stiffness, c->damping, cutOf(device), judgement);
}

static const char* phraseOf(vlTunerHand hand)
{
    switch (hand) {
    case VL_TUNER_LET_GO: return "nobody holds it";
    case VL_TUNER_WEAK: return "it is held weakly";
    case VL_TUNER_RELAXED: return "it is held by its hand";
    case VL_TUNER_TIGHT: return "it is held tight";
    case VL_TUNER_HAND_COUNT: break;
    }
    return "";
}

void vlScene_NoteStability(vlScene* scene)
{
    for (int i = 0; i < 2 * scene->deviceCount; ++i) {
        const vlSceneDevice* device = &scene->devices[i / 2];
        const vlCouplingDef* c = &device->coupling;
        bool isTurn = i % 2 == 1;
        const char* stiffness = isTurn ? "N m/rad" : "N/m";
        vlTunerJudgement found;
        double delay = 0.0;
        if (vlSceneDevice_GetStability(scene, device, isTurn, &found, &delay) != VL_OK ||
            found.isStable) {
            continue;
        }
        vlScene_AddNote(scene,
                        "warning: device '%s': %s %g %s with %g %s is unstable when the device is "
                        "%.3g ms late (%s) and %s; with this damping %.3g %s is the limit, half "
                        "of it has a margin of 2, and 'volar tune' finds more",
                        device->name, isTurn ? "angular-stiffness" : "stiffness",
                        isTurn ? c->angularStiffness : c->stiffness, stiffness,
                        isTurn ? c->angularDamping : c->damping, isTurn ? "N m s/rad" : "N s/m",
                        1e3 * delay, device->isDelayStated ? "as its file says" : "assumed",
                        phraseOf(found.hand), found.stiffness, stiffness);
    }
}
