// SPDX-License-Identifier: MIT
// A recording as MCAP: what a 3D view in Foxglove needs (moving frames with shapes fixed to them),
// and contacts, joints, devices and energies for plots. Messages are JSON.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/export/export.h"
#include "app/export/json_out.h"
#include "app/export/mcap_schemas.h"
#include "app/export/mcap_writer.h"
#include "base/file_in.h"
#include "base/text_out.h"

#define PLANE_SIZE 10.0 // m, half the side of the square that stands for a half-space

typedef struct Export {
    vlExportSource* source;
    const vlScene* scene;
    vlMcap* mcap;
    int transforms, shapes, contacts, status; // topics
    int joints, devices;                      // -1: the scene has none
    char root[64];                            // frame of the world
} Export;

static const char* nameOf(const vlScene* scene, int place)
{
    const vlSceneBody* body = vlScene_GetBody(scene, place);
    return body != NULL ? body->name : "?";
}

static void putTransform(const Export* export, FILE* out, uint64_t time, const char* frame,
                         vlPose pose, bool isFirst)
{
    fputs(isFirst ? "{" : ",{", out);
    vlJson_PutTime(out, time);
    fputs(",\"parent_frame_id\":", out);
    vlJsonText_Write(out, export->root);
    fputs(",\"child_frame_id\":", out);
    vlJsonText_Write(out, frame);
    vlJson_PutVecAs(out, "translation", pose.p);
    fputs(",\"rotation\":", out);
    vlJson_PutQuat(out, pose.q);
    fputc('}', out);
}

// Frames of devices and of their grasps, at the time at which they are known. No body's name has a
// slash.
static void putDevices(const Export* export, FILE* out, const vlExportFrame* frame, bool isFirst)
{
    uint64_t time = (uint64_t)llround(frame->detailTime * 1e9);
    char name[128];
    for (int i = 0; frame->hasDetails && i < frame->deviceCount; ++i) {
        const char* device = vlScene_GetDevice(export->scene, i)->name;
        snprintf(name, sizeof name, "device/%s", device);
        putTransform(export, out, time, name, frame->devices[i].pose, isFirst && i == 0);
        snprintf(name, sizeof name, "device/%s/grasp", device);
        putTransform(export, out, time, name, frame->devices[i].held, false);
    }
}

// All moving bodies and devices; the first frame also has what never moves.
static void writeTransforms(const Export* export, FILE* out, uint64_t time,
                            const vlExportFrame* frame, bool isFirst)
{
    fputs("{\"transforms\":[", out);
    bool isEmpty = true;
    for (int i = 0; i < frame->bodyCount; ++i) {
        int place = vlExportSource_GetPlace(export->source, i);
        putTransform(export, out, time, nameOf(export->scene, place), frame->bodies[i].pose,
                     isEmpty);
        isEmpty = false;
    }
    for (int i = 0; isFirst && i < vlScene_GetBodyCount(export->scene); ++i) {
        const vlSceneBody* body = vlScene_GetBody(export->scene, i);
        if (body->def.type == VL_BODY_STATIC) {
            putTransform(export, out, time, body->name, body->def.pose, isEmpty);
            isEmpty = false;
        }
    }
    putDevices(export, out, frame, isEmpty);
    fputs("]}", out);
}

static void putTriangles(FILE* out, const vlShape* shape, int piece)
{
    int loop[VL_MAX_HULL_VERTICES];
    fputs("\"points\":[", out);
    for (int i = 0; i < vlShape_GetVertexCount(shape, piece); ++i) {
        fputs(i > 0 ? "," : "", out);
        vlJson_PutVec(out, vlShape_GetVertex(shape, piece, i));
    }
    fputs("],\"indices\":[", out);
    bool isFirst = true;
    for (int f = 0; f < vlShape_GetFaceCount(shape, piece); ++f) {
        int count = vlShape_GetFaceVertices(shape, piece, f, loop, VL_MAX_HULL_VERTICES);
        for (int i = 2; i < count; ++i) { // a fan: faces are convex
            fprintf(out, "%s%d,%d,%d", isFirst ? "" : ",", loop[0], loop[i - 1], loop[i]);
            isFirst = false;
        }
    }
    fputc(']', out);
}

