// SPDX-License-Identifier: MIT
// One step of a planar scene: scripts, forces, grabs, reading the devices, the planar world,
// writing the devices, and what it looks like in space.

#include "run/plane.h"

#include "base/angle.h"
#include "base/script_at.h"
#include "run/simulation_parts.h"
#include "scene/scene_parts.h"

static vlPose inSpace(vlPose2 flat)
{
    vlPose pose = {.p = {flat.p.x, flat.p.y, 0.0}, .q = {1.0, 0.0, 0.0, 0.0}};
    vlSinCos(0.5 * flat.angle, &pose.q.z, &pose.q.w);
    return pose;
}

// A scripted body gets the velocity that takes its frame to where the script wants it after the
// step. The velocity is the centroid's, and the angle goes the short way.
static void moveScripts(vlSimulation* s, double time, double step)
{
    for (int k = 0; k < s->scriptedCount; ++k) {
        int i = s->scripted[k];
        const vlSceneBody* body = vlScene_GetBody(s->scene, i);
        vlPose2 now;
        vlVec2 centre;
        vlPose next = vlMotionScript_At(&body->motion, body->def.pose, time + step);
        if (vlBody2_GetPose(s->plane, s->body2[i], &now) != VL_OK ||
            vlBody2_GetCentre(s->plane, s->body2[i], &centre) != VL_OK) {
            continue;
        }
        vlVec3 arm = vlUntransform(inSpace(now), vlVec(centre.x, centre.y, 0.0));
        vlVec3 goal = vlTransform(next, arm);
        double angle = vlAngle_Near(2.0 * vlAngle_Of(next.q.z, next.q.w), now.angle);
        vlTwist2 twist = {{(goal.x - centre.x) / step, (goal.y - centre.y) / step},
                          (angle - now.angle) / step};
        vlResult r = vlBody2_SetTwist(s->plane, s->body2[i], twist);
        (void)r; // cannot fail: the script is finite
    }
}

static void applyForces(vlSimulation* s, double time)
{
    for (int i = 0; i < vlScene_GetForceCount(s->scene); ++i) {
        const vlSceneForce* f = vlScene_GetForce(s->scene, i);
        vlBody2Id body = s->body2[f->body];
        vlPose2 flat;
        vlVec2 at;
        if (time < f->from || time >= f->until || vlBody2_GetPose(s->plane, body, &flat) != VL_OK ||
            vlBody2_GetCentre(s->plane, body, &at) != VL_OK) {
            continue;
        }
        vlPose pose = inSpace(flat);
        vlVec3 force = f->inBodyFrame ? vlRotate(pose.q, f->force) : f->force;
        if (!f->atCentre) {
            vlVec3 point = vlTransform(pose, f->point);
            at = (vlVec2){point.x, point.y};
        }
        vlResult r = vlBody2_ApplyForce(s->plane, body, (vlVec2){force.x, force.y}, at);
        r = r == VL_OK ? vlBody2_ApplyTorque(s->plane, body, f->torque.z) : r;
        (void)r; // cannot fail: the force is finite
    }
}

// Puts each prism where its polygon is.
static void show(vlSimulation* s)
{
    for (int i = 0; i < s->bodyCount; ++i) {
        vlPose2 pose;
        vlTwist2 twist;
        if (vlScene_GetBody(s->scene, i)->def.type == VL_BODY_STATIC ||
            vlBody2_GetPose(s->plane, s->body2[i], &pose) != VL_OK ||
            vlBody2_GetTwist(s->plane, s->body2[i], &twist) != VL_OK) {
            continue;
        }
        vlTwist moving = {vlVec(twist.linear.x, twist.linear.y, 0.0),
                          vlVec(0.0, 0.0, twist.angular)};
        vlResult r = vlBody_SetPose(s->world, s->body[i], inSpace(pose));
        r = r == VL_OK ? vlBody_SetTwist(s->world, s->body[i], moving) : r;
        (void)r; // refused only beyond the range of numbers; the prism then stays
    }
}

vlResult vlPlane_Step(vlSimulation* simulation)
{
    vlSimulation* s = simulation;
    double step = vlWorld2_GetStep(s->plane);
    double time = vlWorld2_GetStepInfo(s->plane).time;
    int devices = vlScene_GetDeviceCount(s->scene);
    moveScripts(s, time, step);
    applyForces(s, time);
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        vlPlaneGrab_Follow(s, i);
    }
    for (int i = 0; i < devices; ++i) {
        vlSlot_Read(&s->slot[i], s->world);
    }
    vlResult result = vlWorld2_Step(s->plane);
    for (int i = 0; i < devices; ++i) {
        vlSlot_Write(&s->slot[i]);
    }
    vlResult shown = vlWorld_Step(s->world); // counts steps and time; nothing there can touch
    (void)shown;
    show(s);
    return result;
}

void vlPlane_Restart(vlSimulation* simulation)
{
    vlResult r =
        vlWorld2_Restore(simulation->plane, simulation->planeStart, simulation->planeStartSize);
    (void)r; // cannot fail: the snapshot is of this world and size
}

vlEnergy vlPlane_GetEnergy(const vlSimulation* simulation)
{
    vlEnergy2 own = vlWorld2_GetEnergy(simulation->plane);
    vlEnergy energy = {.kinetic = own.kinetic,
                       .gravity = own.gravity - simulation->startGravity,
                       .contacts = own.walls};
    return energy;
}

vlWorld2* vlSimulation_GetWorld2(const vlSimulation* simulation)
{
    return simulation->plane;
}

vlBody2Id vlSimulation_GetBody2(const vlSimulation* simulation, int i)
{
    vlBody2Id none = {0, 0};
    bool isThere = simulation->plane != NULL && i >= 0 && i < simulation->bodyCount;
    return isThere ? simulation->body2[i] : none;
}

vlResult vlSimulation_GetMechanism(const vlSimulation* simulation, int i,
                                   vlMechanismReport* mechanism, vlSimulatedReport* person)
{
    if (vlScene_GetDevice(simulation->scene, i) == NULL || simulation->slot[i].own == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    const vlDevice* own = simulation->slot[i].own;
    vlResult r = vlSimulatedDevice_GetMechanism(own, mechanism);
    return r == VL_OK ? vlSimulatedDevice_GetReport(own, person) : r;
}
