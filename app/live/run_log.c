// SPDX-License-Identifier: MIT
#include "app/live/run_log.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file_in.h"
#include "base/file_out.h"
#include "base/helper_thread.h"
#include "base/ring.h"

// While the disk is busy, rows wait in the ring: those of this many seconds, within these bytes,
// and at least this many rows.
#define BUFFER_TIME 2.0
#define LEAST_BUFFER ((size_t)1 << 20)
#define MOST_BUFFER ((size_t)64 << 20)
#define LEAST_ROWS 8
// How often the thread looks into the ring: the loop cannot wake it without a system call.
#define POLL_NS 2000000L
// Bytes that are gathered before they are written.
#define FILE_BUFFER ((size_t)1 << 18)

// Numbers of a row, in the order of the columns below.
#define GENERAL_COLUMNS 7 // time, step and the summary of contacts
#define BODY_COLUMNS 19
#define DEVICE_COLUMNS 23

struct vlRunLog {
    vlFileOut out;
    char* fileBuffer;
    vlRing* ring;
    pthread_t thread;
    int bodyCount;
    vlBodyId* bodies;
    int* places; // of these bodies in the scene
    int sceneBodyCount;
    vlVec3* joint; // N, on each body of the scene, by its joints
    int jointCount;
    int deviceCount;
    int columns;
    uint64_t period; // steps from row to row
    uint64_t steps;  // of the loop's side
    atomic_uint_least64_t rows, lost, bytes;
    atomic_int systemError;
    atomic_bool isStopping;
};

// ---- the loop's side ----

static double* putVec(double* at, vlVec3 v)
{
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
    return at + 3;
}

static double* putPose(double* at, vlPose pose)
{
    at = putVec(at, pose.p);
    *at++ = pose.q.w;
    return putVec(at, vlVec(pose.q.x, pose.q.y, pose.q.z));
}

static double* putGeneral(double* at, const vlRunLog* log, const vlSimulation* simulation)
{
    vlStepInfo info = vlWorld_GetStepInfo(vlSimulation_GetWorld(simulation));
    int count = vlSimulation_GetContactCount(simulation);
    int sliding = 0;
    double force = 0.0;
    double deepest = 0.0;
    for (int i = 0; i < count; ++i) {
        vlContactReport c;
        if (vlSimulation_GetContact(simulation, i, &c) == VL_OK) {
            sliding += c.mode == VL_MODE_DYNAMIC && c.normalForce > 0.0;
            force += c.normalForce;
            deepest = c.depth > deepest ? c.depth : deepest;
        }
    }
    const double values[GENERAL_COLUMNS] = {
        info.time, (double)log->steps,     (double)count, (double)sliding, force,
        deepest,   (double)info.eventCount};
    memcpy(at, values, sizeof values);
    return at + GENERAL_COLUMNS;
}

static void push(vlVec3* forces, int a, int b, vlVec3 onB)
{
    if (a >= 0) {
        forces[a] = vlSub(forces[a], onB);
    }
    if (b >= 0) {
        forces[b] = vlAdd(forces[b], onB);
    }
}

// The forces of the joints on each body of the scene.
static void addJoints(const vlRunLog* log, const vlSimulation* simulation)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    memset(log->joint, 0, (size_t)log->sceneBodyCount * sizeof *log->joint);
    for (int i = 0; i < log->jointCount; ++i) {
        const vlSceneJoint* joint = vlScene_GetJoint(scene, i);
        vlJointReport report;
        if (vlJoint_GetReport(vlSimulation_GetWorld(simulation),
                              vlSimulation_GetJoint(simulation, i), &report) == VL_OK) {
            push(log->joint, joint->bodyA, joint->bodyB, report.reaction.force);
        }
    }
}

static vlVec3 contactOn(const vlSimulation* simulation, int place)
{
    vlWrench wrench;
    vlResult r = vlSimulation_GetContactWrench(simulation, place, &wrench);
    return r == VL_OK ? wrench.force : vlZero();
}

static double* putBody(double* at, const vlWorld* world, vlBodyId body)
{
    vlPose pose = vlIdentityPose();
    vlTwist twist = {vlZero(), vlZero()};
    vlResult r = vlBody_GetPose(world, body, &pose);
    r = r == VL_OK ? vlBody_GetTwist(world, body, &twist) : r;
    (void)r; // the bodies of a scene are there as long as it runs
    return putVec(putVec(putPose(at, pose), twist.linear), twist.angular);
}

// The wrench sent is in the device's frame; all else is in that of the world.
static double* putDevice(double* at, const vlSimulation* simulation, int i)
{
    const vlSceneDevice* device = vlScene_GetDevice(vlSimulation_GetScene(simulation), i);
    vlRendererReport r = vlRenderer_GetReport(vlSimulation_GetRenderer(simulation, i));
    at = putVec(putPose(at, r.pose), r.held.p);
    at = putVec(putVec(at, r.felt.force), r.felt.torque);
    at = putVec(at, vlRotate(device->base.q, r.sent.force));
    at = putVec(at, vlRotate(device->base.q, r.sent.torque));
    *at = (double)r.sample.buttons;
    return at + 1;
}

