// SPDX-License-Identifier: MIT
#include "models/path_play.h"

#include <volar/formation_port.h>
#include <volar/renderer.h>
#include <volar/simulated_device.h>

#define STIFFNESS 2000.0
#define LEAD 0.7 // s at rest before the path begins: longer than the soft start of a governor
#define TAIL 0.1 // s at rest after it
// As `volar run` judges: J, and of the energy that went through the device.
#define ALLOWED 0.01
#define ALLOWED_SHARE 1e-3
#define FADE 0.1 // per ms: how much of a force may fade, with the default time of 10 ms

vlPathFeel vlPathFeel_Of(int shell, uint64_t index)
{
    static const double shells[3] = {0.25, 1.0, 4.0};
    static const double frictions[4] = {0.0, 0.2, 0.0, 0.5};
    vlPathFeel feel = {shells[shell], STIFFNESS, frictions[index % 4u]};
    return feel;
}

vlFormationForce* vlPathFeel_Make(const vlPathFeel* feel, const vlPathPair* pair)
{
    vlFormationForceDef def = vlDefaultFormationForceDef(pair->a, pair->b);
    vlFormationForce* force = NULL;
    def.shell.gap = feel->shell * pair->clearance;
    def.stiffness = feel->stiffness;
    def.frictionDynamic = feel->friction;
    def.frictionStatic = 1.25 * feel->friction;
    return vlFormationForce_Create(NULL, &def, &force, NULL, 0) == VL_OK ? force : NULL;
}

static double workOf(const vlWrench* wrench, vlPose from, vlPose to)
{
    return vlDot(wrench->force, vlSub(to.p, from.p)) +
           vlDot(wrench->torque, vlRotationBetween(from.q, to.q));
}

// What the force may change by in a tick: springs of three planes, normal and tangential, by the
// motion of any vertex; and the share of as many of the largest forces so far that may fade.
static double mayJump(const vlPathFeel* feel, const vlPathPair* pair, vlPose from, vlPose to,
                      double largest, double step)
{
    const double friction = 1000.0; // N/m, the default of the spring
    double way =
        vlLength(vlSub(to.p, from.p)) + pair->a->radius * vlLength(vlRotationBetween(from.q, to.q));
    return 3.0 * ((feel->stiffness + friction) * way +
                  FADE * 1e3 * step * largest * (1.0 + 1.25 * feel->friction));
}

void vlPathPlay_Alone(vlFormationForce* force, const vlPathFeel* feel, const vlPathPair* pair,
                      const vlClosedPath* path, double step, vlPathPlay* play)
{
    int ticks = (int)ceil((vlClosedPath_Seconds(path) + TAIL) / step);
    vlPose last = vlClosedPath_At(path, 0.0);
    vlWrench raw = {vlZero(), vlZero()};
    double largest = 0.0;
    double pressed = 0.0;
    double asked = 0.0;
    double stored = 0.0;
    *play = (vlPathPlay){.beyond = -HUGE_VAL};
    vlFormationForce_Restart(force);
    for (int i = 0; i <= ticks; ++i) {
        vlPose pose = vlClosedPath_At(path, i * step);
        play->given += workOf(&raw, last, pose);
        const vlFormationForceReport* r =
            vlFormationForce_Update(force, pose, vlIdentityPose(), step);
        const vlFormationEnergy* e = &r->energy;
        play->made += e->contact + e->friction + e->lost - e->begun + r->stored - stored;
        stored = r->stored;
        for (int k = 0; k < r->count; ++k) {
            double gap = feel->shell * pair->clearance;
            largest = fmax(largest, r->contact[k].normalForce);
            pressed += r->contact[k].normalForce;
            asked += feel->stiffness * fmax(gap - r->contact[k].contact.nearest, 0.0);
        }
        double jump = vlLength(vlSub(r->raw.force, raw.force));
        play->jump = fmax(play->jump, jump);
        play->beyond = fmax(play->beyond, jump - mayJump(feel, pair, last, pose, largest, step));
        play->isFree = i == 0 ? r->count == 0 : play->isFree && (i < ticks || r->count == 0);
        raw = r->raw;
        last = pose;
    }
    play->pressed = asked > 0.0 ? pressed / asked : 1.0;
}

static vlResult connect(vlFormationPort* port, vlFormationForce* force, vlPose start,
                        const char* preset, bool isPassivityOn, double step, vlRenderer** renderer)
{
    vlSimulatedDeviceDef device;
    vlResult result = vlFormationPort_Init(port, force, start, vlIdentityPose(), step, NULL, 0);
    result = result == VL_OK ? vlSimulatedDevice_GetPreset(preset, &device) : result;
    if (result != VL_OK) {
        return result;
    }
    vlRendererDef def = vlDefaultRendererDef(NULL, &device.info);
    def.world = vlFormationPort_GetWorld(port);
    def.passivity.isOn = isPassivityOn;
    result = vlRenderer_Create(&def, renderer, NULL, 0);
    return result == VL_OK ? vlRenderer_Connect(*renderer, vlFormationPort_GetBody()) : result;
}

vlResult vlPathPlay_Rendered(vlFormationForce* force, const vlClosedPath* path, const char* preset,
                             bool isPassivityOn, double step, vlPathPlay* play)
{
    vlFormationPort port;
    vlRenderer* renderer = NULL;
    vlPose last = vlClosedPath_At(path, 0.0);
    *play = (vlPathPlay){.given = 0.0};
    vlResult result = connect(&port, force, last, preset, isPassivityOn, step, &renderer);
    if (result != VL_OK) {
        vlRenderer_Destroy(renderer);
        return result;
    }
    int ticks = (int)ceil((LEAD + vlClosedPath_Seconds(path) + TAIL) / step);
    vlWrench sent = {vlZero(), vlZero()};
    vlWrench felt = sent; // before all limits
    double given = 0.0;
    for (int i = 0; i <= ticks && result == VL_OK; ++i) {
        vlPose pose = vlClosedPath_At(path, fmax(i * step - LEAD, 0.0));
        vlDeviceSample sample = {.time = i * step, .sequence = (uint64_t)i + 1u, .pose = pose};
        play->given += workOf(&sent, last, pose);
        given += workOf(&felt, last, pose);
        result = vlRenderer_Give(renderer, i * step, VL_OK, &sample);
        vlFormationPort_Step(&port);
        sent = vlRenderer_Take(renderer, i * step);
        vlRenderer_Written(renderer, VL_OK);
        felt = vlRenderer_GetReport(renderer).felt;
        last = pose;
    }
    vlAudit audit = vlRenderer_GetAudit(renderer, ALLOWED);
    double through = audit.mostGivenToHand + audit.mostTakenOfHand;
    play->audit = vlRenderer_GetAudit(renderer, ALLOWED + ALLOWED_SHARE * through);
    play->unexplained = given + audit.port[VL_PORT_CONTACT] + audit.port[VL_PORT_FRICTION] +
                        audit.port[VL_PORT_INTEGRATION];
    vlRenderer_Destroy(renderer);
    return result;
}
