// SPDX-License-Identifier: MIT
// Writing a view. Everything is copied field by field into the structs of view.h, whose layout is
// the layout of the bytes.

#include "view/view_parts.h"

#include <math.h>
#include <string.h>

#include "base/histogram.h"
#include "run/simulation_parts.h"

_Static_assert(VL_VIEW_BINS == VL_HISTOGRAM_BINS, "views hold the histograms of base");
_Static_assert(sizeof(vlViewStatus) == 368 && sizeof(vlViewHeader) == 456, "the layout is fixed");
_Static_assert(sizeof(vlViewBody) == 80 && sizeof(vlViewContact) == 72, "the layout is fixed");
_Static_assert(sizeof(vlViewVertex) == 16 && sizeof(vlViewGrab) == 48, "the layout is fixed");
_Static_assert(sizeof(vlViewTail) == 120 && sizeof(vlViewJoint) == 96, "the layout is fixed");
_Static_assert(offsetof(vlLedger, driven) == 16 && offsetof(vlLedger, friction) == 40 &&
                   offsetof(vlLedger, motors) == 64 && offsetof(vlLedger, turnover) == 80,
               "the layout is fixed");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "views are little-endian");

#define LARGEST_VIEW (4u * 1024u * 1024u)
// Corners kept of one polygon; contact areas of boxes have 4 to 8.
#define MOST_CORNERS 64
// Corners per contact that the capacity is computed with.
#define USUAL_CORNERS 12

// Size of what every view of a scene contains, whatever happens in it.
static size_t fixedSize(const vlScene* scene)
{
    size_t bodies = (size_t)vlScene_GetBodyCount(scene);
    return sizeof(vlViewHeader) + bodies * sizeof(vlViewBody) + VL_MAX_GRABS * sizeof(vlViewGrab) +
           sizeof(vlViewTail) + vlView_GetHapticSize(scene) + vlView_GetPlaneSize(scene) +
           vlView_GetSamplesSize(scene);
}

size_t vlView_GetCapacity(const vlSimulation* simulation)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    const vlCapacity* c = &vlScene_GetWorldDef(scene)->capacity;
    size_t bodies = (size_t)vlScene_GetBodyCount(scene);
    size_t contacts = c->contacts > 0 ? (size_t)c->contacts : 12 * bodies;
    contacts += VL_MAX_PLANES * (size_t)vlScene_GetDeviceCount(scene); // of formations
    size_t size = fixedSize(scene) + (size_t)vlScene_GetJointCount(scene) * sizeof(vlViewJoint) +
                  contacts * (sizeof(vlViewContact) + USUAL_CORNERS * sizeof(vlViewVertex)) +
                  MOST_CORNERS * sizeof(vlViewVertex);
    return size < LARGEST_VIEW ? size : LARGEST_VIEW;
}

static void writeBodies(const vlSimulation* s, vlViewBody* out, int count)
{
    const vlWorld* world = vlSimulation_GetWorld(s);
    for (int i = 0; i < count; ++i) {
        vlBodyId id = vlSimulation_GetBody(s, i);
        vlPose pose = vlIdentityPose();
        vlTwist twist = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        vlWrench wrench = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        vlResult r = vlBody_GetPose(world, id, &pose);
        r = r == VL_OK ? vlBody_GetTwist(world, id, &twist) : r;
        r = r == VL_OK ? vlSimulation_GetContactWrench(s, i, &wrench) : r;
        (void)r; // a body that its owner destroyed is shown at the origin
        vlView_PutVec(out[i].position, pose.p);
        out[i].rotation[0] = (float)pose.q.x;
        out[i].rotation[1] = (float)pose.q.y;
        out[i].rotation[2] = (float)pose.q.z;
        out[i].rotation[3] = (float)pose.q.w;
        vlView_PutVec(out[i].velocity, twist.linear);
        vlView_PutVec(out[i].spin, twist.angular);
        vlView_PutVec(out[i].force, wrench.force);
        vlView_PutVec(out[i].torque, wrench.torque);
        out[i].flags = (vlBody_IsAsleep(world, id) ? VL_VIEW_ASLEEP : 0u) |
                       (vlSimulation_IsFrozen(s, i) ? VL_VIEW_FROZEN : 0u) |
                       (vlSimulation_HasLeft(s, i) ? VL_VIEW_LEFT : 0u);
    }
}