static bool addRow(vlRunLog* log, const vlSimulation* simulation)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    size_t size = (size_t)log->columns * sizeof(double);
    double* at = vlRing_Reserve(log->ring, size);
    if (at == NULL) {
        return false;
    }
    at = putGeneral(at, log, simulation);
    addJoints(log, simulation);
    for (int i = 0; i < log->bodyCount; ++i) {
        at = putBody(at, world, log->bodies[i]);
        at = putVec(putVec(at, contactOn(simulation, log->places[i])), log->joint[log->places[i]]);
    }
    for (int i = 0; i < log->deviceCount; ++i) {
        at = putDevice(at, simulation, i);
    }
    vlRing_Commit(log->ring, size);
    return true;
}

bool vlRunLog_AddStep(vlRunLog* log, const vlSimulation* simulation)
{
    ++log->steps;
    bool isDone = log->steps % log->period != 0 || addRow(log, simulation);
    log->steps -= isDone ? 0 : 1; // it is tried again, or given up
    return isDone;
}

void vlRunLog_GiveUp(vlRunLog* log)
{
    ++log->steps;
    atomic_fetch_add_explicit(&log->lost, 1, memory_order_relaxed);
}

// ---- the thread ----

static void note(vlRunLog* log, int error)
{
    int none = 0;
    (void)atomic_compare_exchange_strong(&log->systemError, &none, error);
}

// Time and counts need fewer digits than positions, whose bits are to be read back.
static void writeRow(vlRunLog* log, const double* row)
{
    FILE* file = log->out.stream;
    int written = fprintf(file, "%.12g", row[0]);
    int bytes = written;
    for (int i = 1; i < log->columns && written >= 0; ++i) {
        written = fprintf(file, ",%.17g", row[i]);
        bytes += written;
    }
    if (written < 0 || fputc('\n', file) == EOF) {
        note(log, errno != 0 ? errno : EIO);
        return;
    }
    atomic_fetch_add_explicit(&log->bytes, (uint64_t)bytes + 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&log->rows, 1, memory_order_relaxed);
}

static void* runThread(void* user)
{
    vlRunLog* log = user;
    bool isStopping = false;
    while (!isStopping) {
        // Read before the ring, so that all that was put in before is seen.
        isStopping = atomic_load_explicit(&log->isStopping, memory_order_acquire);
        const double* row;
        size_t size;
        while ((row = vlRing_Peek(log->ring, &size)) != NULL) {
            if (atomic_load_explicit(&log->systemError, memory_order_relaxed) == 0) {
                writeRow(log, row);
            }
            vlRing_Drop(log->ring);
        }
        if (!isStopping) {
            (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, POLL_NS}, NULL);
        }
    }
    return NULL;
}

// ---- opening and closing ----

// The columns of one body or device. Names with a comma or a quote are quoted.
static void writeColumns(FILE* file, const char* kind, const char* name, const char* const* columns,
                         int count)
{
    bool isQuoted = strpbrk(name, ",\"\r\n") != NULL;
    for (int i = 0; i < count; ++i) {
        fprintf(file, ",%s%s.", isQuoted ? "\"" : "", kind);
        for (const char* c = name; *c != '\0'; ++c) {
            fputs(*c == '"' ? "\"\"" : (char[]){*c, '\0'}, file);
        }
        fprintf(file, ".%s%s", columns[i], isQuoted ? "\"" : "");
    }
}

static void writeHeader(const vlRunLog* log, const vlScene* scene)
{
    static const char* const body[BODY_COLUMNS] = {
        "x_m",         "y_m",       "z_m",       "qw",          "qx",
        "qy",          "qz",        "vx_m_s",    "vy_m_s",      "vz_m_s",
        "wx_rad_s",    "wy_rad_s",  "wz_rad_s",  "contact_x_N", "contact_y_N",
        "contact_z_N", "joint_x_N", "joint_y_N", "joint_z_N"};
    static const char* const device[DEVICE_COLUMNS] = {"x_m",
                                                       "y_m",
                                                       "z_m",
                                                       "qw",
                                                       "qx",
                                                       "qy",
                                                       "qz",
                                                       "held_x_m",
                                                       "held_y_m",
                                                       "held_z_m",
                                                       "felt_x_N",
                                                       "felt_y_N",
                                                       "felt_z_N",
                                                       "felt_torque_x_Nm",
                                                       "felt_torque_y_Nm",
                                                       "felt_torque_z_Nm",
                                                       "sent_x_N",
                                                       "sent_y_N",
                                                       "sent_z_N",
                                                       "sent_torque_x_Nm",
                                                       "sent_torque_y_Nm",
                                                       "sent_torque_z_Nm",
                                                       "buttons"};
    FILE* file = log->out.stream;
    fputs("t_s,step,contacts,sliding,normal_N,deepest_m,events", file);
    for (int i = 0; i < vlScene_GetBodyCount(scene); ++i) {
        const vlSceneBody* b = vlScene_GetBody(scene, i);
        if (b->def.type != VL_BODY_STATIC) {
            writeColumns(file, "body", b->name, body, BODY_COLUMNS);
        }
    }
    for (int i = 0; i < log->deviceCount; ++i) {
        writeColumns(file, "device", vlScene_GetDevice(scene, i)->name, device, DEVICE_COLUMNS);
    }
    fputc('\n', file);
}

