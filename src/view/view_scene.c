// SPDX-License-Identifier: MIT
// What a viewer receives once per scene, as JSON. Equal shapes are written once: bodies made from
// one shape of the scene share it.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_text.h"
#include "base/text_out.h"
#include "run/simulation_parts.h"
#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"
#include "view/view_parts.h"

static void writeVec(FILE* out, vlVec3 v)
{
    fprintf(out, "[%.9g,%.9g,%.9g]", v.x, v.y, v.z);
}

static void writePiece(FILE* out, const vlShape* shape, int piece)
{
    int loop[VL_MAX_HULL_VERTICES];
    fputs("{\"vertices\":[", out);
    for (int i = 0; i < vlShape_GetVertexCount(shape, piece); ++i) {
        vlVec3 v = vlShape_GetVertex(shape, piece, i);
        fprintf(out, "%s%.9g,%.9g,%.9g", i > 0 ? "," : "", v.x, v.y, v.z);
    }
    fputs("],\"faces\":[", out);
    for (int f = 0; f < vlShape_GetFaceCount(shape, piece); ++f) {
        int count = vlShape_GetFaceVertices(shape, piece, f, loop, VL_MAX_HULL_VERTICES);
        fputs(f > 0 ? ",[" : "[", out);
        for (int i = 0; i < count; ++i) {
            fprintf(out, "%s%d", i > 0 ? "," : "", loop[i]);
        }
        fputc(']', out);
    }
    fputs("]}", out);
}

// False without memory.
static bool writeShape(FILE* out, const vlSceneBody* body)
{
    const vlShape* shape = body->def.shape;
    if (vlShape_GetKind(shape) == VL_SHAPE_HALFSPACE) {
        vlVec3 normal;
        double offset;
        vlShape_GetFacePlane(shape, 0, 0, &normal, &offset);
        fputs("{\"halfspace\":{\"normal\":", out);
        writeVec(out, normal);
        fprintf(out, ",\"offset\":%.9g}}", offset);
        return true;
    }
    bool isSurface = vlShape_GetKind(shape) == VL_SHAPE_SURFACE;
    fprintf(out, "{\"volume\":%.9g,", vlShape_GetMassProperties(shape).volume);
    if (body->isCut) {
        fprintf(out, "\"error\":%.9g,", body->cutError);
    }
    fputs(isSurface ? "\"surface\":true," : "", out);
    if (isSurface && !vlView_WritePatches(out, shape)) {
        return false;
    }
    fputs("\"pieces\":[", out);
    for (int i = 0; i < vlShape_GetPieceCount(shape); ++i) {
        fputs(i > 0 ? "," : "", out);
        writePiece(out, shape, i);
    }
    fputs("]}", out);
    return true;
}

// Which of the different shapes, in order of first use, a body has.
typedef struct ShapeUse {
    const vlShape* shape;
    int body;
} ShapeUse;

static int compareUses(const void* left, const void* right)
{
    const ShapeUse* a = left;
    const ShapeUse* b = right;
    if (a->shape != b->shape) {
        return (uintptr_t)a->shape < (uintptr_t)b->shape ? -1 : 1;
    }
    return (a->body > b->body) - (a->body < b->body);
}

// Fills `index` [bodies]; sorting brings the uses of one shape together, first use first.
static bool numberShapes(const vlScene* scene, int* index)
{
    int count = vlScene_GetBodyCount(scene);
    ShapeUse* use = calloc((size_t)count + 1, sizeof *use);
    if (use == NULL) {
        return false;
    }
    for (int i = 0; i < count; ++i) {
        use[i] = (ShapeUse){vlScene_GetBody(scene, i)->def.shape, i};
    }
    qsort(use, (size_t)count, sizeof *use, compareUses);
    for (int i = 0, first = 0; i < count; ++i) {
        first = use[i].shape == use[first].shape ? first : i;
        index[use[i].body] = use[first].body; // for now the body that used it first
    }
    for (int i = 0, next = 0; i < count; ++i) {
        index[i] = index[i] == i ? next++ : index[index[i]];
    }
    free(use);
    return true;
}

static bool writeShapes(FILE* out, const vlScene* scene, const int* shapeOf)
{
    int written = 0;
    bool isWhole = true;
    fputs("\"shapes\":[", out);
    for (int i = 0; i < vlScene_GetBodyCount(scene); ++i) {
        if (shapeOf[i] == written) {
            fputs(written > 0 ? "," : "", out);
            isWhole = writeShape(out, vlScene_GetBody(scene, i)) && isWhole;
            ++written;
        }
    }
    fputs("],", out);
    return isWhole;
}

