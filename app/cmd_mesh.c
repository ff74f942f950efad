// SPDX-License-Identifier: MIT
// volar mesh: what a mesh file is like, what is wrong with it, and other files made of it.

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/mesh.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cli/scene_source.h"
#include "app/cli/terminal.h"
#include "app/cmd.h"
#include "app/mesh/mesh_levels.h"
#include "app/mesh/say_mesh.h"
#include "base/spelling.h"
#include "models/mesh_model.h"

typedef struct Arguments {
    const char* program;
    const char* action;
    const char* word; // file or model
    const char* output;
    vlMeshPrepareDef prepare;
    vlDecomposeDef decompose;
    double leafError; // 0: the usual one
    bool noCache;
} Arguments;

static double numberOf(struct argp_state* state, const char* text, const char* what)
{
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0.0 && value < 1e9)) {
        vlArguments_Fail(state, "%s is '%s'; expected a number above 0", what, text);
    }
    return value;
}

// A fraction, or a percentage such as 1%.
static double fractionOf(struct argp_state* state, char* text)
{
    size_t length = strlen(text);
    bool isPercent = length > 1 && text[length - 1] == '%';
    if (isPercent) {
        text[length - 1] = '\0';
    }
    double value = numberOf(state, text, "--error") * (isPercent ? 0.01 : 1.0);
    if (value >= 1.0) {
        vlArguments_Fail(state, "--error is %g; expected a fraction below 1, or a percentage",
                         value);
    }
    return value;
}

static int choiceOf(struct argp_state* state, const char* text, const char* what,
                    const char* const* names, int count)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    vlArguments_Fail(state, "%s is '%s'; expected %s, %s%s", what, text, names[0], names[1],
                     count > 2 ? ", cm or inch" : "");
    return 0;
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    static const char* const units[] = {"m", "mm", "cm", "inch"};
    static const vlMeshUnit unitOf[] = {VL_MESH_UNIT_M, VL_MESH_UNIT_MM, VL_MESH_UNIT_CM,
                                        VL_MESH_UNIT_INCH};
    static const char* const axes[] = {"z", "y"};
    Arguments* a = state->input;
    switch (key) {
    case 'u': a->prepare.unit = unitOf[choiceOf(state, text, "--units", units, 4)]; return 0;
    case 'U':
        a->prepare.up = choiceOf(state, text, "--up", axes, 2) == 0 ? VL_MESH_UP_Z : VL_MESH_UP_Y;
        return 0;
    case 's': a->prepare.scale = numberOf(state, text, "--scale"); return 0;
    case 't': a->prepare.tolerance = numberOf(state, text, "--tolerance"); return 0;
    case 'k': a->prepare.keepsFaults = true; return 0;
    case 'e': a->decompose.error = a->leafError = fractionOf(state, text); return 0;
    case 'T': a->decompose.seconds = numberOf(state, text, "--seconds"); return 0;
    case 'C': a->noCache = true; return 0;
    case 'o': a->output = text; return 0;
    case ARGP_KEY_ARG:
        if (a->action == NULL) {
            a->action = text;
        } else if (a->word == NULL) {
            a->word = text;
        } else if (a->output == NULL) {
            a->output = text;
        } else {
            vlArguments_Fail(state, "one file too many: '%s'", text);
        }
        return 0;
    case ARGP_KEY_END:
        if (a->action == NULL) {
            vlArguments_Fail(state,
                             "say what to do: check, info, convert, decompose, hierarchy or make");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"units", 'u', "m|mm|cm|inch", 0,
     "Unit of the file's lengths; by default lengths above 5 are taken for millimetres", 0},
    {"scale", 's', "METRES", 0, "Metres per unit of the file, in place of --units", 0},
    {"up", 'U', "z|y", 0, "Axis of the file that points up (z)", 0},
    {"tolerance", 't', "METRES", 0,
     "Weld vertices nearer than this (a millionth of the largest coordinate)", 0},
    {"keep-faults", 'k', NULL, 0, "Turn over and fill nothing", 0},
    {"error", 'e', "FRACTION", 0,
     "How far pieces (1%) or patches of a hierarchy (0.1%) may stand off the solid, as a fraction "
     "of "
     "its radius, or e.g. 2%",
     0},
    {"seconds", 'T', "SECONDS", 0, "Longest time to look for pieces; the best so far is taken (60)",
     0},
    {"no-cache", 'C', NULL, 0, "Make pieces or hierarchy again, and do not keep them", 0},
    {"output", 'o', "FILE", 0, "Where convert, decompose and make write to", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "check FILE\ninfo FILE\nconvert FILE TO\ndecompose FILE [TO]\nhierarchy FILE\nmake [NAME [TO]]",
    "Looks at mesh files (OBJ, STL, PLY, glTF), repairs and converts them, or makes meshes by "
    "formulas."
    "\v"
    "check names every fault of the file, what was repaired, and what is left: open, crowded and "
    "opposed edges, holes, pinched vertices, slivers, triangles that go through each other, "
    "components that overlap. info also measures the mesh: size, volume, centroid, inertia. "
    "convert "
    "writes what was repaired, in metres, in the format of the new name. decompose cuts the solid "
    "into "
    "convex pieces that do not overlap, says how far they stand off it, and writes them as the "
    "parts "
    "of an OBJ file, which a scene takes as pieces. hierarchy makes the tree of convex hulls that "
    "gap queries use, and says how large it is. make lists the meshes it "
    "knows, or writes one (to NAME.stl).\n\n"
    "Examples:\n"
    "  volar mesh check part.stl\n"
    "  volar mesh convert part.stl part.obj --units mm\n"
    "  volar mesh decompose part.stl pieces.obj --error 2%\n"
    "  volar mesh make spoon spoon.ply\n\n"
    "Exit status: 0 the mesh is a sound solid, or was repaired to one, or was written; 1 out of "
    "memory; 2 bad usage; 3 faults are left, or a file cannot be read or written.",
    NULL,
    NULL,
    NULL};

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

// Reads and prepares the file; what was repaired is in `repairs`.
static int readMesh(const Arguments* a, bool keepsFaults, vlMesh* mesh, vlMeshRepairs* repairs)
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

static int inspectOne(const Arguments* a, bool keepsFaults, vlMeshReport* report,
                      vlMeshRepairs* repairs)
{
    vlMesh mesh;
    int status = readMesh(a, keepsFaults, &mesh, repairs);
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

// The mesh as it is, then as it is repaired: what the first has and the second has not is repaired.
static int check(const Arguments* a, bool isInfo)
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
        vlSay(stdout, "is:\n");
        vlSayMesh_Measures(&left);
    }
    return left.isSound || isInfo ? VL_EXIT_OK : VL_EXIT_FILE;
}

