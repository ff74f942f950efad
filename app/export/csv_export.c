// SPDX-License-Identifier: MIT
// Tables of a recording. Numbers have 17 digits: read back they are the recorded bits.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/export/export.h"
#include "base/file_in.h"
#include "base/file_out.h"

typedef struct Table {
    vlFileOut out;
    FILE* file; // its stream
    char path[1024];
} Table;

static bool complain(const char* path, int error, char* message, size_t messageSize)
{
    char why[128];
    snprintf(message, messageSize, "cannot write '%s': %s", path,
             vlFileIn_Explain(error, why, sizeof why));
    return false;
}

static bool openTable(Table* table, const char* folder, const char* name, const char* header,
                      char* message, size_t messageSize)
{
    int length = snprintf(table->path, sizeof table->path, "%s/%s", folder, name);
    if (length >= (int)sizeof table->path) {
        return complain(folder, ENAMETOOLONG, message, messageSize);
    }
    int error = vlFileOut_Open(&table->out, table->path);
    table->file = table->out.stream;
    if (error != 0) {
        return complain(table->path, error, message, messageSize);
    }
    fprintf(table->file, "%s\n", header);
    return true;
}

// All or none: tables of different runs in one folder would not fit together. A table that is whole
// and cannot have its name is kept, and the others are as well.
static bool closeTables(Table* tables, int count, bool isGood, char* message, size_t messageSize)
{
    bool isWhole = isGood;
    for (int i = 0; i < count; ++i) {
        int error = isWhole ? vlFileOut_Commit(&tables[i].out) : 0;
        vlFileOut_Discard(&tables[i].out); // nothing is left of one that has been completed
        isWhole = isWhole && (error == 0 || VL_FILE_IS_KEPT(error));
        if (error != 0 && isGood) {
            isGood = complain(tables[i].path, error, message, messageSize);
        }
    }
    return isGood;
}

// Quoted where the format needs it.
static void writeText(FILE* file, const char* name)
{
    if (strpbrk(name, ",\"\r\n") == NULL) {
        fputs(name, file);
        return;
    }
    fputc('"', file);
    for (; *name != '\0'; ++name) {
        fputs(*name == '"' ? "\"\"" : (char[]){*name, '\0'}, file);
    }
    fputc('"', file);
}

static void writeName(FILE* file, const vlScene* scene, int place)
{
    const vlSceneBody* body = vlScene_GetBody(scene, place);
    writeText(file, body != NULL ? body->name : "?");
}

static void writeVec(FILE* file, vlVec3 v)
{
    fprintf(file, ",%.17g,%.17g,%.17g", v.x, v.y, v.z);
}

static void writePose(FILE* file, vlPose pose)
{
    writeVec(file, pose.p);
    fprintf(file, ",%.17g", pose.q.w);
    writeVec(file, vlVec(pose.q.x, pose.q.y, pose.q.z));
}

static void writeBodies(FILE* file, const vlExportSource* source, const vlExportFrame* frame)
{
    for (int i = 0; i < frame->bodyCount; ++i) {
        const vlRecordedBody* b = &frame->bodies[i];
        fprintf(file, "%.12g,%llu,", frame->time, (unsigned long long)frame->step);
        writeName(file, vlExportSource_GetScene(source), vlExportSource_GetPlace(source, i));
        writePose(file, b->pose);
        writeVec(file, b->twist.linear);
        writeVec(file, b->twist.angular);
        fputc('\n', file);
    }
}

static void writeContacts(FILE* file, const vlExportSource* source, const vlExportFrame* frame)
{
    static const char* const modes[] = {"none", "static", "dynamic"};
    const vlScene* scene = vlExportSource_GetScene(source);
    for (int i = 0; i < frame->contactCount; ++i) {
        const vlExportContact* c = &frame->contacts[i];
        fprintf(file, "%.12g,%llu,", frame->detailTime, (unsigned long long)frame->detailStep);
        writeName(file, scene, c->bodyA);
        fputc(',', file);
        writeName(file, scene, c->bodyB);
        fprintf(file, ",%s", (unsigned)c->mode < 3 ? modes[c->mode] : "?");
        writeVec(file, c->origin);
        writeVec(file, c->normal);
        writeVec(file, c->centre);
        fprintf(file, ",%.17g,%.17g,%.17g", c->area, c->depth, c->normalForce);
        writeVec(file, c->friction);
        fprintf(file, ",%.17g\n", c->frictionTorque);
    }
}

