// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_MESH_ARGUMENTS_H
#define VOLAR_APP_MESH_ARGUMENTS_H

// The options of volar mesh, parsed.

#include <volar/mesh.h>

typedef struct vlMeshArguments {
    const char* program;
    const char* action;
    const char* word; // file or model
    const char* output;
    const char* viewer; // address; NULL: the usual one
    vlMeshPrepareDef prepare;
    vlDecomposeDef decompose;
    vlSimplifyDef simplify;
    double leafError;   // of a hierarchy; 0: the usual one
    double viewSeconds; // 0: until it is ended
    bool noCache, isJson;
    bool mayOverwrite;
} vlMeshArguments;

// Ends the program with VL_EXIT_USAGE if the options make no sense.
vlMeshArguments vlMeshArguments_Parse(int argc, char** argv);

#endif