// Second moments of a polygon about the centroid of its area, in the plane's axes (e1, e2).
typedef struct Moments {
    double area, xx, xy, yy;
} Moments;

static Moments momentsOf(const double* x, const double* y, int count)
{
    Moments m = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < count; ++i) {
        int j = i + 1 < count ? i + 1 : 0;
        double cross = x[i] * y[j] - x[j] * y[i];
        m.area += 0.5 * cross;
        m.xx += cross * (x[i] * x[i] + x[i] * x[j] + x[j] * x[j]) / 12.0;
        m.yy += cross * (y[i] * y[i] + y[i] * y[j] + y[j] * y[j]) / 12.0;
        m.xy += cross * (2.0 * x[i] * y[i] + x[i] * y[j] + x[j] * y[i] + 2.0 * x[j] * y[j]) / 24.0;
    }
    return m;
}

static vlVec3 anyPerpendicular(vlVec3 n)
{
    vlVec3 axis = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    return vlUnit(vlCross(n, axis));
}

// Pressure p = f/A + a . x, x from the centroid, with the moment of the centre of pressure c:
// M a = f c, M the second moments of the area.
static void writePressures(const vlContactReport* report, const vlVec3* corners, int count,
                           vlViewVertex* out)
{
    double x[MOST_CORNERS];
    double y[MOST_CORNERS];
    vlVec3 e1 = anyPerpendicular(report->normal);
    vlVec3 e2 = vlCross(report->normal, e1);
    for (int i = 0; i < count; ++i) {
        vlVec3 arm = vlSub(corners[i], report->origin);
        x[i] = vlDot(arm, e1);
        y[i] = vlDot(arm, e2);
    }
    Moments m = momentsOf(x, y, count);
    vlVec3 centre = vlSub(report->centreOfPressure, report->origin);
    double fx = report->normalForce * vlDot(centre, e1);
    double fy = report->normalForce * vlDot(centre, e2);
    double det = m.xx * m.yy - m.xy * m.xy;
    double largest = fmax(m.xx, m.yy);
    bool isThin = !(det > 1e-9 * largest * largest); // a line has no slope across itself
    double ax = isThin ? 0.0 : (m.yy * fx - m.xy * fy) / det;
    double ay = isThin ? 0.0 : (m.xx * fy - m.xy * fx) / det;
    double mean = m.area > 0.0 ? report->normalForce / m.area : 0.0;
    for (int i = 0; i < count; ++i) {
        vlView_PutVec(out[i].position, corners[i]);
        out[i].pressure = (float)fmax(mean + ax * x[i] + ay * y[i], 0.0);
    }
}

static void writeContact(const vlSimulation* s, const vlContactReport* report, int corners,
                         vlViewContact* out)
{
    out->bodyA = (uint16_t)vlSimulation_FindBody(s, report->bodyA);
    out->bodyB = (uint16_t)vlSimulation_FindBody(s, report->bodyB);
    out->mode = (uint8_t)report->mode;
    out->unused = 0;
    out->vertexCount = (uint16_t)corners;
    vlView_PutVec(out->origin, report->origin);
    vlView_PutVec(out->normal, report->normal);
    vlView_PutVec(out->centre, report->centreOfPressure);
    out->normalForce = (float)report->normalForce;
    vlView_PutVec(out->friction, report->frictionForce);
    out->frictionTorque = (float)report->frictionTorque;
    out->area = (float)report->area;
    out->depth = (float)report->depth;
}

// The corners of a contact; in a plane, and from formations, contacts are points.
static vlResult getPolygon(const vlSimulation* s, int i, vlVec3* corners, int most, int* count)
{
    const vlWorld* world = vlSimulation_GetWorld(s);
    bool isPoint = vlSimulation_GetWorld2(s) != NULL || i >= vlWorld_GetContactCount(world);
    *count = 0;
    return isPoint ? VL_OK : vlWorld_GetContactPolygon(world, i, corners, most, count);
}

