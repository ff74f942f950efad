// SPDX-License-Identifier: MIT
// A recording as MCAP: what a 3D view in Foxglove needs (frames that move, shapes tied to them
// once), and contacts, joints and energies for plots. Messages are JSON.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/export/export.h"
#include "app/export/mcap_schemas.h"
#include "app/export/mcap_writer.h"

#define PLANE_SIZE 10.0 // m, half the side of the square that stands for a half-space

typedef struct Export {
    vlExportSource* source;
    const vlScene* scene;
    vlMcap* mcap;
    int transforms, shapes, contacts, joints, status; // topics; no joints: -1
    char root[64];                                    // frame of the world
} Export;

typedef struct Number {
    char text[32];
} Number;

// JSON has no infinities and no NAN.
static Number numberOf(double value)
{
    Number number = {"null"};
    if (isfinite(value)) {
        snprintf(number.text, sizeof number.text, "%.9g", value);
    }
    return number;
}

// A number as a member of an object, with the comma before it.
static void putNumber(FILE* out, const char* key, double value)
{
    fprintf(out, ",\"%s\":%s", key, numberOf(value).text);
}

static void putVec(FILE* out, vlVec3 v)
{
    fprintf(out, "{\"x\":%s,\"y\":%s,\"z\":%s}", numberOf(v.x).text, numberOf(v.y).text,
            numberOf(v.z).text);
}

static void putVecAs(FILE* out, const char* key, vlVec3 v)
{
    fprintf(out, ",\"%s\":", key);
    putVec(out, v);
}

static void putQuat(FILE* out, vlQuat q)
{
    fprintf(out, "{\"x\":%s,\"y\":%s,\"z\":%s,\"w\":%s}", numberOf(q.x).text, numberOf(q.y).text,
            numberOf(q.z).text, numberOf(q.w).text);
}

