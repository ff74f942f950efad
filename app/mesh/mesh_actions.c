// SPDX-License-Identifier: MIT
#include "app/mesh/mesh_actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/mesh_model.h>

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cli/scene_source.h"
#include "app/cli/terminal.h"
#include "app/mesh/mesh_levels.h"
#include "app/mesh/say_mesh.h"
#include "base/clock.h"
#include "base/file_out.h"
#include "base/spelling.h"

static int sayError(const char* program, const vlFileError* error, vlResult result)
{
    if (error->line > 0) {
        vlSay(stderr, "%s: %s:%d:%d: %s\n", program, error->file, error->line, error->column,
              error->message);
    } else {
        vlSay(stderr, "%s: %s: %s\n", program, error->file, error->message);
    }
    return result == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
}

int vlMeshAction_Read(const vlMeshArguments* a, bool keepsFaults, vlMesh* mesh,
                      vlMeshRepairs* repairs)
{
    vlFileError error;
    char message[256] = "";
    memset(&error, 0, sizeof error);
    vlResult result = vlMesh_Read(a->word, mesh, &error);
    if (result != VL_OK) {
        return sayError(a->program, &error, result);
    }
    vlMeshPrepareDef def = a->prepare;
    def.keepsFaults = def.keepsFaults || keepsFaults;
    result = vlMesh_Prepare(mesh, &def, repairs, message, sizeof message);
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", a->program, a->word, message);
        return result == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

static int inspectOne(const vlMeshArguments* a, bool keepsFaults, vlMeshReport* report,
                      vlMeshRepairs* repairs)
{
    vlMesh mesh;
    int status = vlMeshAction_Read(a, keepsFaults, &mesh, repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlResult result = vlMesh_Inspect(&mesh, repairs->tolerance, report);
    vlMesh_Free(&mesh);
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", a->program, a->word, vlResult_Text(result));
        return VL_EXIT_FAILED;
    }
    return VL_EXIT_OK;
}

// Inspects the mesh as it is and as repaired: faults that only the first has were repaired.
static int check(const vlMeshArguments* a, bool isInfo)
{
    vlMeshReport found, left;
    vlMeshRepairs repairs;
    char done[384];
    int status = inspectOne(a, true, &found, &repairs);
    status = status == VL_EXIT_OK ? inspectOne(a, false, &left, &repairs) : status;
    if (status != VL_EXIT_OK) {
        return status;
    }
    (void)vlMeshRepairs_Describe(&repairs, done, sizeof done);
    if (a->isJson) {
        vlSayMesh_Json(a->word, &found, &left, done, isInfo);
        return left.isSound || isInfo ? VL_EXIT_OK : VL_EXIT_FILE;
    }
    vlSay(stdout, "%s: %s\n", a->word,
          found.isSound  ? "a sound solid"
          : left.isSound ? "a sound solid once repaired"
                         : "not a sound solid");
    if (!found.isSound) {
        vlSay(stdout, "found:\n");
        vlSayMesh_Faults(&found);
    }
    vlSay(stdout, "done: %s\n", done);
    if (!left.isSound) {
        vlSay(stdout, "left:\n");
        vlSayMesh_Faults(&left);
    }
    if (isInfo) {
        vlSay(stdout, "measures:\n");
        vlSayMesh_Measures(&left);
    }
    return left.isSound || isInfo ? VL_EXIT_OK : VL_EXIT_FILE;
}

int vlMeshAction_Check(vlMeshArguments* a)
{
    return check(a, false);
}

int vlMeshAction_Info(vlMeshArguments* a)
{
    return check(a, true);
}

// May the mesh be written? Asked before the work begins, and again after it.
static bool mayWrite(const vlMeshArguments* a, const char* path, bool isRead)
{
    if (path != NULL && isRead && vlFileOut_Collide(a->word, path)) {
        vlSay(stderr, "%s: '%s' is read by this command; choose another name\n", a->program, path);
        return false;
    }
    return path == NULL || vlOutput_MayWrite(a->program, path, a->mayOverwrite);
}

static int writeMesh(const vlMeshArguments* a, const vlMesh* mesh, const char* path)
{
    vlFileError error;
    memset(&error, 0, sizeof error);
    if (!mayWrite(a, path, false)) {
        return VL_EXIT_FILE;
    }
    vlResult result = vlMesh_Write(mesh, path, &error);
    if (result != VL_OK) {
        return sayError(a->program, &error, result);
    }
    vlSay(stdout, "%s: %d triangles, %d vertices\n", path, mesh->faceCount, mesh->pointCount);
    return VL_EXIT_OK;
}

// Reads the mesh if what is made of it may be written.
static int readToWrite(const vlMeshArguments* a, vlMesh* mesh, vlMeshRepairs* repairs)
{
    return mayWrite(a, a->output, true) ? vlMeshAction_Read(a, false, mesh, repairs) : VL_EXIT_FILE;
}

int vlMeshAction_Convert(vlMeshArguments* a)
{
    vlMesh mesh;
    vlMeshRepairs repairs;
    char done[384];
    if (a->output == NULL) {
        vlSay(stderr, "%s: convert needs the name of the file to write\n", a->program);
        return VL_EXIT_USAGE;
    }
    int status = readToWrite(a, &mesh, &repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    (void)vlMeshRepairs_Describe(&repairs, done, sizeof done);
    vlSay(stdout, "%s: %s\n", a->word, done);
    status = writeMesh(a, &mesh, a->output);
    vlMesh_Free(&mesh);
    return status;
}

#define LOG_PERIOD 2e9 // ns, between two lines where standard error is not a terminal

typedef struct Cutting {
    vlTerminal terminal;
    double shown; // ns
} Cutting;

static void showProgress(void* user, int pieces, double error)
{
    Cutting* cutting = user;
    char line[80];
    (void)snprintf(line, sizeof line, "%d pieces, %.3g m off", pieces, error);
    double now = vlClock_Now();
    if (cutting->terminal.isLive) {
        vlTerminal_ShowLine(&cutting->terminal, line);
    } else if (now - cutting->shown >= LOG_PERIOD) {
        cutting->shown = now;
        vlSay(stderr, "%s\n", line);
    }
}

int vlMeshAction_Decompose(vlMeshArguments* a)
{
    static vlDecomposition cut;
    vlMesh mesh;
    vlMeshRepairs repairs;
    char message[256] = "";
    int status = readToWrite(a, &mesh, &repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    Cutting cutting = {vlTerminal_Open(stderr), vlClock_Now()};
    a->decompose.progress = showProgress;
    a->decompose.user = &cutting;
    a->decompose.cacheFolder = a->noCache ? NULL : vlSceneSource_CacheFolder();
    vlResult result = vlMesh_Decompose(&mesh, &a->decompose, &cut, message, sizeof message);
    if (cutting.terminal.isLive) {
        vlTerminal_ClearLine(&cutting.terminal);
    }
    vlMesh_Free(&mesh);
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", a->program, a->word, message);
        return result == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    vlSayMesh_Pieces(a->word, &cut);
    if (a->output != NULL) {
        if (vlDecomposition_MakeMesh(&cut, &mesh) == VL_OK) {
            status = writeMesh(a, &mesh, a->output);
            vlMesh_Free(&mesh);
        } else {
            vlSay(stderr, "%s: %s\n", a->program, vlResult_Text(VL_ERROR_MEMORY));
            status = VL_EXIT_FAILED;
        }
    }
    vlDecomposition_Free(&cut);
    return status;
}

int vlMeshAction_MakeHierarchy(vlMeshArguments* a)
{
    vlMesh mesh;
    vlMeshRepairs repairs;
    int status = vlMeshAction_Read(a, false, &mesh, &repairs);
    if (status == VL_EXIT_OK) {
        status = vlMeshLevels_Make(a->program, a->word, &mesh, a->leafError,
                                   a->noCache ? NULL : vlSceneSource_CacheFolder());
        vlMesh_Free(&mesh);
    }
    return status;
}

int vlMeshAction_Simplify(vlMeshArguments* a)
{
    vlMesh mesh;
    vlMeshRepairs repairs;
    vlSimplification done;
    char message[256] = "";
    int status = readToWrite(a, &mesh, &repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlResult result = vlMesh_Simplify(&mesh, &a->simplify, &done, message, sizeof message);
    if (result != VL_OK) {
        vlMesh_Free(&mesh);
        vlSay(stderr, "%s: %s: %s\n", a->program, a->word, message);
        return result == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    vlSayMesh_Simplification(a->word, &done);
    status = a->output != NULL ? writeMesh(a, &mesh, a->output) : VL_EXIT_OK;
    vlMesh_Free(&mesh);
    return status;
}

int vlMeshAction_Make(vlMeshArguments* a)
{
    const char* names[32];
    char path[512];
    int count = 0;
    for (const vlMeshModel* m = vlMeshModel_Get(0); m != NULL; m = vlMeshModel_Get(count)) {
        names[count++] = m->name;
        if (a->word == NULL) {
            vlSay(stdout, "%-10s %6d triangles  %s\n", m->name, m->triangles, m->describes);
        }
    }
    if (a->word == NULL) {
        return VL_EXIT_OK;
    }
    vlMesh mesh;
    vlResult result = vlMeshModel_Make(a->word, &mesh);
    if (result == VL_ERROR_ARGUMENT) {
        const char* nearest = vlSpelling_FindNearest(a->word, names, count);
        vlSay(stderr, "%s: no mesh '%s'; %s%s%s\n", a->program, a->word,
              nearest != NULL ? "did you mean '" : "see 'volar mesh make'",
              nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
        return VL_EXIT_USAGE;
    }
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s\n", a->program, vlResult_Text(result));
        return VL_EXIT_FAILED;
    }
    (void)snprintf(path, sizeof path, "%s.stl", a->word);
    int status = writeMesh(a, &mesh, a->output != NULL ? a->output : path);
    vlMesh_Free(&mesh);
    return status;
}