static void writeJoints(FILE* file, const vlExportSource* source, const vlExportFrame* frame)
{
    for (int i = 0; i < frame->jointCount; ++i) {
        const vlJointReport* r = &frame->joints[i];
        const double* const axes[] = {r->position, r->velocity, r->motorForce, r->limitForce,
                                      r->frictionForce};
        fprintf(file, "%.12g,%llu,", frame->detailTime, (unsigned long long)frame->detailStep);
        writeText(file, vlScene_GetJoint(vlExportSource_GetScene(source), i)->name);
        for (int k = 0; k < 5; ++k) {
            writeVec(file, vlVec(axes[k][0], axes[k][1], axes[k][2]));
        }
        writeVec(file, r->reaction.force);
        writeVec(file, r->reaction.torque);
        fprintf(file, ",%.17g,%.17g,%.17g\n", r->gap, r->twist, r->energy);
    }
}

static void writeWrench(FILE* file, vlWrench wrench)
{
    writeVec(file, wrench.force);
    writeVec(file, wrench.torque);
}

static void writeDevices(FILE* file, const vlExportSource* source, const vlExportFrame* frame)
{
    static const char* const holds[] = {"nothing", "coupled", "direct"};
    const vlScene* scene = vlExportSource_GetScene(source);
    for (int i = 0; i < frame->deviceCount; ++i) {
        const vlExportDevice* d = &frame->devices[i];
        fprintf(file, "%.12g,%llu,", frame->detailTime, (unsigned long long)frame->detailStep);
        writeText(file, vlScene_GetDevice(scene, i)->name);
        fprintf(file, ",%s,", (unsigned)d->hold < 3 ? holds[d->hold] : "?");
        if (d->body >= 0) {
            writeName(file, scene, d->body);
        }
        writePose(file, d->pose);
        writePose(file, d->held);
        writeWrench(file, d->felt);
        writeWrench(file, d->sent);
        fprintf(file, ",%u,%u,%u", d->buttons, d->flags, d->governor);
        for (int k = 0; k < VL_PORT_COUNT; ++k) {
            fprintf(file, ",%.17g", d->port[k]);
        }
        fputc(',', file);
        if (d->isWhole) {
            fprintf(file, "%.17g", d->unpaid);
        }
        fputc('\n', file);
    }
}

// A measurement, as the device "replay" reads it. Its time is that of the recording, because the
// sources that took turns each have a clock of their own.
static void writeSample(FILE* file, const vlExportFrame* frame, const vlExportDevice* device)
{
    if (device->isWhole && device->isNew) {
        fprintf(file, "%.12g", frame->detailTime);
        writePose(file, device->sample.pose);
        fprintf(file, ",%u\n", device->sample.buttons);
    }
}

static bool makeFolder(const char* folder, char* message, size_t messageSize)
{
    struct stat status;
    if (mkdir(folder, 0777) == 0) {
        return true;
    }
    int error = errno;
    if (error == EEXIST && stat(folder, &status) == 0) {
        error = S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    }
    return error == 0 || complain(folder, error, message, messageSize);
}

// All tables except those of single devices, which follow.
enum { BODIES, CONTACTS, ENERGY, JOINTS, DEVICES, TABLE_COUNT };

#define MOST_TABLES (TABLE_COUNT + VL_MAX_DEVICES)

static const char* const names[TABLE_COUNT] = {
    [BODIES] = "bodies.csv", [CONTACTS] = "contacts.csv", [ENERGY] = "energy.csv",
    [JOINTS] = "joints.csv", [DEVICES] = "devices.csv",
};

static const char* const headers[TABLE_COUNT] = {
    [BODIES] = "t_s,step,body,x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,"
               "wx_rad_s,wy_rad_s,wz_rad_s",
    [CONTACTS] = "t_s,step,body_a,body_b,mode,x_m,y_m,z_m,nx,ny,nz,cop_x_m,cop_y_m,cop_z_m,"
                 "area_m2,depth_m,normal_N,friction_x_N,friction_y_N,friction_z_N,"
                 "friction_torque_Nm",
    [ENERGY] = "t_s,step,kinetic_J,potential_J,total_J",
    [JOINTS] = "t_s,step,joint,position_0,position_1,position_2,velocity_0,velocity_1,velocity_2,"
               "motor_0,motor_1,motor_2,limit_0,limit_1,limit_2,friction_0,friction_1,friction_2,"
               "force_x_N,force_y_N,force_z_N,torque_x_Nm,torque_y_Nm,torque_z_Nm,gap_m,twist_rad,"
               "energy_J",
    [DEVICES] =
        "t_s,step,device,hold,body,x_m,y_m,z_m,qw,qx,qy,qz,"
        "held_x_m,held_y_m,held_z_m,held_qw,held_qx,held_qy,held_qz,"
        "felt_x_N,felt_y_N,felt_z_N,felt_torque_x_Nm,felt_torque_y_Nm,felt_torque_z_Nm,"
        "sent_x_N,sent_y_N,sent_z_N,sent_torque_x_Nm,sent_torque_y_Nm,sent_torque_z_Nm,"
        "buttons,flags,governor,device_J,coupling_J,contact_J,friction_J,integration_J,unpaid_J",
};

