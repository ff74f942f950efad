// SPDX-License-Identifier: MIT
// How well the names of contacts account for the forces of a recording.

#include <stdio.h>

#include "app/annotate/state_list.h"
#include "app/cli/say.h"

static void printUnexplained(const vlListedPair* pair, FILE* to)
{
    const vlPairForce* f = &pair->fit.worst;
    vlSay(to,
          "  unexplained force: at %.3f s, %.3g N on %s from %s at (%.5f, %.5f, %.5f) m along "
          "(%.3f, %.3f, %.3f): %.1f%% of the pair's force, no contact is named there\n",
          pair->fit.worstTime, f->normalForce, pair->a, pair->b, f->point.x, f->point.y, f->point.z,
          f->normal.x, f->normal.y, f->normal.z, 100.0 * pair->fit.unexplainedMax);
}

static vlFitTally sumOf(const vlStateList* list)
{
    vlFitTally all = {0};
    for (int i = 0; i < list->pairCount; ++i) {
        vlFitTally_Merge(&all, &list->pairs[i].fit);
    }
    return all;
}

bool vlStateList_IsFitGood(const vlStateList* list)
{
    bool isGood = list->hasForces && sumOf(list).steps > 0;
    for (int i = 0; i < list->pairCount; ++i) {
        isGood = isGood && list->pairs[i].isFitGood;
    }
    return isGood;
}

void vlStateList_PrintFit(const vlStateList* list, FILE* to)
{
    vlFitTally all = sumOf(list);
    if (!list->hasForces || all.steps == 0) {
        vlSay(to, "fit: not judged, because %s\n",
              list->hasForces ? "no contact with a force was steady" : "there are no forces");
        return;
    }
    vlSay(to,
          "fit: residual at most %.2f%% in %llu judged steps, 1%% and more in %llu; %llu steps "
          "with a force but no named contact, %llu with a named contact but no force\n",
          100.0 * all.footprintMax, (unsigned long long)all.steps,
          (unsigned long long)all.footprintAbove1, (unsigned long long)all.unnamed,
          (unsigned long long)all.forceless);
    for (int i = 0; i < list->pairCount; ++i) {
        const vlListedPair* pair = &list->pairs[i];
        if (pair->isFitGood) {
            continue;
        }
        vlSay(to,
              "%s and %s: names do not account for the forces: residual 5%% and more in %llu, 1%% "
              "and more in %llu of %llu steps; force on no named contact in %llu\n",
              pair->a, pair->b, (unsigned long long)pair->fit.footprintAbove5,
              (unsigned long long)pair->fit.footprintAbove1, (unsigned long long)pair->fit.steps,
              (unsigned long long)pair->fit.unexplained);
        if (!pair->isExplained) {
            printUnexplained(pair, to);
        }
    }
}
