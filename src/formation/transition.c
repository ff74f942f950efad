// SPDX-License-Identifier: MIT
// Finds the motion that led from one formation to the next. Contacts are matched: first equal ones,
// then those where one can have become the other.

#include "volar/annotation.h"

#include "formation/contact_same.h"
#include "formation/poly_parts.h"
#include "formation/transition.h"

// A contact can have become another one if their normals are within 30 degrees.
#define SAME_SIDE 0.86602540378443865

static bool areRelated(const vlPolyhedron* p, vlElement x, vlElement y)
{
    return vlPolyhedron_IsNamedPart(p, x, y) || vlPolyhedron_IsNamedPart(p, y, x);
}

vlTransition vlFormation_GetTransition(const vlPolyhedron* a, const vlPolyhedron* b,
                                       const vlFormation* before, const vlFormation* after,
                                       int* gained, int* lost)
{
    bool isOldMatched[VL_MAX_FORMATION] = {false};
    bool isNewMatched[VL_MAX_FORMATION] = {false};
    int matched = 0;
    bool hasChanged = false;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < before->count; ++i) {
            const vlPrincipalContact* x = &before->contact[i];
            for (int k = 0; k < after->count && !isOldMatched[i]; ++k) {
                const vlPrincipalContact* y = &after->contact[k];
                bool fits = pass == 0 ? vlPrincipalContact_IsSameName(x, y)
                                      : areRelated(a, x->namedA, y->namedA) &&
                                            areRelated(b, x->namedB, y->namedB) &&
                                            vlDot(x->normal, y->normal) > SAME_SIDE;
                if (fits && !isNewMatched[k]) {
                    isOldMatched[i] = isNewMatched[k] = true;
                    hasChanged |= pass == 1;
                    ++matched;
                }
            }
        }
    }
    int more = after->count - matched;
    int fewer = before->count - matched;
    if (gained != NULL) {
        *gained = more;
    }
    if (lost != NULL) {
        *lost = fewer;
    }
    if (after->count == 0) {
        return before->count == 0 ? VL_TRANSITION_NONE : VL_TRANSITION_RELEASE;
    }
    if (before->count == 0) {
        return VL_TRANSITION_TOUCH;
    }
    if (more > 0) {
        return fewer > 0 ? VL_TRANSITION_SWAP : VL_TRANSITION_GAIN;
    }
    if (fewer > 0) {
        return VL_TRANSITION_BREAK;
    }
    return hasChanged ? VL_TRANSITION_CHANGE : VL_TRANSITION_KEEP;
}

const char* vlTransition_Text(vlTransition motion)
{
    static const char* const texts[VL_TRANSITION_COUNT] = {
        "start", "touched", "kept", "changed", "gained", "lost", "swapped", "released"};
    return (unsigned)motion < VL_TRANSITION_COUNT ? texts[motion] : "?";
}
