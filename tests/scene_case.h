// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SCENE_CASE_H
#define VOLAR_TESTS_SCENE_CASE_H

// Tables of faulty scenes: each is refused, with the place and the words of its first fault.

#include <limits.h>

#include "scene_text.h"
#include "test.h"

typedef struct vlSceneCase {
    const char* text;
    int line, column; // of the first fault
    const char* part; // of its message
} vlSceneCase;

// `mostFaults`: how many faults may be reported for one text.
static inline void vlSceneCase_CheckAll(const vlSceneCase* cases, size_t count, int mostFaults)
{
    for (size_t i = 0; i < count; ++i) {
        const vlSceneCase* c = &cases[i];
        const vlFileErrors* errors = vlSceneText_Refuse(c->text, NULL);
        const vlFileError* e = &errors->item[0];
        if (e->line != c->line || e->column != c->column || strstr(e->message, c->part) == NULL) {
            fail_msg("got %d:%d: %s\nexpected %d:%d: %s\nin\n%s", e->line, e->column, e->message,
                     c->line, c->column, c->part, c->text);
        }
        assert_string_equal(e->file, "test.yaml");
        assert_in_range(errors->total, 1, mostFaults);
    }
}

// Checks all faults of a table; the one fault of each text may cause no further report.
#define VL_CHECK_SINGLE_FAULTS(table)                                                              \
    vlSceneCase_CheckAll(table, sizeof(table) / sizeof(table)[0], 1)
#define VL_CHECK_FAULTS(table)                                                                     \
    vlSceneCase_CheckAll(table, sizeof(table) / sizeof(table)[0], INT_MAX)

#endif
