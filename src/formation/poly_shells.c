// SPDX-License-Identifier: MIT
// A polyhedron may consist of several closed surfaces: solids apart from each other, and cavities.
// A surface that looks outwards must not lie within another solid, whose volume would count twice
// there, and one that looks inwards needs a solid around it. Load time only, so that all pairs may
// be tried.

#include "base/sentence.h"
#include "base/sets.h"
#include "base/solid_angle.h"
#include "formation/poly_draft.h"

// How often a closed surface winds around a place: 1 within one that looks outwards, -1 within one
// that looks inwards. With `isOthers`, the sum over all surfaces but that one.
static double turnsAround(const vlPolyDraft* d, const int* shell, int which, bool isOthers,
                          vlVec3 from)
{
    double turns = 0.0;
    for (int c = 0; c < d->cellCount; ++c) {
        const vlDraftCell* cell = &d->cell[c];
        if ((shell[cell->face] == which) == isOthers) {
            continue;
        }
        const int* corner = &d->corner[cell->first];
        vlVec3 first = vlSub(d->point[corner[0]], from);
        for (int k = 1; k + 1 < cell->count; ++k) {
            vlVec3 second = vlSub(d->point[corner[k]], from);
            vlVec3 third = vlSub(d->point[corner[k + 1]], from);
            turns += vlTriangle_HalfSolidAngle(first, second, third) / (2.0 * VL_PI);
        }
    }
    return turns;
}

// A cell of the first other surface around the place, or 0.
static int cellAround(const vlPolyDraft* d, const int* shell, int own, vlVec3 from)
{
    for (int c = 0, last = own; c < d->cellCount; ++c) {
        int which = shell[d->cell[c].face];
        if (which != own && which != last && turnsAround(d, shell, which, false, from) > 0.5) {
            return c;
        }
        last = which;
    }
    return 0;
}

static double volumeOf(const vlPolyDraft* d, const int* shell, int own, vlVec3 from)
{
    double volume = 0.0;
    for (int c = 0; c < d->cellCount; ++c) {
        const vlDraftCell* cell = &d->cell[c];
        if (shell[cell->face] == own) {
            vlVec3 normal = d->face[cell->face].normal;
            double height = d->face[cell->face].offset - vlDot(normal, from);
            volume += height * vlPolyDraft_CellArea(d, cell, normal) / 3.0;
        }
    }
    return volume;
}

static vlResult checkShell(const vlPolyDraft* d, const int* shell, int cell)
{
    int own = shell[d->cell[cell].face];
    vlVec3 p = d->point[d->corner[d->cell[cell].first]];
    bool looksOut = volumeOf(d, shell, own, p) > 0.0;
    double turns = turnsAround(d, shell, own, true, p);
    char text[VL_CELL_TEXT];
    char other[VL_CELL_TEXT];
    vlPolyDraft_CellText(d, cell, text);
    if (looksOut && fabs(turns) > 0.5) {
        int around = cellAround(d, shell, own, p);
        return vlSentence_Fail(
            d->error, VL_ERROR_GEOMETRY,
            "the closed surface with %s at (%g, %g, %g) lies within the one with "
            "%s, and both look outwards; expected solids that do not overlap",
            text, p.x, p.y, p.z, vlPolyDraft_CellText(d, around, other));
    }
    if (!looksOut && fabs(turns - 1.0) > 0.5) {
        return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY,
                               "the closed surface with %s at (%g, %g, %g) looks inwards, and no "
                               "solid is around it; expected faces anticlockwise seen from outside",
                               text, p.x, p.y, p.z);
    }
    return VL_OK;
}

vlResult vlPolyDraft_CheckShells(vlPolyDraft* d)
{
    int* shell = vlPolyDraft_Take(d, d->faceCount, sizeof(int));
    bool* isChecked = vlPolyDraft_Take(d, d->faceCount, sizeof(bool));
    vlResult result = vlPolyDraft_Memory(d);
    int shells = 0;
    if (result == VL_OK) {
        vlSets_Begin(shell, d->faceCount);
        for (int e = 0; e < d->edgeCount; ++e) {
            vlSets_Join(shell, d->edge[e].left, d->edge[e].right);
        }
        for (int f = 0; f < d->faceCount; ++f) {
            shell[f] = vlSets_Find(shell, f);
            shells += shell[f] == f ? 1 : 0;
        }
    }
    // A single surface is judged by the sign of its volume alone (vlPolyDraft_Pack).
    for (int c = 0; c < d->cellCount && result == VL_OK && shells > 1; ++c) {
        int own = shell[d->cell[c].face];
        if (!isChecked[own]) {
            isChecked[own] = true;
            result = checkShell(d, shell, c);
        }
    }
    vlPolyDraft_Drop(d, shell);
    vlPolyDraft_Drop(d, isChecked);
    return result;
}