static int openFile(vlRunLog* log, const char* path, bool mayOverwrite)
{
    int error = mayOverwrite ? vlFileOut_Open(&log->out, path) : vlFileOut_OpenNew(&log->out, path);
    if (error == 0) {
        (void)setvbuf(log->out.stream, log->fileBuffer, _IOFBF, FILE_BUFFER);
    }
    return error;
}

static int allocateLog(vlRunLog* log, const vlSimulation* simulation, double rate)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    int count = vlScene_GetBodyCount(scene);
    double step = vlWorld_GetStep(vlSimulation_GetWorld(simulation));
    log->bodies = calloc((size_t)count + 1, sizeof *log->bodies);
    log->places = calloc((size_t)count + 1, sizeof *log->places);
    log->joint = calloc((size_t)count + 1, sizeof *log->joint);
    log->sceneBodyCount = count;
    log->jointCount = vlScene_GetJointCount(scene);
    log->fileBuffer = malloc(FILE_BUFFER);
    if (log->bodies == NULL || log->places == NULL || log->joint == NULL ||
        log->fileBuffer == NULL) {
        return ENOMEM;
    }
    for (int i = 0; i < count; ++i) {
        if (vlScene_GetBody(scene, i)->def.type != VL_BODY_STATIC) {
            log->places[log->bodyCount] = i;
            log->bodies[log->bodyCount++] = vlSimulation_GetBody(simulation, i);
        }
    }
    log->deviceCount = vlScene_GetDeviceCount(scene);
    log->columns =
        GENERAL_COLUMNS + BODY_COLUMNS * log->bodyCount + DEVICE_COLUMNS * log->deviceCount;
    // Less a thousandth: a rate equal to that of the steps may give slightly more than 1 by
    // rounding.
    double steps = rate > 0.0 ? 1.0 / (rate * step) - 1e-3 : 1.0;
    log->period = steps < 1e18 ? (uint64_t)(steps > 1.0 ? ceil(steps) : 1.0) : (uint64_t)1e18;
    size_t row = (size_t)log->columns * sizeof(double) + 8;
    double wanted = BUFFER_TIME / (step * (double)log->period) * (double)row;
    size_t size = wanted < (double)LEAST_BUFFER  ? LEAST_BUFFER
                  : wanted > (double)MOST_BUFFER ? MOST_BUFFER
                                                 : (size_t)wanted;
    size = size < LEAST_ROWS * row ? LEAST_ROWS * row : size;
    return vlRing_Create(size, &log->ring) == VL_OK ? 0 : ENOMEM;
}

static void freeLog(vlRunLog* log)
{
    vlRing_Destroy(log->ring);
    free(log->bodies);
    free(log->places);
    free(log->joint);
    free(log->fileBuffer);
    free(log);
}

int vlRunLog_Open(const char* path, const vlSimulation* simulation, double rate, bool mayOverwrite,
                  vlRunLog** log)
{
    vlRunLog* made = calloc(1, sizeof *made);
    if (made == NULL) {
        return ENOMEM;
    }
    int error = allocateLog(made, simulation, rate);
    error = error == 0 ? openFile(made, path, mayOverwrite) : error;
    if (error == 0) {
        writeHeader(made, vlSimulation_GetScene(simulation));
        error = vlHelperThread_Start(&made->thread, runThread, made);
    }
    if (error != 0) {
        vlFileOut_Discard(&made->out);
        freeLog(made);
        return error;
    }
    *log = made;
    return 0;
}

vlRunLogStatus vlRunLog_GetStatus(const vlRunLog* log)
{
    vlRunLogStatus status = {atomic_load_explicit(&log->rows, memory_order_relaxed),
                             atomic_load_explicit(&log->lost, memory_order_relaxed),
                             atomic_load_explicit(&log->bytes, memory_order_relaxed),
                             atomic_load_explicit(&log->systemError, memory_order_relaxed), 0};
    return status;
}

void vlRunLog_Close(vlRunLog* log, vlRunLogStatus* status)
{
    if (log == NULL) {
        return;
    }
    atomic_store_explicit(&log->isStopping, true, memory_order_release);
    (void)pthread_join(log->thread, NULL);
    int error = vlFileOut_Keep(&log->out); // keeps the rows before a failure
    bool isKept = VL_FILE_IS_KEPT(error);
    if (error != 0 && !isKept) {
        note(log, error);
    }
    if (status != NULL) {
        *status = vlRunLog_GetStatus(log);
        status->kept = isKept ? error : 0;
    }
    freeLog(log);
}
