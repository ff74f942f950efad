// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_LEVEL_COUPLE_H
#define VOLAR_TESTS_LEVEL_COUPLE_H

// Two meshes with their hierarchies, for tests of hierarchies and of queries.

#include "hierarchy/levels.h"
#include "surface_makers.h"

typedef struct Couple {
    vlMesh mesh[2];
    vlShape* shape[2];
    vlHierarchy* levels[2];
    double radius;
} Couple;

static Couple couple;

static inline int makeCouple(void** state)
{
    static const char* const names[2] = {"spoon", "gear"};
    (void)state;
    couple.radius = HUGE_VAL;
    for (int k = 0; k < 2; ++k) {
        couple.mesh[k] = makeModelMesh(names[k]);
        couple.shape[k] = makeSurface(&couple.mesh[k], 0.01, VL_AUTO);
        if (vlHierarchy_Create(NULL, couple.shape[k], NULL, &couple.levels[k], NULL, 0) != VL_OK) {
            return -1;
        }
        couple.radius = fmin(couple.radius, vlHierarchy_GetInfo(couple.levels[k]).radius);
    }
    return 0;
}

static inline int freeCouple(void** state)
{
    (void)state;
    for (int k = 0; k < 2; ++k) {
        vlHierarchy_Destroy(couple.levels[k]);
        vlShape_Release(couple.shape[k]);
        vlMesh_Free(&couple.mesh[k]);
    }
    return 0;
}

static inline vlGapQuery* makeQuery(const vlGapQueryDef* def)
{
    vlGapQuery* query = NULL;
    assert_int_equal(
        vlGapQuery_Create(NULL, couple.levels[0], couple.levels[1], def, &query, NULL, 0), VL_OK);
    return query;
}

#endif