static const char sampleHeader[] = "time,x,y,z,qw,qx,qy,qz,buttons"; // as the reader expects

_Static_assert(VL_PORT_COUNT == 5, "a column for each port");

// Name of the i-th table; false if the scene does not need it.
static bool nameTable(const vlExportSource* source, int i, char* name, size_t size)
{
    const vlScene* scene = vlExportSource_GetScene(source);
    const vlSceneDevice* device = vlScene_GetDevice(scene, i - TABLE_COUNT);
    if (i >= TABLE_COUNT) {
        snprintf(name, size, "device_%s.csv", device != NULL ? device->name : "");
        return device != NULL;
    }
    snprintf(name, size, "%s", names[i]);
    return (i != JOINTS || vlScene_GetJointCount(scene) > 0) &&
           (i != DEVICES || vlScene_GetDeviceCount(scene) > 0);
}

bool vlExport_FindTable(const vlExportSource* source, const char* folder, char* path, size_t size)
{
    struct stat status;
    char name[128];
    for (int i = 0; i < MOST_TABLES; ++i) {
        if (nameTable(source, i, name, sizeof name)) {
            snprintf(path, size, "%s/%s", folder, name);
            if (stat(path, &status) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool vlExport_IsTable(const vlExportSource* source, const char* folder, const char* file)
{
    char name[128];
    char path[1024];
    for (int i = 0; i < MOST_TABLES; ++i) {
        if (nameTable(source, i, name, sizeof name)) {
            snprintf(path, sizeof path, "%s/%s", folder, name);
            if (vlFileOut_Collide(path, file)) {
                return true;
            }
        }
    }
    return false;
}

static void writeFrame(Table* tables, const vlExportSource* source, const vlExportFrame* frame)
{
    writeBodies(tables[BODIES].file, source, frame);
    if (frame->hasDetails) {
        writeContacts(tables[CONTACTS].file, source, frame);
        fprintf(tables[ENERGY].file, "%.12g,%llu,%.17g,%.17g,%.17g\n", frame->detailTime,
                (unsigned long long)frame->detailStep, frame->kinetic, frame->potential,
                frame->kinetic + frame->potential);
        if (frame->jointCount > 0) {
            writeJoints(tables[JOINTS].file, source, frame);
        }
        if (frame->deviceCount > 0) {
            writeDevices(tables[DEVICES].file, source, frame);
        }
        for (int i = 0; i < frame->deviceCount; ++i) {
            writeSample(tables[TABLE_COUNT + i].file, frame, &frame->devices[i]);
        }
    }
}

static bool openTables(Table* tables, const vlExportSource* source, const char* folder,
                       char* message, size_t messageSize)
{
    char name[128];
    bool ok = makeFolder(folder, message, messageSize);
    for (int i = 0; i < MOST_TABLES && ok; ++i) {
        if (nameTable(source, i, name, sizeof name)) {
            ok = openTable(&tables[i], folder, name, i < TABLE_COUNT ? headers[i] : sampleHeader,
                           message, messageSize);
        }
    }
    return ok;
}

bool vlExport_WriteCsv(vlExportSource* source, const char* folder, vlExportCounts* counts,
                       char* message, size_t messageSize)
{
    Table tables[MOST_TABLES] = {{.file = NULL}};
    bool ok = openTables(tables, source, folder, message, messageSize);
    vlExportFrame frame;
    *counts = (vlExportCounts){0, 0};
    while (ok && vlExportSource_Next(source, &frame)) {
        writeFrame(tables, source, &frame);
        ++counts->frames;
        counts->contacts += (uint64_t)(frame.hasDetails ? frame.contactCount : 0);
        // If the disk is full, do not waste time on simulating further.
        for (int i = 0; i < MOST_TABLES; ++i) {
            ok = ok && (tables[i].file == NULL || ferror(tables[i].file) == 0);
        }
        if (!ok) {
            (void)complain(folder, errno != 0 ? errno : EIO, message, messageSize);
        }
    }
    if (ok && vlExportSource_GetFailure(source) != NULL) {
        snprintf(message, messageSize, "cannot export to '%s': %s", folder,
                 vlExportSource_GetFailure(source));
        ok = false;
    }
    return closeTables(tables, MOST_TABLES, ok, message, messageSize);
}