static void putText(FILE* out, const char* text)
{
    fputc('"', out);
    for (; *text != '\0'; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < 0x20) {
            fprintf(out, "\\u%04x", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

static void putTime(FILE* out, uint64_t nanoseconds)
{
    fprintf(out, "\"timestamp\":{\"sec\":%llu,\"nsec\":%llu}",
            (unsigned long long)(nanoseconds / 1000000000u),
            (unsigned long long)(nanoseconds % 1000000000u));
}

static const char* nameOf(const vlScene* scene, int place)
{
    const vlSceneBody* body = vlScene_GetBody(scene, place);
    return body != NULL ? body->name : "?";
}

static void putTransform(const Export* export, FILE* out, uint64_t time, int place, vlPose pose,
                         bool isFirst)
{
    fputs(isFirst ? "{" : ",{", out);
    putTime(out, time);
    fputs(",\"parent_frame_id\":", out);
    putText(out, export->root);
    fputs(",\"child_frame_id\":", out);
    putText(out, nameOf(export->scene, place));
    putVecAs(out, "translation", pose.p);
    fputs(",\"rotation\":", out);
    putQuat(out, pose.q);
    fputc('}', out);
}

// All moving bodies; with the first frame those that never move, too.
static void writeTransforms(const Export* export, FILE* out, uint64_t time,
                            const vlExportFrame* frame, bool isFirst)
{
    fputs("{\"transforms\":[", out);
    bool isEmpty = true;
    for (int i = 0; i < frame->bodyCount; ++i) {
        putTransform(export, out, time, vlExportSource_GetPlace(export->source, i),
                     frame->bodies[i].pose, isEmpty);
        isEmpty = false;
    }
    for (int i = 0; isFirst && i < vlScene_GetBodyCount(export->scene); ++i) {
        const vlSceneBody* body = vlScene_GetBody(export->scene, i);
        if (body->def.type == VL_BODY_STATIC) {
            putTransform(export, out, time, i, body->def.pose, isEmpty);
            isEmpty = false;
        }
    }
    fputs("]}", out);
}

static void putTriangles(FILE* out, const vlShape* shape, int piece)
{
    int loop[VL_MAX_HULL_VERTICES];
    fputs("\"points\":[", out);
    for (int i = 0; i < vlShape_GetVertexCount(shape, piece); ++i) {
        fputs(i > 0 ? "," : "", out);
        putVec(out, vlShape_GetVertex(shape, piece, i));
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

// A square of the half-space's plane about the foot of its frame's origin.
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
        putVec(out, point);
    }
    fputs("],\"indices\":[0,1,2,0,2,3]", out);
}

static void putEntity(FILE* out, uint64_t time, const vlSceneBody* body)
{
    const vlShape* shape = body->def.shape;
    bool isPlane = vlShape_GetKind(shape) == VL_SHAPE_HALFSPACE;
    int pieces = isPlane ? 1 : vlShape_GetPieceCount(shape);
    fputc('{', out);
    putTime(out, time);
    fputs(",\"frame_id\":", out);
    putText(out, body->name);
    fputs(",\"id\":", out);
    putText(out, body->name);
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
    putTime(out, time);
    fputs(",\"contacts\":[", out);
    for (int i = 0; i < frame->contactCount; ++i) {
        const vlExportContact* c = &frame->contacts[i];
        fputs(i > 0 ? ",{\"body_a\":" : "{\"body_a\":", out);
        putText(out, nameOf(export->scene, c->bodyA));
        fputs(",\"body_b\":", out);
        putText(out, nameOf(export->scene, c->bodyB));
        fprintf(out, ",\"mode\":\"%s\"", (unsigned)c->mode < 3 ? modes[c->mode] : "?");
        putVecAs(out, "position", c->origin);
        putVecAs(out, "normal", c->normal);
        putVecAs(out, "centre_of_pressure", c->centre);
        putNumber(out, "normal_force", c->normalForce);
        putVecAs(out, "friction", c->friction);
        putNumber(out, "friction_torque", c->frictionTorque);
        putNumber(out, "area", c->area);
        putNumber(out, "depth", c->depth);
        fputc('}', out);
    }
    fputs("]}", out);
}

static void putAxes(FILE* out, const char* key, const double value[VL_MAX_JOINT_AXES])
{
    fprintf(out, ",\"%s\":[%s,%s,%s]", key, numberOf(value[0]).text, numberOf(value[1]).text,
            numberOf(value[2]).text);
}

static void writeJoints(const Export* export, FILE* out, uint64_t time, const vlExportFrame* frame)
{
    fputc('{', out);
    putTime(out, time);
    fputs(",\"joints\":[", out);
    for (int i = 0; i < frame->jointCount; ++i) {
        const vlJointReport* r = &frame->joints[i];
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        putText(out, vlScene_GetJoint(export->scene, i)->name);
        putAxes(out, "position", r->position);
        putAxes(out, "velocity", r->velocity);
        putAxes(out, "motor", r->motorForce);
        putAxes(out, "limit", r->limitForce);
        putAxes(out, "friction", r->frictionForce);
        putVecAs(out, "force", r->reaction.force);
        putVecAs(out, "torque", r->reaction.torque);
        putNumber(out, "gap", r->gap);
        putNumber(out, "twist", r->twist);
        putNumber(out, "energy", r->energy);
        fputc('}', out);
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
    putTime(out, time);
    fprintf(out, ",\"step\":%llu,\"contacts\":%d", (unsigned long long)frame->detailStep,
            frame->contactCount);
    putNumber(out, "kinetic_energy", frame->kinetic);
    putNumber(out, "potential_energy", frame->potential);
    putNumber(out, "normal_force", force);
    putNumber(out, "deepest", deepest);
    fputc('}', out);
}

// Makes one message in memory and hands it over.
static bool addMessage(const Export* export, int topic, double seconds, const vlExportFrame* frame,
                       bool isFirst)
{
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
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
    } else {
        writeStatus(out, time, frame);
    }
    bool ok = fclose(out) == 0;
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
        ok = ok && addMessage(export, export->status, frame->detailTime, frame, isFirst);
    }
    return ok;
}

// "world", unless a body is called so.
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
    export->status = vlMcap_AddTopic(mcap, "/status", "volar.Status", VL_SCHEMA_STATUS);
}

bool vlExport_WriteMcap(vlExportSource* source, const char* path, vlExportCounts* counts,
                        char* message, size_t messageSize)
{
    Export export = {.source = source, .scene = vlExportSource_GetScene(source)};
    export.mcap = vlMcap_Open(path, "volar " VL_VERSION_STRING);
    int error = export.mcap == NULL ? errno : 0;
    *counts = (vlExportCounts){0, 0};
    if (export.mcap != NULL) {
        nameRoot(&export);
        addTopics(&export);
        vlExportFrame frame;
        bool ok = true;
        while (ok && vlMcap_GetError(export.mcap) == 0 && vlExportSource_Next(source, &frame)) {
            ok = addFrame(&export, &frame, counts->frames == 0);
            counts->frames++;
            counts->contacts += (uint64_t)frame.contactCount;
        }
        error = vlMcap_Close(export.mcap);
        error = ok ? error : ENOMEM;
    }
    if (error != 0) {
        char why[128];
        snprintf(message, messageSize, "cannot write '%s': %s", path,
                 strerror_r(error, why, sizeof why));
    }
    return error == 0;
}
