// SPDX-License-Identifier: MIT
#include "app/mesh/mesh_arguments.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/arguments.h"

enum { OPTION_VIEWER = 256, OPTION_FORCE };

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

static int countOf(struct argp_state* state, const char* text)
{
    double value = numberOf(state, text, "--triangles");
    if (value != (double)(int)value) {
        vlArguments_Fail(state, "--triangles is '%s'; expected a whole number", text);
    }
    return (int)value;
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
    vlMeshArguments* a = state->input;
    switch (key) {
    case 'u': a->prepare.unit = unitOf[choiceOf(state, text, "--units", units, 4)]; return 0;
    case 'U':
        a->prepare.up = choiceOf(state, text, "--up", axes, 2) == 0 ? VL_MESH_UP_Z : VL_MESH_UP_Y;
        return 0;
    case 's': a->prepare.scale = numberOf(state, text, "--scale"); return 0;
    case 't': a->prepare.tolerance = numberOf(state, text, "--tolerance"); return 0;
    case 'k': a->prepare.keepsFaults = true; return 0;
    case 'e':
        a->decompose.error = a->simplify.error = a->leafError = fractionOf(state, text);
        return 0;
    case 'n': a->simplify.triangles = countOf(state, text); return 0;
    case 'T': a->decompose.seconds = a->viewSeconds = numberOf(state, text, "--seconds"); return 0;
    case 'C': a->noCache = true; return 0;
    case 'j': a->isJson = true; return 0;
    case 'o': a->output = text; return 0;
    case OPTION_VIEWER: a->viewer = text; return 0;
    case OPTION_FORCE: a->mayOverwrite = true; return 0;
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
            vlArguments_Fail(state, "say what to do: check, info, convert, decompose, hierarchy, "
                                    "simplify, view or make");
        }
        if (a->isJson && strcmp(a->action, "check") != 0 && strcmp(a->action, "info") != 0) {
            vlArguments_Fail(state, "--json is for check and info");
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
     "Weld vertices nearer than this (a millionth of the largest coordinate, or of "
     "the size if coordinates have more than seven digits)",
     0},
    {"keep-faults", 'k', NULL, 0, "Turn no triangles over and fill no holes", 0},
    {"error", 'e', "FRACTION", 0,
     "How far pieces (1%) or patches of a hierarchy (0.1%) may stand off the solid, and a "
     "simplified surface from the old one (1%), as a fraction of its radius or as a percentage "
     "such as 2%",
     0},
    {"triangles", 'n', "N", 0, "Simplify no further than to N triangles", 0},
    {"seconds", 'T', "SECONDS", 0,
     "Longest time to look for pieces; then the best ones so far are taken (60). With view: time "
     "after which it ends",
     0},
    {"json", 'j', NULL, 0, "With check and info: print as JSON", 0},
    {"no-cache", 'C', NULL, 0, "Make pieces or hierarchy again, without the cache", 0},
    {"viewer", OPTION_VIEWER, "ADDR:PORT", 0,
     "Where view serves its page (127.0.0.1:8460, or the next free port)", 0},
    {"output", 'o', "FILE", 0, "Where convert, decompose, simplify and make write to", 0},
    {"force", OPTION_FORCE, NULL, 0, "Overwrite a file that exists", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "check FILE\ninfo FILE\nconvert FILE TO\ndecompose FILE [TO]\nhierarchy FILE\nsimplify FILE "
    "[TO]\nview FILE\n"
    "make [NAME [TO]]",
    "Looks at mesh files (OBJ, STL, PLY, glTF), repairs and converts them, or makes meshes by "
    "formulas.\vcheck lists every fault of the file (open, crowded and opposed edges, holes, "
    "pinched vertices, slivers, triangles that go through each other, components that overlap), "
    "what was repaired, and what is left. info also measures the mesh: size, volume, centroid, "
    "inertia. convert writes the repaired mesh, in metres, in the format of the new name. "
    "decompose cuts the solid into convex pieces that do not overlap, says how far they stand off "
    "it, and writes them as the parts of an OBJ file, which a scene takes as pieces. hierarchy "
    "makes the tree of convex hulls that gap queries use, and says how large it is. simplify makes "
    "a mesh of fewer triangles and measures how far apart the two surfaces are at most. view shows "
    "the mesh and its pieces in a browser. make lists the meshes it knows, or writes one (default: "
    "to NAME.stl).\n\n"
    "Examples:\n"
    "  volar mesh check part.stl\n"
    "  volar mesh convert part.stl part.obj --units mm\n"
    "  volar mesh decompose part.stl pieces.obj --error 2%\n"
    "  volar mesh simplify part.stl fewer.stl --error 0.5%\n"
    "  volar mesh view part.stl\n"
    "  volar mesh make spoon spoon.ply\n\n"
    "Exit status: 0 the mesh is a sound solid, or was repaired to one, or was written; 1 out of "
    "memory; 2 bad usage; 3 faults are left, or a file cannot be read or written.",
    NULL,
    NULL,
    NULL};

vlMeshArguments vlMeshArguments_Parse(int argc, char** argv)
{
    vlMeshArguments a = {.program = argv[0],
                         .prepare = vlDefaultMeshPrepareDef(),
                         .decompose = vlDefaultDecomposeDef(),
                         .simplify = vlDefaultSimplifyDef()};
    vlArguments_Parse(&parser, argc, argv, &a);
    return a;
}
