// SPDX-License-Identifier: MIT
// volar mesh view: a scene of two bodies that stay where they are, the mesh as it is and its convex
// pieces beside it, run with the viewer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/mesh/mesh_actions.h"
#include "base/json_text.h"
#include "base/text_out.h"

static void writeMesh(FILE* out, const vlMeshArguments* a, const char* as)
{
    static const char* const units[] = {[VL_MESH_UNIT_M] = "m",
                                        [VL_MESH_UNIT_CM] = "cm",
                                        [VL_MESH_UNIT_MM] = "mm",
                                        [VL_MESH_UNIT_INCH] = "inch"};
    fputs("{mesh: {file: ", out);
    vlJsonText_Write(out, a->word);
    fprintf(out, ", as: %s, up: %s", as, a->prepare.up == VL_MESH_UP_Y ? "y" : "z");
    if (a->prepare.scale > 0.0) {
        fprintf(out, ", scale: %.17g", a->prepare.scale);
    } else if (a->prepare.unit != VL_MESH_UNIT_GUESSED) {
        fprintf(out, ", units: %s", units[a->prepare.unit]);
    }
    if (as[0] == 'p') {
        fprintf(out, ", error: %.17g", a->decompose.error);
    }
    fputs("}}", out);
}

// The scene; the caller frees it. NULL without memory.
static char* writeScene(const vlMeshArguments* a, const vlMeshReport* report, size_t* size)
{
    vlTextOut text;
    FILE* out = vlTextOut_Open(&text);
    if (out == NULL) {
        return NULL;
    }
    vlVec3 low = report->low, wide = vlSub(report->high, low);
    double apart = 1.4 * wide.x, reach = vlLength(wide);
    vlVec3 middle = vlAdd(low, vlScale(wide, 0.5));
    fprintf(out, "volar: 1\nname: mesh\ndescription: ");
    char about[512];
    const char* slash = strrchr(a->word, '/');
    (void)snprintf(about, sizeof about,
                   "%.300s: on the left the mesh, on the right its convex pieces, each in a colour "
                   "of its own. A layer shows the pieces apart.",
                   slash != NULL ? slash + 1 : a->word);
    vlJsonText_Write(out, about);
    fprintf(out, "\nworld: {integrator: implicit}\nbodies:\n"
                 "- {name: mesh, type: static, colour: \"#e69f00\", shape: ");
    writeMesh(out, a, "surface");
    fprintf(out,
            "}\n- {name: pieces, type: static, colour: \"#56b4e9\", position: [%.9g, 0, 0], "
            "shape: ",
            apart);
    writeMesh(out, a, "pieces");
    fprintf(out, "}\ncamera: {position: [%.9g, %.9g, %.9g], target: [%.9g, %.9g, %.9g]}\n",
            middle.x + 0.5 * apart, middle.y - 2.2 * reach, middle.z + 1.1 * reach,
            middle.x + 0.5 * apart, middle.y, middle.z);
    return vlTextOut_Close(&text, size);
}

int vlCmd_MeshView(vlMeshArguments* a)
{
    vlMesh mesh;
    vlMeshRepairs repairs;
    vlMeshReport report;
    int status = vlMeshAction_Read(a, false, &mesh, &repairs);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlResult result = vlMesh_Inspect(&mesh, repairs.tolerance, &report);
    vlMesh_Free(&mesh);
    if (result == VL_OK && !report.isSolid) {
        vlSay(stderr,
              "%s: %s: not a closed surface; 'volar mesh check' says what is wrong with it\n",
              a->program, a->word);
        return VL_EXIT_FILE;
    }
    vlRunArguments run = {
        .viewer = vlViewer_Default(), .seconds = a->viewSeconds, .noCache = a->noCache};
    if (a->viewer != NULL && !vlViewer_Parse(a->viewer, &run.viewer)) {
        vlSay(stderr, "%s: --viewer is '%s'; expected ADDR:PORT, e.g. localhost:8460\n", a->program,
              a->viewer);
        return VL_EXIT_USAGE;
    }
    size_t size = 0;
    char* text = result == VL_OK ? writeScene(a, &report, &size) : NULL;
    if (text == NULL) {
        vlSay(stderr, "%s: %s\n", a->program, vlResult_Text(VL_ERROR_MEMORY));
        return VL_EXIT_FAILED;
    }
    vlBuiltinScene scene = {"mesh", text, size};
    run.text = &scene;
    status = vlCmd_RunWith(a->program, &run);
    free(text);
    return status;
}
