// SPDX-License-Identifier: MIT
// Grabs in the plane: a mouse leads the person at the device that holds the body, or pulls the body
// by a spring and damper of its own.

#include "run/plane.h"

#include "base/script_at.h"
#include "device/person.h"

// As in grab.c: rate at which the anchor follows its target, 1/s; frequency of the body's mass on
// the spring, rad/s; largest pull in weights; decay of the rotation, 1/s.
#define GRAB_RATE 50.0
#define GRAB_FREQUENCY 25.0
#define GRAB_WEIGHTS 20.0
#define GRAB_GRAVITY 9.8
#define GRAB_SPIN 8.0

// The grabbed point in the world and its velocity.
typedef struct Point {
    vlVec3 at, velocity;
    vlVec3 fromCentre;
    double mass, inertia, spin;
} Point;

static bool findPoint(const vlSimulation* s, const vlGrabber* grabber, Point* point)
{
    vlBody2Id body = s->body2[grabber->place];
    vlPose2 flat;
    vlTwist2 twist;
    vlVec2 centre;
    if (vlBody2_GetPose(s->plane, body, &flat) != VL_OK ||
        vlBody2_GetTwist(s->plane, body, &twist) != VL_OK ||
        vlBody2_GetCentre(s->plane, body, &centre) != VL_OK ||
        vlBody2_GetMass(s->plane, body, &point->mass, &point->inertia) != VL_OK) {
        return false;
    }
    vlPose pose = {.p = {flat.p.x, flat.p.y, 0.0}, .q = {1.0, 0.0, 0.0, 0.0}};
    vlSinCos(0.5 * flat.angle, &pose.q.z, &pose.q.w);
    point->at = vlTransform(pose, grabber->point);
    point->fromCentre = vlSub(point->at, vlVec(centre.x, centre.y, 0.0));
    point->spin = twist.angular;
    point->velocity = vlAdd(vlVec(twist.linear.x, twist.linear.y, 0.0),
                            vlCross(vlVec(0.0, 0.0, twist.angular), point->fromCentre));
    return true;
}

// The simulated device in use that holds the body; NULL if there is none.
static vlSlot* findHolder(const vlSimulation* s, int place)
{
    for (int i = 0; i < vlScene_GetDeviceCount(s->scene); ++i) {
        vlSlot* slot = &s->slot[i];
        vlRendererReport report = vlRenderer_GetReport(slot->renderer);
        if (slot->own != NULL && !slot->handover.isOutside && report.ticks > 0 &&
            report.hold == VL_HOLD_COUPLED && vlSimulation_FindBody(s, report.body) == place) {
            return slot;
        }
    }
    return NULL;
}

static vlVec3 flat(vlVec3 a)
{
    return vlVec(a.x, a.y, 0.0);
}

void vlPlaneGrab_Release(vlSimulation* simulation, int grab)
{
    vlGrabber* grabber = &simulation->grabber[grab];
    vlSlot* holder = grabber->isActive ? findHolder(simulation, grabber->place) : NULL;
    if (holder != NULL) {
        vlResult r = vlSimulatedDevice_Lead(holder->own, NULL);
        (void)r; // it is a simulated device
    }
    grabber->isActive = false;
}

void vlPlaneGrab_Grab(vlSimulation* simulation, const vlInput* input)
{
    vlGrabber* grabber = &simulation->grabber[input->grab];
    Point point;
    vlPlaneGrab_Release(simulation, input->grab);
    *grabber = (vlGrabber){
        .place = input->body, .point = flat(input->point), .target = flat(input->target)};
    if (findPoint(simulation, grabber, &point)) {
        grabber->isActive = true;
        grabber->anchor = point.at; // the pull starts at zero, without a jolt
    }
}

// Leads the person's intention to where the device has to be for the grabbed point to reach the
// anchor. The device's sample and its pose in the world belong to the same moment.
static void lead(const vlSlot* holder, vlGrabber* grabber, const Point* point)
{
    const vlSceneDevice* device = holder->device;
    vlRendererReport report = vlRenderer_GetReport(holder->renderer);
    vlVec3 wanted = vlSub(grabber->anchor, point->fromCentre);
    vlVec3 away = vlRotate(vlConj(device->base.q), vlSub(wanted, flat(report.pose.p)));
    vlVec3 place = vlMulAdd(report.sample.pose.p, 1.0 / device->scale, away);
    vlSimulatedReport person;
    vlResult r = vlSimulatedDevice_Lead(holder->own, &place);
    r = r == VL_OK ? vlSimulatedDevice_GetReport(holder->own, &person) : r;
    if (r == VL_OK) {
        grabber->force =
            vlScale(vlRotate(device->base.q, person.grip.force), 1.0 / device->forceScale);
    }
}

static void pull(vlSimulation* s, vlGrabber* grabber, const Point* point)
{
    vlBody2Id body = s->body2[grabber->place];
    double stiffness = point->mass * GRAB_FREQUENCY * GRAB_FREQUENCY;
    double damping = 2.0 * point->mass * GRAB_FREQUENCY;
    double most = GRAB_WEIGHTS * GRAB_GRAVITY * point->mass;
    vlVec3 force = vlMulAdd(vlScale(vlSub(grabber->anchor, point->at), stiffness), damping,
                            vlSub(grabber->velocity, point->velocity));
    double size = vlLength(force);
    force = size > most ? vlScale(force, most / size) : force;
    grabber->force = force;
    vlResult r = vlBody2_ApplyForce(s->plane, body, (vlVec2){force.x, force.y},
                                    (vlVec2){point->at.x, point->at.y});
    r = r == VL_OK ? vlBody2_ApplyTorque(s->plane, body, -GRAB_SPIN * point->inertia * point->spin)
                   : r;
    (void)r; // all numbers are finite
}

void vlPlaneGrab_Follow(vlSimulation* simulation, int grab)
{
    vlGrabber* grabber = &simulation->grabber[grab];
    Point point;
    if (!grabber->isActive || !findPoint(simulation, grabber, &point)) {
        return;
    }
    vlFollower_Step(flat(grabber->target), GRAB_RATE, vlWorld2_GetStep(simulation->plane),
                    &grabber->anchor, &grabber->velocity);
    const vlSlot* holder = findHolder(simulation, grabber->place);
    if (holder != NULL) {
        lead(holder, grabber, &point);
    } else {
        pull(simulation, grabber, &point);
    }
}

vlGrab vlPlaneGrab_Report(const vlSimulation* simulation, int grab)
{
    const vlGrabber* grabber = &simulation->grabber[grab];
    vlGrab made = {.isActive = false};
    Point point;
    if (grabber->isActive && findPoint(simulation, grabber, &point)) {
        made = (vlGrab){true, grabber->place, point.at, grabber->target, grabber->force};
    }
    return made;
}
