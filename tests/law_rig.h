// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_LAW_RIG_H
#define VOLAR_TESTS_LAW_RIG_H

// Chooses laws for tests; an error fails the running test.

#include "stage.h"
#include "test.h"

static inline vlLawChoice choose(const char* name)
{
    const vlLaw* law = vlLaw_Find(name);
    assert_non_null(law);
    return vlLaw_Choose(law);
}

static inline void setParameter(vlLawChoice* choice, const char* name, double value)
{
    char message[256] = "";
    if (vlLaw_Set(choice, name, value, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
}

#endif