static void writeBody(FILE* out, const vlSimulation* simulation, int i, int shape)
{
    static const char* const types[] = {"static", "kinematic", "dynamic"};
    const vlScene* scene = vlSimulation_GetScene(simulation);
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    const vlSceneBody* body = vlScene_GetBody(scene, i);
    vlBodyId id = vlSimulation_GetBody(simulation, i);
    double mass = 0.0;
    vlMat3 inertia;
    vlPose pose = vlIdentityPose();
    vlVec3 centre = vlZero();
    vlResult r = vlBody_GetMass(world, id, &mass, &inertia);
    if (vlScene_IsPlanar(scene)) {
        mass = body->def.type == VL_BODY_DYNAMIC ? body->def.mass : 0.0;
    }
    r = r == VL_OK ? vlBody_GetPose(world, id, &pose) : r;
    r = r == VL_OK ? vlBody_GetCentre(world, id, &centre) : r;
    vlVec3 inShape = r == VL_OK ? vlUntransform(pose, centre) : vlZero();
    fputs("{\"name\":", out);
    vlJsonText_Write(out, body->name);
    fprintf(out, ",\"type\":\"%s\",\"colour\":\"#%06x\",\"mass\":%.9g,\"centre\":",
            types[body->def.type], body->colour & 0xffffffu, mass);
    writeVec(out, inShape);
    fputs(",\"material\":", out);
    vlJsonText_Write(out, vlScene_GetMaterial(scene, (int)body->def.material.index)->name);
    fprintf(out, ",\"shape\":%d}", shape);
}

static void writeSpring(FILE* out, const vlSceneSpring* spring)
{
    fputs("{\"name\":", out);
    vlJsonText_Write(out, spring->name);
    fprintf(out, ",\"bodyA\":%d,\"pointA\":", spring->bodyA);
    writeVec(out, spring->def.pointA);
    fputs(",\"velocityA\":", out);
    writeVec(out, spring->def.velocityA);
    fprintf(out, ",\"bodyB\":%d,\"pointB\":", spring->bodyB);
    writeVec(out, spring->def.pointB);
    fputc('}', out);
}

// Which axes of a joint turn; the others slide.
typedef struct JointKind {
    const char* name;
    int axisCount;
    bool turns[VL_MAX_JOINT_AXES];
} JointKind;

static const JointKind jointKinds[] = {
    [VL_JOINT_FIXED] = {"fixed", 0, {false}},
    [VL_JOINT_HINGE] = {"hinge", 1, {true}},
    [VL_JOINT_SLIDER] = {"slider", 1, {false}},
    [VL_JOINT_BALL] = {"ball", 3, {true, true, true}},
    [VL_JOINT_UNIVERSAL] = {"universal", 2, {true, true}},
    [VL_JOINT_PLANAR] = {"planar", 3, {false, false, true}},
    [VL_JOINT_DISTANCE] = {"distance", 1, {false}},
    [VL_JOINT_BUSHING] = {"bushing", 0, {false}},
};

// JSON has no infinities.
static void writeLimit(FILE* out, const char* key, double value)
{
    if (isfinite(value)) {
        fprintf(out, ",\"%s\":%.9g", key, value);
    } else {
        fprintf(out, ",\"%s\":null", key);
    }
}

static void writeFrame(FILE* out, const char* key, vlPose frame)
{
    fprintf(out, ",\"%s\":{\"position\":", key);
    writeVec(out, frame.p);
    fprintf(out, ",\"rotation\":[%.9g,%.9g,%.9g,%.9g]}", frame.q.x, frame.q.y, frame.q.z,
            frame.q.w);
}

static void writeJoint(FILE* out, const vlSceneJoint* joint)
{
    static const char* const modes[] = {"off", "torque", "velocity", "position"};
    const JointKind* kind = &jointKinds[joint->def.type];
    fputs("{\"name\":", out);
    vlJsonText_Write(out, joint->name);
    fprintf(out, ",\"type\":\"%s\",\"bodyA\":%d,\"bodyB\":%d", kind->name, joint->bodyA,
            joint->bodyB);
    writeFrame(out, "frameA", joint->def.frameA);
    writeFrame(out, "frameB", joint->def.frameB);
    fputs(",\"axes\":[", out);
    for (int i = 0; i < kind->axisCount; ++i) {
        const vlAxisDef* axis = &joint->def.axis[i];
        fprintf(out, "%s{\"turns\":%s", i > 0 ? "," : "", kind->turns[i] ? "true" : "false");
        writeLimit(out, "lower", axis->lower);
        writeLimit(out, "upper", axis->upper);
        fprintf(out, ",\"motor\":\"%s\"}", modes[axis->motor.mode]);
    }
    fputs("]}", out);
}

