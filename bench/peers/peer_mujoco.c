// SPDX-License-Identifier: MIT
// MuJoCo: Newton solver with elliptic friction cones, everything else at its default. The model is
// compiled from MJCF text held in memory. Contacts have 3 dimensions (no torsional friction), the
// default; a second row adds torsional friction with its default length of 5 mm.

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/scenes.h"

// Room for contact points: the number per body, averaged over a scene. A brick in a wall has 8.6.
#define CONTACTS_PER_BODY 12
#define FILE_NAME "scene.xml"

typedef struct mujocoPeer {
    mjModel* model;
    mjData* data;
} mujocoPeer;

// The default would write a log file into the working directory.
static void ignoreWarning(const char* text)
{
    (void)text;
}

// The library cannot go on after an error.
static void failOnError(const char* text)
{
    fprintf(stderr, "bench_peers: MuJoCo: %s\n", text);
    exit(1);
}

static void writeNumbers(FILE* out, const char* name, const double* values, int count)
{
    fprintf(out, " %s=\"", name);
    for (int i = 0; i < count; ++i) {
        fprintf(out, "%s%.17g", i > 0 ? " " : "", values[i]);
    }
    fputc('"', out);
}

static void writeMeshes(FILE* out, const vlPeerScene* scene)
{
    fputs("<asset>", out);
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlPeerHull* hull = scene->bodies[i].hull;
        if (hull != NULL) {
            fprintf(out, "<mesh name=\"m%d\"", i);
            writeNumbers(out, "vertex", &hull->points[0][0], 3 * hull->pointCount);
            fputs("/>\n", out);
        }
    }
    fputs("</asset>\n", out);
}

static void writeBody(FILE* out, const vlPeerBody* body, int index)
{
    if (!body->isStatic) {
        fputs("<body", out);
        writeNumbers(out, "pos", body->position, 3);
        writeNumbers(out, "quat", body->rotation, 4);
        fprintf(out, "><freejoint/><inertial pos=\"0 0 0\" mass=\"%.17g\"", body->mass);
        writeNumbers(out, "diaginertia", body->inertia, 3);
        fputs("/>", out);
    }
    if (body->hull != NULL) {
        fprintf(out, "<geom type=\"mesh\" mesh=\"m%d\"", index);
    } else {
        fputs("<geom type=\"box\"", out);
        writeNumbers(out, "size", body->halfSize, 3);
    }
    if (body->isStatic) {
        writeNumbers(out, "pos", body->position, 3);
        writeNumbers(out, "quat", body->rotation, 4);
        fputs("/>\n", out);
    } else {
        fputs("/></body>\n", out);
    }
}

// Returns text to be freed by the caller.
static char* writeModel(const vlPeerScene* scene, int dimensions, size_t* size)
{
    char* text = NULL;
    FILE* out = open_memstream(&text, size);
    if (out == NULL) {
        failOnError("no memory for the model's text");
    }
    int contacts = CONTACTS_PER_BODY * scene->dynamicCount;
    fprintf(out,
            "<mujoco><compiler angle=\"radian\"/>"
            "<option timestep=\"%.17g\" gravity=\"0 0 %.17g\" cone=\"elliptic\" solver=\"Newton\"/>"
            "<size nconmax=\"%d\" njmax=\"%d\"/>"
            "<default><geom condim=\"%d\" friction=\"%.17g 0.005 0.0001\"/></default>\n",
            scene->step, -scene->gravity, contacts, dimensions * contacts, dimensions,
            scene->frictionDynamic);
    writeMeshes(out, scene);
    fputs("<worldbody><geom type=\"plane\" size=\"0 0 1\"/>\n", out);
    for (int i = 0; i < scene->bodyCount; ++i) {
        writeBody(out, &scene->bodies[i], i);
    }
    fputs("</worldbody></mujoco>\n", out);
    fclose(out);
    return text;
}