// Counts and sums for the header, and the number of contacts and corners that fit into `room`
// bytes. Contacts are visited twice, since all of them are written before the first corner.
static void planContacts(const vlSimulation* s, size_t room, vlViewHeader* header)
{
    int count = vlSimulation_GetContactCount(s);
    bool isFull = false;
    for (int i = 0; i < count; ++i) {
        vlContactReport report;
        int corners = 0;
        if (vlSimulation_GetContact(s, i, &report) != VL_OK ||
            getPolygon(s, i, NULL, 0, &corners) != VL_OK) {
            return;
        }
        header->normalForce += report.normalForce;
        header->frictionForce += vlLength(report.frictionForce);
        header->deepest = fmax(header->deepest, report.depth);
        size_t kept = (size_t)(corners < MOST_CORNERS ? corners : MOST_CORNERS);
        size_t size = sizeof(vlViewContact) + kept * sizeof(vlViewVertex);
        isFull = isFull || size > room;
        if (!isFull) {
            room -= size;
            ++header->contactCount;
            header->vertexCount += (uint32_t)kept;
        }
    }
    header->status.flags |= isFull ? VL_VIEW_TRUNCATED : 0u;
}

static void writeContacts(const vlSimulation* s, const vlViewHeader* header,
                          vlViewContact* contacts, vlViewVertex* vertices)
{
    for (uint32_t i = 0; i < header->contactCount; ++i) {
        vlContactReport report;
        vlVec3 corners[MOST_CORNERS];
        int count = 0;
        vlResult r = vlSimulation_GetContact(s, (int)i, &report);
        r = r == VL_OK ? getPolygon(s, (int)i, corners, MOST_CORNERS, &count) : r;
        (void)r; // cannot fail: planContacts asked for the same contact
        count = count < MOST_CORNERS ? count : MOST_CORNERS;
        writeContact(s, &report, count, &contacts[i]);
        writePressures(&report, corners, count, vertices);
        vertices += count;
    }
}

static uint32_t writeGrabs(const vlSimulation* s, vlViewGrab* out)
{
    uint32_t count = 0;
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        vlGrab grab = vlSimulation_GetGrab(s, i);
        if (grab.isActive) {
            vlViewGrab* g = &out[count++];
            g->grab = (uint32_t)i;
            g->body = (uint32_t)grab.body;
            vlView_PutVec(g->point, grab.point);
            vlView_PutVec(g->target, grab.target);
            vlView_PutVec(g->force, grab.force);
            g->unused = 0.0F;
        }
    }
    return count;
}

static void putAxes(float to[VL_MAX_JOINT_AXES], const double from[VL_MAX_JOINT_AXES])
{
    for (int i = 0; i < VL_MAX_JOINT_AXES; ++i) {
        to[i] = (float)from[i];
    }
}

static void writeJoints(const vlSimulation* s, vlViewJoint* out, uint32_t count)
{
    const vlWorld* world = vlSimulation_GetWorld(s);
    for (uint32_t i = 0; i < count; ++i) {
        vlJointReport report;
        vlViewJoint* j = &out[i];
        if (vlJoint_GetReport(world, vlSimulation_GetJoint(s, (int)i), &report) != VL_OK) {
            memset(j, 0, sizeof *j); // destroyed by its owner, or with its body
            continue;
        }
        putAxes(j->position, report.position);
        putAxes(j->velocity, report.velocity);
        putAxes(j->motorForce, report.motorForce);
        putAxes(j->limitForce, report.limitForce);
        putAxes(j->frictionForce, report.frictionForce);
        vlView_PutVec(j->force, report.reaction.force);
        vlView_PutVec(j->torque, report.reaction.torque);
        j->gap = (float)report.gap;
        j->twist = (float)report.twist;
        j->energy = (float)report.energy;
    }
}