static int writeMesh(const Arguments* a, const vlMesh* mesh, const char* path)
{
    vlFileError error;
    memset(&error, 0, sizeof error);
    vlResult result = vlMesh_Write(mesh, path, &error);
    if (result != VL_OK) {
        return sayError(a->program, &error, result);
    }
    vlSay(stdout, "%s: %d triangles, %d vertices\n", path, mesh->faceCount, mesh->pointCount);
    return VL_EXIT_OK;
}

static int convert(const Arguments* a)
{
    vlMesh mesh;
    vlMeshRepairs repairs;
    char done[384];
    if (a->output == NULL) {
        vlSay(stderr, "%s: convert needs the name of the file to write\n", a->program);
        return VL_EXIT_USAGE;
    }
    int status = readMesh(a, false, &mesh, &repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    (void)vlMeshRepairs_Describe(&repairs, done, sizeof done);
    vlSay(stdout, "%s: %s\n", a->word, done);
    status = writeMesh(a, &mesh, a->output);
    vlMesh_Free(&mesh);
    return status;
}

static void showProgress(void* user, int pieces, double error)
{
    char line[80];
    (void)snprintf(line, sizeof line, "%d pieces, %.3g m off", pieces, error);
    vlTerminal_ShowLine(user, line);
}

static int decompose(Arguments* a)
{
    static vlDecomposition cut;
    vlMesh mesh;
    vlMeshRepairs repairs;
    char message[256] = "";
    int status = readMesh(a, false, &mesh, &repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlTerminal terminal = vlTerminal_Open(stderr);
    a->decompose.progress = terminal.isLive ? showProgress : NULL;
    a->decompose.user = &terminal;
    a->decompose.cacheFolder = a->noCache ? NULL : vlSceneSource_CacheFolder();
    vlResult result = vlMesh_Decompose(&mesh, &a->decompose, &cut, message, sizeof message);
    if (terminal.isLive) {
        vlTerminal_ClearLine(&terminal);
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

static int makeHierarchy(const Arguments* a)
{
    vlMesh mesh;
    vlMeshRepairs repairs;
    int status = readMesh(a, false, &mesh, &repairs);
    if (status == VL_EXIT_OK) {
        status = vlMeshLevels_Make(a->program, a->word, &mesh, a->leafError,
                                   a->noCache ? NULL : vlSceneSource_CacheFolder());
        vlMesh_Free(&mesh);
    }
    return status;
}

static int make(const Arguments* a)
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

int vlCmd_Mesh(int argc, char** argv)
{
    static const char* const actions[] = {"check",     "info",      "convert",
                                          "decompose", "hierarchy", "make"};
    enum { ACTIONS = sizeof actions / sizeof actions[0] };
    Arguments a = {.program = argv[0],
                   .prepare = vlDefaultMeshPrepareDef(),
                   .decompose = vlDefaultDecomposeDef()};
    vlArguments_Parse(&parser, argc, argv, &a);
    int action = 0;
    while (action < ACTIONS && strcmp(a.action, actions[action]) != 0) {
        ++action;
    }
    if (action == ACTIONS) {
        const char* nearest = vlSpelling_FindNearest(a.action, actions, ACTIONS);
        vlSay(
            stderr,
            "%s: cannot '%s'; expected check, info, convert, decompose, hierarchy or make%s%s%s\n",
            a.program, a.action, nearest != NULL ? " (did you mean '" : "",
            nearest != NULL ? nearest : "", nearest != NULL ? "'?)" : "");
        return VL_EXIT_USAGE;
    }
    if (action == 5) {
        return make(&a);
    }
    if (a.word == NULL) {
        vlSay(stderr, "%s: %s needs the name of a mesh file\n", a.program, a.action);
        return VL_EXIT_USAGE;
    }
    if (action == 3) {
        return decompose(&a);
    }
    if (action == 4) {
        return makeHierarchy(&a);
    }
    return action == 2 ? convert(&a) : check(&a, action == 1);
}
