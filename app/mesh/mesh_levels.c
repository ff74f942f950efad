// SPDX-License-Identifier: MIT
#include "app/mesh/mesh_levels.h"

#include <stdio.h>
#include <volar/hierarchy.h>
#include <volar/surface.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "app/cli/terminal.h"
#include "base/clock.h"

#define LEVELS 3

static void showDone(void* user, double done)
{
    char line[80];
    (void)snprintf(line, sizeof line, "hierarchy %.0f%%", 100.0 * done);
    vlTerminal_ShowLine(user, line);
}

// How many nodes a query with this tolerance would meet at most: those whose parents are too coarse
// for half of it.
static int cutAt(const vlHierarchy* h, int nodes, double error)
{
    int count = 0;
    for (int i = 0; i < nodes; ++i) {
        vlHierarchyNode node;
        if (vlHierarchy_GetNode(h, i, &node) != VL_OK) {
            continue;
        }
        bool isOpened = node.child[0] >= 0 && node.error > error;
        count += isOpened ? 1 : 0;
    }
    return count + 1; // a binary tree has one node more than were opened
}

static void sayLevels(const char* file, const vlHierarchy* h, double seconds)
{
    static const double levels[LEVELS] = {0.004, 0.01, 0.025};
    vlHierarchyInfo info = vlHierarchy_GetInfo(h);
    vlSay(stdout,
          "%s: %d convex patches of %d triangles, at most %.3g m off the solid (%.3g%% of "
          "its radius)%s\n",
          file, info.leafCount, info.triangleCount, info.leafError,
          100.0 * info.leafError / info.radius, info.isFromCache ? " (from the cache)" : "");
    vlSay(stdout, "  %d nodes in at most %d levels, %.1f in the mean\n", info.nodeCount,
          info.deepest + 1, info.meanDepth + 1.0);
    vlSay(stdout, "  %.1f bytes a triangle, %s in %.2f s of processor time\n",
          (double)info.memory / info.triangleCount, info.isFromCache ? "read" : "made", seconds);
    for (int k = 0; k < LEVELS; ++k) {
        double error = 0.5 * levels[k] * info.radius;
        if (error < info.leafError) {
            continue; // finer than the patches
        }
        int nodes = cutAt(h, info.nodeCount, error);
        vlSay(stdout, "  %d nodes cover the surface to within half of %.1f%% of the radius\n",
              nodes, 100.0 * levels[k]);
    }
}

int vlMeshLevels_Make(const char* program, const char* file, const vlMesh* mesh, double leafError,
                      const char* cacheFolder)
{
    char message[256] = "";
    vlShape* shape = NULL;
    vlHierarchy* h = NULL;
    vlHierarchyDef def = vlDefaultHierarchyDef();
    vlSurfaceShapeDef surface = vlDefaultSurfaceShapeDef();
    vlTerminal terminal = vlTerminal_Open(stderr);
    surface.points = mesh->points;
    surface.pointCount = mesh->pointCount;
    surface.triangles = mesh->indices;
    surface.triangleCount = mesh->faceCount;
    def.leafError = leafError > 0.0 ? leafError : def.leafError;
    def.cacheFolder = cacheFolder;
    def.progress = terminal.isLive ? showDone : NULL;
    def.user = &terminal;
    vlResult result = vlShape_CreateSurface(NULL, &surface, &shape, message, sizeof message);
    double start = vlClock_ThreadNow();
    if (result == VL_OK) {
        result = vlHierarchy_Create(NULL, shape, &def, &h, message, sizeof message);
    }
    double seconds = 1e-9 * (vlClock_ThreadNow() - start);
    if (terminal.isLive) {
        vlTerminal_ClearLine(&terminal);
    }
    if (result == VL_OK) {
        sayLevels(file, h, seconds);
    } else {
        vlSay(stderr, "%s: %s: %s\n", program, file, message);
    }
    vlHierarchy_Destroy(h);
    vlShape_Release(shape);
    return result == VL_OK ? VL_EXIT_OK
                           : (result == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE);
}