// A square in the half-space's plane, around the projection of its frame's origin.
static void putPlane(FILE* out, const vlShape* shape)
{
    vlVec3 normal;
    double offset;
    vlShape_GetFacePlane(shape, 0, 0, &normal, &offset);
    vlVec3 axis = fabs(normal.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    vlVec3 u = vlScale(vlUnit(vlCross(normal, axis)), PLANE_SIZE);
    vlVec3 v = vlCross(normal, u);
    fputs("\"points\":[", out);
    for (int i = 0; i < 4; ++i) {
        vlVec3 point = vlScale(normal, offset);
        point = vlMulAdd(point, i == 0 || i == 3 ? -1.0 : 1.0, u);
        point = vlMulAdd(point, i < 2 ? -1.0 : 1.0, v);
        fputs(i > 0 ? "," : "", out);
        vlJson_PutVec(out, point);
    }
    fputs("],\"indices\":[0,1,2,0,2,3]", out);
}

static void putEntity(FILE* out, uint64_t time, const vlSceneBody* body)
{
    const vlShape* shape = body->def.shape;
    bool isPlane = vlShape_GetKind(shape) == VL_SHAPE_HALFSPACE;
    int pieces = isPlane ? 1 : vlShape_GetPieceCount(shape);
    fputc('{', out);
    vlJson_PutTime(out, time);
    fputs(",\"frame_id\":", out);
    vlJsonText_Write(out, body->name);
    fputs(",\"id\":", out);
    vlJsonText_Write(out, body->name);
    fputs(",\"lifetime\":{\"sec\":0,\"nsec\":0},\"frame_locked\":true,\"metadata\":[],"
          "\"arrows\":[],\"cubes\":[],\"spheres\":[],\"cylinders\":[],\"lines\":[],\"texts\":[],"
          "\"models\":[],\"triangles\":[",
          out);
    for (int i = 0; i < pieces; ++i) {
        fputs(i > 0 ? ",{" : "{", out);
        fputs("\"pose\":{\"position\":{\"x\":0,\"y\":0,\"z\":0},"
              "\"orientation\":{\"x\":0,\"y\":0,\"z\":0,\"w\":1}},",
              out);
        fprintf(out, "\"color\":{\"r\":%.4f,\"g\":%.4f,\"b\":%.4f,\"a\":1},\"colors\":[],",
                (body->colour >> 16 & 0xffu) / 255.0, (body->colour >> 8 & 0xffu) / 255.0,
                (body->colour & 0xffu) / 255.0);
        if (isPlane) {
            putPlane(out, shape);
        } else {
            putTriangles(out, shape, i);
        }
        fputc('}', out);
    }
    fputs("]}", out);
}

static void writeShapes(const Export* export, FILE* out, uint64_t time)
{
    fputs("{\"deletions\":[],\"entities\":[", out);
    for (int i = 0; i < vlScene_GetBodyCount(export->scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        putEntity(out, time, vlScene_GetBody(export->scene, i));
    }
    fputs("]}", out);
}

static void writeContacts(const Export* export, FILE* out, uint64_t time,
                          const vlExportFrame* frame)
{
    static const char* const modes[] = {"none", "static", "dynamic"};
    fputc('{', out);
    vlJson_PutTime(out, time);
    fputs(",\"contacts\":[", out);
    for (int i = 0; i < frame->contactCount; ++i) {
        const vlExportContact* c = &frame->contacts[i];
        fputs(i > 0 ? ",{\"body_a\":" : "{\"body_a\":", out);
        vlJsonText_Write(out, nameOf(export->scene, c->bodyA));
        fputs(",\"body_b\":", out);
        vlJsonText_Write(out, nameOf(export->scene, c->bodyB));
        fprintf(out, ",\"mode\":\"%s\"", (unsigned)c->mode < 3 ? modes[c->mode] : "?");
        vlJson_PutVecAs(out, "position", c->origin);
        vlJson_PutVecAs(out, "normal", c->normal);
        vlJson_PutVecAs(out, "centre_of_pressure", c->centre);
        vlJson_PutNumber(out, "normal_force", c->normalForce);
        vlJson_PutVecAs(out, "friction", c->friction);
        vlJson_PutNumber(out, "friction_torque", c->frictionTorque);
        vlJson_PutNumber(out, "area", c->area);
        vlJson_PutNumber(out, "depth", c->depth);
        fputc('}', out);
    }
    fputs("]}", out);
}

static void putAxes(FILE* out, const char* key, const double value[VL_MAX_JOINT_AXES])
{
    fprintf(out, ",\"%s\":[%s,%s,%s]", key, vlJsonNumber_Of(value[0]).text,
            vlJsonNumber_Of(value[1]).text, vlJsonNumber_Of(value[2]).text);
}

static void writeJoints(const Export* export, FILE* out, uint64_t time, const vlExportFrame* frame)
{
    fputc('{', out);
    vlJson_PutTime(out, time);
    fputs(",\"joints\":[", out);
    for (int i = 0; i < frame->jointCount; ++i) {
        const vlJointReport* r = &frame->joints[i];
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        vlJsonText_Write(out, vlScene_GetJoint(export->scene, i)->name);
        putAxes(out, "position", r->position);
        putAxes(out, "velocity", r->velocity);
        putAxes(out, "motor", r->motorForce);
        putAxes(out, "limit", r->limitForce);
        putAxes(out, "friction", r->frictionForce);
        vlJson_PutVecAs(out, "force", r->reaction.force);
        vlJson_PutVecAs(out, "torque", r->reaction.torque);
        vlJson_PutNumber(out, "gap", r->gap);
        vlJson_PutNumber(out, "twist", r->twist);
        vlJson_PutNumber(out, "energy", r->energy);
        fputc('}', out);
    }
    fputs("]}", out);
}

static void writeDevice(const Export* export, FILE* out, const vlExportDevice* device, int i)
{
    static const char* const holds[] = {"nothing", "coupled", "direct"};
    fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
    vlJsonText_Write(out, vlScene_GetDevice(export->scene, i)->name);
    fprintf(out,
            ",\"hold\":\"%s\",\"body\":", (unsigned)device->hold < 3 ? holds[device->hold] : "?");
    vlJsonText_Write(out, device->body >= 0 ? nameOf(export->scene, device->body) : "");
    vlJson_PutPoseAs(out, "pose", device->pose);
    vlJson_PutPoseAs(out, "held", device->held);
    vlJson_PutVecAs(out, "felt_force", device->felt.force);
    vlJson_PutVecAs(out, "felt_torque", device->felt.torque);
    vlJson_PutVecAs(out, "sent_force", device->sent.force);
    vlJson_PutVecAs(out, "sent_torque", device->sent.torque);
    fprintf(out, ",\"buttons\":%u,\"flags\":%u,\"governor\":%u", device->buttons, device->flags,
            device->governor);
    for (int k = 0; k < VL_PORT_COUNT; ++k) {
        char key[64];
        snprintf(key, sizeof key, "%s_energy", vlPort_Name((vlPort)k));
        vlJson_PutNumber(out, key, device->port[k]);
    }
    if (device->isWhole) {
        vlJson_PutNumber(out, "unpaid_energy", device->unpaid);
    }
    fputc('}', out);
}

static void writeDevices(const Export* export, FILE* out, uint64_t time, const vlExportFrame* frame)
{
    fputc('{', out);
    vlJson_PutTime(out, time);
    fputs(",\"devices\":[", out);
    for (int i = 0; i < frame->deviceCount; ++i) {
        writeDevice(export, out, &frame->devices[i], i);
    }
    fputs("]}", out);
}

static void writeStatus(FILE* out, uint64_t time, const vlExportFrame* frame)
{
    double force = 0.0, deepest = 0.0;
    for (int i = 0; i < frame->contactCount; ++i) {
        force += frame->contacts[i].normalForce;
        deepest = fmax(deepest, frame->contacts[i].depth);
    }
    fputc('{', out);
    vlJson_PutTime(out, time);
    fprintf(out, ",\"step\":%llu,\"contacts\":%d", (unsigned long long)frame->detailStep,
            frame->contactCount);
    vlJson_PutNumber(out, "kinetic_energy", frame->kinetic);
    vlJson_PutNumber(out, "potential_energy", frame->potential);
    vlJson_PutNumber(out, "normal_force", force);
    vlJson_PutNumber(out, "deepest", deepest);
    fputc('}', out);
}

// Makes one message in memory and writes it.
static bool addMessage(const Export* export, int topic, double seconds, const vlExportFrame* frame,
                       bool isFirst)
{
    vlTextOut message;
    size_t size = 0;
    FILE* out = vlTextOut_Open(&message);
    if (out == NULL) {
        return false;
    }
    uint64_t time = (uint64_t)llround(seconds * 1e9);
    if (topic == export->transforms) {
        writeTransforms(export, out, time, frame, isFirst);
    } else if (topic == export->shapes) {
        writeShapes(export, out, time);
    } else if (topic == export->contacts) {
        writeContacts(export, out, time, frame);
    } else if (topic == export->joints) {
        writeJoints(export, out, time, frame);
    } else if (topic == export->devices) {
        writeDevices(export, out, time, frame);
    } else {
        writeStatus(out, time, frame);
    }
    char* text = vlTextOut_Close(&message, &size);
    bool ok = text != NULL;
    if (ok) {
        vlMcap_AddMessage(export->mcap, topic, time, text, size);
    }
    free(text);
    return ok;
}

static bool addFrame(const Export* export, const vlExportFrame* frame, bool isFirst)
{
    bool ok = addMessage(export, export->transforms, frame->time, frame, isFirst);
    ok = ok && (!isFirst || addMessage(export, export->shapes, frame->time, frame, isFirst));
    if (frame->hasDetails) {
        ok = ok && addMessage(export, export->contacts, frame->detailTime, frame, isFirst);
        if (export->joints >= 0) {
            ok = ok && addMessage(export, export->joints, frame->detailTime, frame, isFirst);
        }
        if (export->devices >= 0) {
            ok = ok && addMessage(export, export->devices, frame->detailTime, frame, isFirst);
        }
        ok = ok && addMessage(export, export->status, frame->detailTime, frame, isFirst);
    }
    return ok;
}

// "world", or a variation if a body has that name.
static void nameRoot(Export* export)
{
    snprintf(export->root, sizeof export->root, "world");
    for (size_t i = 5; i + 1 < sizeof export->root; ++i) {
        if (vlScene_FindBody(export->scene, export->root) < 0) {
            return;
        }
        export->root[i] = '_';
        export->root[i + 1] = '\0';
    }
}

static void addTopics(Export* export)
{
    vlMcap* mcap = export->mcap;
    export->transforms =
        vlMcap_AddTopic(mcap, "/tf", "foxglove.FrameTransforms", VL_SCHEMA_TRANSFORMS);
    export->shapes = vlMcap_AddTopic(mcap, "/scene", "foxglove.SceneUpdate", VL_SCHEMA_SCENE);
    export->contacts = vlMcap_AddTopic(mcap, "/contacts", "volar.Contacts", VL_SCHEMA_CONTACTS);
    export->joints = vlScene_GetJointCount(export->scene) > 0
                         ? vlMcap_AddTopic(mcap, "/joints", "volar.Joints", VL_SCHEMA_JOINTS)
                         : -1;
    export->devices = vlScene_GetDeviceCount(export->scene) > 0
                          ? vlMcap_AddTopic(mcap, "/devices", "volar.Devices", VL_SCHEMA_DEVICES)
                          : -1;
    export->status = vlMcap_AddTopic(mcap, "/status", "volar.Status", VL_SCHEMA_STATUS);
}

bool vlExport_WriteMcap(vlExportSource* source, const char* path, vlExportCounts* counts,
                        char* message, size_t messageSize)
{
    Export export = {.source = source, .scene = vlExportSource_GetScene(source)};
    int error = 0;
    export.mcap = vlMcap_Open(path, "volar " VL_VERSION_STRING, &error);
    *counts = (vlExportCounts){0, 0};
    if (export.mcap != NULL) {
        nameRoot(&export);
        addTopics(&export);
        vlExportFrame frame;
        bool ok = true;
        while (ok && vlMcap_GetError(export.mcap) == 0 && vlExportSource_Next(source, &frame)) {
            ok = addFrame(&export, &frame, counts->frames == 0);
            ++counts->frames;
            counts->contacts += (uint64_t)frame.contactCount;
        }
        const char* failure = vlExportSource_GetFailure(source);
        error = vlMcap_Close(export.mcap, ok && failure == NULL);
        error = ok ? error : ENOMEM;
        if (error == 0 && failure != NULL) {
            snprintf(message, messageSize, "cannot export to '%s': %s", path, failure);
            return false;
        }
    }
    if (error != 0) {
        char why[128];
        snprintf(message, messageSize, "cannot write '%s': %s", path,
                 vlFileIn_Explain(error, why, sizeof why));
    }
    return error == 0;
}
