// SPDX-License-Identifier: MIT
#include "app/mesh/say_mesh.h"

#include <stdio.h>

#include "app/cli/say.h"
#include "base/json_writer.h"

static void sayCount(int count, const char* one, const char* many)
{
    if (count > 0) {
        vlSay(stdout, "  %d %s\n", count, count == 1 ? one : many);
    }
}

void vlSayMesh_Faults(const vlMeshReport* report)
{
    sayCount(report->openEdges, "edge of one triangle only", "edges of one triangle only");
    sayCount(report->holes, "hole", "holes");
    sayCount(report->crowdedEdges, "edge of more than two triangles",
             "edges of more than two triangles");
    sayCount(report->opposedEdges, "edge whose triangles disagree on the outside",
             "edges whose triangles disagree on the outside");
    for (int i = 0; i < report->openPlaceCount; ++i) {
        vlVec3 p = report->openPlace[i];
        vlSay(stdout, "    edge at (%.6g, %.6g, %.6g)\n", p.x, p.y, p.z);
    }
    if (report->isFlat) {
        vlSay(stdout, "  it is closed but flat: no thicker than the tolerance\n");
    }
    sayCount(report->pinchedPoints, "vertex at which surfaces meet in a point",
             "vertices at which surfaces meet in a point");
    sayCount(report->slivers, "triangle lower than the tolerance",
             "triangles lower than the tolerance");
    sayCount(report->crossings, "pair of triangles that go through each other",
             "pairs of triangles that go through each other");
    for (int i = 0; i < report->crossings && i < VL_MESH_PLACES; ++i) {
        const vlMeshCrossing* c = &report->crossing[i];
        vlSay(stdout, "    triangles %d and %d at (%.6g, %.6g, %.6g)\n", c->a, c->b, c->point.x,
              c->point.y, c->point.z);
    }
    if (!report->isCrossingCountComplete) {
        vlSay(stdout, "  so many boxes of triangles overlap that not all pairs were compared\n");
    }
    sayCount(report->overlappingComponents,
             "pair of components that overlap: what they share counts twice",
             "pairs of components that overlap: what they share counts twice");
}

void vlSayMesh_Measures(const vlMeshReport* report)
{
    vlVec3 size = vlSub(report->high, report->low);
    vlSay(stdout, "  %d triangle%s, %d vertices, %d edges, %d component%s\n", report->triangleCount,
          report->triangleCount == 1 ? "" : "s", report->pointCount, report->edgeCount,
          report->components, report->components == 1 ? "" : "s");
    vlSay(stdout, "  size %.6g x %.6g x %.6g m, area %.6g m2\n", size.x, size.y, size.z,
          report->area);
    if (report->isSolid) {
        const vlMassProperties* m = &report->mass;
        vlSay(stdout, "  volume %.9g m3, centroid (%.6g, %.6g, %.6g) m, radius %.6g m\n", m->volume,
              m->centroid.x, m->centroid.y, m->centroid.z, report->radius);
        vlSay(stdout, "  inertia per density: xx %.6g yy %.6g zz %.6g xy %.6g xz %.6g yz %.6g m5\n",
              m->inertia.cx.x, m->inertia.cy.y, m->inertia.cz.z, m->inertia.cy.x + 0.0,
              m->inertia.cz.x + 0.0, m->inertia.cz.y + 0.0); // 0, not -0
    }
}

static void writeFaults(vlJsonWriter* json, const char* key, const vlMeshReport* report)
{
    vlJsonWriter_Open(json, key, '{');
    vlJsonWriter_Integer(json, "open_edges", report->openEdges);
    vlJsonWriter_Integer(json, "holes", report->holes);
    vlJsonWriter_Integer(json, "crowded_edges", report->crowdedEdges);
    vlJsonWriter_Integer(json, "opposed_edges", report->opposedEdges);
    vlJsonWriter_Integer(json, "pinched_vertices", report->pinchedPoints);
    vlJsonWriter_Integer(json, "slivers", report->slivers);
    vlJsonWriter_Integer(json, "crossings", report->crossings);
    vlJsonWriter_Bool(json, "crossings_complete", report->isCrossingCountComplete);
    vlJsonWriter_Integer(json, "overlapping_components", report->overlappingComponents);
    vlJsonWriter_Bool(json, "flat", report->isFlat);
    vlJsonWriter_Close(json, '}');
}

