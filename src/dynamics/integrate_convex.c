// SPDX-License-Identifier: MIT
// Backward Euler in velocities as the minimum of a sum of potentials, island by island
// (minimise.h).

#include "dynamics/implicit_parts.h"
#include "dynamics/minimise.h"

// Lists the elements of each island, in their order.
static void sortElements(const vlImplicitSource* source, vlImplicitWork* work, int count)
{
    const vlIslands* islands = &work->islands;
    vlMinimiseWork* s = &work->search;
    int n = islands->islandCount;
    for (int i = 0; i <= n; ++i) {
        s->first[i] = 0;
    }
    for (int i = 0; i < count; ++i) {
        int island = vlIslands_OfLink(islands, source->links[i]);
        if (island >= 0) {
            ++s->first[island + 1];
        }
    }
    for (int i = 0; i < n; ++i) {
        s->first[i + 1] += s->first[i];
    }
    for (int i = 0; i < count; ++i) { // each first[] moves on to that of the next island
        int island = vlIslands_OfLink(islands, source->links[i]);
        if (island >= 0) {
            s->order[s->first[island]++] = i;
        }
    }
    for (int i = n; i > 0; --i) {
        s->first[i] = s->first[i - 1];
    }
    s->first[0] = 0;
}

vlImplicitInfo vlIntegrate_Convex(vlDynamics* d, const vlImplicitSource* source,
                                  vlImplicitWork* work, const bool* isAsleep)
{
    vlImplicitInfo info = {0};
    vlImplicit_ReadVelocities(d, work);
    int count = source->begin(source->user, d->motion);
    vlImplicit_FindIslands(d, source, work, isAsleep, count);
    sortElements(source, work, count);
    vlMinimise_Begin(d, work);
    const vlIslands* islands = &work->islands;
    info.islandCount = islands->islandCount;
    for (int i = 0; i < islands->islandCount; ++i) {
        int size = islands->start[i + 1] - islands->start[i];
        info.largestIsland = size > info.largestIsland ? size : info.largestIsland;
        info.iterativeIslands += vlBlockSystem_IsIterative(&work->system, i);
        vlMinimised end = vlMinimise_Island(d, source, work, i);
        info.solves = end.factored > info.solves ? end.factored : info.solves;
        info.substitutions += end.substituted;
        info.unsettledIslands += !end.isSettled;
        info.residual = end.residual > info.residual ? end.residual : info.residual;
        info.lag = end.lag > info.lag ? end.lag : info.lag;
    }
    source->finish(source->user, work->before, work->trial);
    vlImplicit_FlyFree(d, work, isAsleep);
    vlImplicit_Advance(d, work, isAsleep);
    return info;
}
