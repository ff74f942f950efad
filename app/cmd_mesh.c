// SPDX-License-Identifier: MIT
// volar mesh: reports on mesh files, repairs and converts them, and makes new ones.

#include <string.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/mesh/mesh_actions.h"
#include "base/spelling.h"

static const struct {
    const char* name;
    int (*run)(vlMeshArguments* a);
} actions[] = {{"check", vlMeshAction_Check},
               {"info", vlMeshAction_Info},
               {"convert", vlMeshAction_Convert},
               {"decompose", vlMeshAction_Decompose},
               {"hierarchy", vlMeshAction_MakeHierarchy},
               {"simplify", vlMeshAction_Simplify},
               {"view", vlCmd_MeshView},
               {"make", vlMeshAction_Make}};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

int vlCmd_Mesh(int argc, char** argv)
{
    const char* names[ACTIONS];
    vlMeshArguments a = vlMeshArguments_Parse(argc, argv);
    int action = ACTIONS;
    for (int i = 0; i < ACTIONS; ++i) {
        names[i] = actions[i].name;
        action = strcmp(a.action, names[i]) == 0 ? i : action;
    }
    if (action == ACTIONS) {
        const char* nearest = vlSpelling_FindNearest(a.action, names, ACTIONS);
        vlSay(stderr,
              "%s: no action '%s'; expected check, info, convert, decompose, hierarchy, simplify, "
              "view or make%s%s%s\n",
              a.program, a.action, nearest != NULL ? " (did you mean '" : "",
              nearest != NULL ? nearest : "", nearest != NULL ? "'?)" : "");
        return VL_EXIT_USAGE;
    }
    if (a.word == NULL && actions[action].run != vlMeshAction_Make) {
        vlSay(stderr, "%s: %s needs the name of a mesh file\n", a.program, a.action);
        return VL_EXIT_USAGE;
    }
    return actions[action].run(&a);
}