static void writeVector(vlJsonWriter* json, const char* key, vlVec3 v)
{
    vlJsonWriter_Open(json, key, '[');
    vlJsonWriter_Number(json, NULL, v.x);
    vlJsonWriter_Number(json, NULL, v.y);
    vlJsonWriter_Number(json, NULL, v.z);
    vlJsonWriter_Close(json, ']');
}

static void writeMeasures(vlJsonWriter* json, const vlMeshReport* report)
{
    vlJsonWriter_Integer(json, "triangles", report->triangleCount);
    vlJsonWriter_Integer(json, "vertices", report->pointCount);
    vlJsonWriter_Integer(json, "edges", report->edgeCount);
    vlJsonWriter_Integer(json, "components", report->components);
    writeVector(json, "low_m", report->low);
    writeVector(json, "high_m", report->high);
    vlJsonWriter_Number(json, "area_m2", report->area);
    if (report->isSolid) {
        vlJsonWriter_Number(json, "volume_m3", report->mass.volume);
        writeVector(json, "centroid_m", report->mass.centroid);
        vlJsonWriter_Number(json, "radius_m", report->radius);
        vlJsonWriter_Number(json, "wall_m", report->wall);
        vlJsonWriter_Open(json, "inertia_per_density_m5", '[');
        writeVector(json, NULL, report->mass.inertia.cx);
        writeVector(json, NULL, report->mass.inertia.cy);
        writeVector(json, NULL, report->mass.inertia.cz);
        vlJsonWriter_Close(json, ']');
    }
}

void vlSayMesh_Json(const char* file, const vlMeshReport* found, const vlMeshReport* left,
                    const char* done, bool isInfo)
{
    vlJsonWriter json = {stdout, 0, true};
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Text(&json, "file", file);
    vlJsonWriter_Bool(&json, "sound", found->isSound);
    vlJsonWriter_Bool(&json, "sound_once_repaired", left->isSound);
    vlJsonWriter_Text(&json, "done", done);
    writeFaults(&json, "found", found);
    writeFaults(&json, "left", left);
    if (isInfo) {
        writeMeasures(&json, left);
    }
    vlJsonWriter_Close(&json, '}');
}

void vlSayMesh_Pieces(const char* file, const vlDecomposition* cut)
{
    double more = fmax(0.0, cut->volumeRatio - 1.0); // pieces enclose the solid: less is rounding
    vlSay(stdout,
          "%s: %d convex piece%s, at most %.4g m off the solid (%.3g%% of its radius), %.2f%% more "
          "volume%s\n",
          file, cut->pieceCount, cut->pieceCount == 1 ? "" : "s", cut->error,
          100.0 * cut->error / cut->radius, 100.0 * more,
          cut->isFromCache ? " (from the cache)" : "");
    if (!cut->isWithin) {
        vlSay(stdout, "this is more than --error allows%s\n",
              cut->isLate ? ": the time was up" : ": no cut helps, or there were too many pieces");
    }
    if (vlDecomposition_IsShell(cut)) {
        vlSay(stdout,
              "a shell: its wall is about %.3g m thick, and pieces stand off it by %.3g m; ask for "
              "a smaller --error, or take it `as: surface` in a scene, without pieces\n",
              cut->wall, cut->error);
    }
}

void vlSayMesh_Simplification(const char* file, const vlSimplification* done)
{
    vlSay(stdout,
          "%s: %d triangles of %d, at most %.4g m between both surfaces (%.3g%% of the radius), "
          "%+.3f%% volume\n",
          file, done->after, done->before, done->error, 100.0 * done->error / done->radius,
          100.0 * (done->volumeRatio - 1.0));
}