static void* createWith(const vlPeerScene* scene, int dimensions, char* message, size_t messageSize)
{
    mju_user_warning = ignoreWarning;
    mju_user_error = failOnError;
    size_t size = 0;
    char* text = writeModel(scene, dimensions, &size);
    mjVFS* files = vlPeer_Allocate(1, sizeof *files);
    mj_defaultVFS(files);
    mujocoPeer* peer = vlPeer_Allocate(1, sizeof *peer);
    if (mj_makeEmptyFileVFS(files, FILE_NAME, (int)size) == 0) {
        memcpy(files->filedata[mj_findFileVFS(files, FILE_NAME)], text, size);
        peer->model = mj_loadXML(FILE_NAME, files, message, (int)messageSize);
    } else {
        snprintf(message, messageSize, "the model's text does not fit");
    }
    mj_deleteVFS(files);
    free(files);
    free(text);
    if (peer->model == NULL) {
        free(peer);
        return NULL;
    }
    peer->data = mj_makeData(peer->model);
    return peer;
}

static void* create(const vlPeerScene* scene, char* message, size_t messageSize)
{
    return createWith(scene, 3, message, messageSize);
}

static void* createTorsion(const vlPeerScene* scene, char* message, size_t messageSize)
{
    return createWith(scene, 4, message, messageSize);
}

static void destroy(void* handle)
{
    mujocoPeer* peer = handle;
    mj_deleteData(peer->data);
    mj_deleteModel(peer->model);
    free(peer);
}

static void step(void* handle)
{
    mujocoPeer* peer = handle;
    mj_step(peer->model, peer->data);
    // Applied forces stay until they are reset.
    mju_zero(peer->data->xfrc_applied, 6 * peer->model->nbody);
}

// Free joints come in the order of the bodies: 7 positions and 6 velocities each. The linear
// velocity is in the world frame, the angular one in the body's.
static void getState(void* handle, int body, vlPeerState* state)
{
    const mujocoPeer* peer = handle;
    const mjtNum* position = &peer->data->qpos[7 * body];
    const mjtNum* velocity = &peer->data->qvel[6 * body];
    mju_copy3(state->position, position);
    mju_copy4(state->rotation, position + 3);
    mju_copy3(state->linear, velocity);
    mju_rotVecQuat(state->angular, velocity + 3, state->rotation);
}

static void setVelocity(void* handle, int body, const double linear[3], const double angular[3])
{
    const mujocoPeer* peer = handle;
    mjtNum back[4];
    mju_negQuat(back, &peer->data->qpos[7 * body + 3]);
    mju_copy3(&peer->data->qvel[6 * body], linear);
    mju_rotVecQuat(&peer->data->qvel[6 * body + 3], angular, back);
}

static void push(void* handle, int body, const double force[3], const double point[3])
{
    const mujocoPeer* peer = handle;
    mjtNum arm[3], torque[3];
    mjtNum* applied = &peer->data->xfrc_applied[6 * (body + 1)]; // body 0 is the world
    mju_sub3(arm, point, &peer->data->qpos[7 * body]);
    mju_cross(torque, arm, force);
    mju_addTo3(applied, force);
    mju_addTo3(applied + 3, torque);
}

static void remark(void* handle, char* text, size_t textSize)
{
    const mujocoPeer* peer = handle;
    int count = 0;
    for (int i = 0; i < mjNWARNING; ++i) {
        count += peer->data->warning[i].number;
    }
    text[0] = '\0';
    if (count > 0) {
        snprintf(text, textSize, "%d warnings", count);
    }
}

#define MUJOCO_OPERATIONS                                                                          \
    .destroy = destroy, .step = step, .getState = getState, .setVelocity = setVelocity,            \
    .push = push, .remark = remark

// A wall of 300 needs 8 GB of address space and 2 s a step before it has settled.
const vlPeerEngine vlPeerMujoco = {
    .name = "mujoco", .maxBodies = 100, .create = create, MUJOCO_OPERATIONS};

const vlPeerEngine vlPeerMujocoTorsion = {
    .name = "mujoco-condim4", .isTruthOnly = true, .create = createTorsion, MUJOCO_OPERATIONS};