static void writeTail(const vlSimulation* s, const vlStepInfo* info, uint32_t joints,
                      vlViewTail* out)
{
    const vlWorldDef* def = vlScene_GetWorldDef(vlSimulation_GetScene(s));
    out->jointCount = joints;
    out->integrator = (uint32_t)def->integrator;
    out->islandCount = (uint32_t)info->islandCount;
    out->largestIsland = (uint32_t)info->largestIsland;
    out->solves = (uint32_t)info->solves;
    out->unsettledIslands = (uint32_t)info->unsettledIslands;
    out->iterativeIslands = (uint32_t)info->iterativeIslands;
    out->asleepBodies = (uint32_t)info->asleepBodies;
    out->ledger = vlSimulation_GetLedger(s);
}

// Number of joints that fit; joints have precedence over contacts.
static uint32_t planJoints(const vlScene* scene, size_t room, vlViewHeader* header)
{
    size_t count = (size_t)vlScene_GetJointCount(scene);
    size_t most = room / sizeof(vlViewJoint);
    header->status.flags |= count > most ? VL_VIEW_TRUNCATED : 0u;
    return (uint32_t)(count < most ? count : most);
}

static void writeHeader(const vlSimulation* simulation, const vlStepInfo* info,
                        const vlViewStatus* status, vlViewHeader* header)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    vlEnergy energy = vlSimulation_GetEnergy(simulation);
    memset(header, 0, sizeof *header);
    if (status != NULL) {
        header->status = *status;
    }
    header->status.flags &= ~VL_VIEW_SAMPLED;
    header->status.flags |= vlView_HasSurfaces(scene) ? VL_VIEW_SAMPLED : 0u;
    header->magic = VL_VIEW_MAGIC;
    header->bodyCount = (uint32_t)vlScene_GetBodyCount(scene);
    header->stepCount = info->stepCount;
    header->time = info->time;
    header->step = vlWorld_GetStep(vlSimulation_GetWorld(simulation));
    header->kineticEnergy = energy.kinetic;
    header->potentialEnergy = energy.gravity + energy.springs + energy.joints;
}

size_t vlView_Write(const vlSimulation* simulation, const vlViewStatus* status,
                    const vlViewTiming* timing, void* buffer, size_t capacity)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    const vlScene* scene = vlSimulation_GetScene(simulation);
    int bodies = vlScene_GetBodyCount(scene);
    size_t fixed = fixedSize(scene);
    if (capacity < fixed) {
        return 0;
    }
    vlViewHeader* header = buffer;
    vlStepInfo info = vlWorld_GetStepInfo(world);
    writeHeader(simulation, &info, status, header);
    uint32_t joints = planJoints(scene, capacity - fixed, header);
    planContacts(simulation, capacity - fixed - joints * sizeof(vlViewJoint), header);

    vlViewBody* body = (vlViewBody*)(header + 1);
    vlViewContact* contact = (vlViewContact*)(body + bodies);
    vlViewVertex* vertex = (vlViewVertex*)(contact + header->contactCount);
    vlViewGrab* grab = (vlViewGrab*)(vertex + header->vertexCount);
    writeBodies(simulation, body, bodies);
    writeContacts(simulation, header, contact, vertex);
    header->grabCount = writeGrabs(simulation, grab);
    vlViewTail* tail = (vlViewTail*)(grab + header->grabCount);
    vlViewJoint* joint = (vlViewJoint*)(tail + 1);
    writeTail(simulation, &info, joints, tail);
    writeJoints(simulation, joint, joints);
    unsigned char* end = vlView_WriteHaptic(simulation, timing, (vlViewHaptic*)(joint + joints));
    end = vlView_WritePlane(simulation, end);
    end = vlView_WriteSamples(simulation, end);
    size_t size = (size_t)(end - (unsigned char*)buffer);
    header->size = (uint32_t)size;
    return size;
}

const vlViewTail* vlView_GetTail(const vlViewHeader* view)
{
    const vlViewBody* body = (const vlViewBody*)(view + 1);
    const vlViewContact* contact = (const vlViewContact*)(body + view->bodyCount);
    const vlViewVertex* vertex = (const vlViewVertex*)(contact + view->contactCount);
    const vlViewGrab* grab = (const vlViewGrab*)(vertex + view->vertexCount);
    return (const vlViewTail*)(grab + view->grabCount);
}