static void writeDevice(FILE* out, const vlSimulation* simulation, int i)
{
    const vlSceneDevice* device = vlScene_GetDevice(vlSimulation_GetScene(simulation), i);
    const vlDeviceInfo* info = vlSimulation_GetDeviceInfo(simulation, i);
    bool isConnected = vlSimulation_IsConnected(simulation, i);
    fputs("{\"name\":", out);
    vlJsonText_Write(out, device->name);
    fprintf(out, ",\"connected\":%s,\"backend\":", isConnected ? "true" : "false");
    vlJsonText_Write(out, isConnected ? info->backend : device->backend);
    fputs(",\"model\":", out);
    vlJsonText_Write(out, info != NULL ? info->model : "");
    fputs(",\"address\":", out);
    vlJsonText_Write(out, device->address);
    fprintf(out, ",\"body\":%d,\"stiffness\":%.9g,\"angularStiffness\":%.9g,\"scale\":%.9g",
            device->body, device->coupling.stiffness, device->coupling.angularStiffness,
            device->scale);
    fprintf(out, ",\"graspButton\":%d,\"clutchButton\":%d}", device->graspButton,
            device->clutchButton);
}

// Values in full precision: a page sends them back to restore them.
static void writeParameter(FILE* out, const vlParameter* p)
{
    fprintf(out, "{\"kind\":\"%s\",\"unit\":\"%s\",\"value\":%.17g,\"least\":%.17g,\"most\":%.17g",
            vlParameterKind_Name(p->kind), vlParameterKind_Unit(p->kind), p->value, p->least,
            p->most);
    if (p->mayBeAuto) {
        fputs(",\"auto\":true", out);
    }
    if (p->materialA >= 0) {
        fprintf(out, ",\"materials\":[%d,%d]", p->materialA, p->materialB);
    }
    if (p->device >= 0) {
        fprintf(out, ",\"device\":%d", p->device);
    }
    for (int i = 0; vlParameter_GetChoice(p, i) != NULL; ++i) {
        fprintf(out, "%s\"%s\"", i == 0 ? ",\"choices\":[" : ",", vlParameter_GetChoice(p, i));
    }
    fputs(vlParameter_GetChoice(p, 0) != NULL ? "]}" : "}", out);
}

static void writeCamera(FILE* out, vlSceneCamera camera)
{
    if (!camera.isSet && camera.follow < 0) {
        fputs(",\"camera\":null", out);
        return;
    }
    fputs(",\"camera\":{", out);
    if (camera.isSet) {
        fputs("\"position\":", out);
        writeVec(out, camera.position);
        fputs(",\"target\":", out);
        writeVec(out, camera.target);
        fputs(camera.follow >= 0 ? "," : "", out);
    }
    if (camera.follow >= 0) {
        fprintf(out, "\"follow\":%d", camera.follow);
    }
    fputc('}', out);
}

static void writeHead(FILE* out, const vlScene* scene)
{
    const vlWorldDef* def = vlScene_GetWorldDef(scene);
    fputs("{\"type\":\"scene\",\"name\":", out);
    vlJsonText_Write(out, vlScene_GetName(scene));
    fputs(",\"description\":", out);
    vlJsonText_Write(out, vlScene_GetDescription(scene));
    fprintf(out, ",\"step\":%.9g,\"gravity\":", def->step);
    writeVec(out, def->gravity);
    writeCamera(out, vlScene_GetCamera(scene));
    fputs(",\"materials\":[", out);
    for (int i = 0; i < vlScene_GetMaterialCount(scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        vlJsonText_Write(out, vlScene_GetMaterial(scene, i)->name);
    }
    fputs(vlScene_IsPlanar(scene) ? "],\"planar\":true," : "],", out);
}

vlResult vlView_WriteScene(const vlSimulation* simulation, char** json, size_t* size)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    vlTextOut made;
    int* shapeOf = calloc((size_t)vlScene_GetBodyCount(scene) + 1, sizeof *shapeOf);
    bool isNumbered = shapeOf != NULL && numberShapes(scene, shapeOf);
    FILE* out = isNumbered ? vlTextOut_Open(&made) : NULL;
    if (out == NULL) {
        free(shapeOf);
        return VL_ERROR_MEMORY;
    }
    writeHead(out, scene);
    bool isWhole = writeShapes(out, scene, shapeOf);
    fputs("\"bodies\":[", out);
    for (int i = 0; i < vlScene_GetBodyCount(scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        writeBody(out, simulation, i, shapeOf[i]);
    }
    fputs("],\"springs\":[", out);
    for (int i = 0; i < vlScene_GetSpringCount(scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        writeSpring(out, vlScene_GetSpring(scene, i));
    }
    fputs("],\"joints\":[", out);
    for (int i = 0; i < vlScene_GetJointCount(scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        writeJoint(out, vlScene_GetJoint(scene, i));
    }
    fputs("],\"devices\":[", out);
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        writeDevice(out, simulation, i);
    }
    fputs("],\"parameters\":[", out);
    for (int i = 0; i < vlScene_GetParameterCount(scene); ++i) {
        fputs(i > 0 ? "," : "", out);
        writeParameter(out, vlScene_GetParameter(scene, i));
    }
    fputs("]}", out);
    free(shapeOf);
    char* text = vlTextOut_Close(&made, size);
    if (!isWhole) {
        free(text);
        text = NULL;
    }
    *json = text != NULL ? text : *json;
    return text != NULL ? VL_OK : VL_ERROR_MEMORY;
}
