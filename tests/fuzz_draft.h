// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FUZZ_DRAFT_H
#define VOLAR_TESTS_FUZZ_DRAFT_H

// A text made by a fuzzer's choices: the values of a scene, most of which are valid.

#include "fuzz_input.h"

#define VL_DRAFT_ROOM 8192

typedef struct vlDraft {
    vlFuzzInput* in;
    char text[VL_DRAFT_ROOM];
    size_t used;
} vlDraft;

static inline void vlDraft_Put(vlDraft* d, const char* words)
{
    size_t length = strlen(words);
    if (d->used + length < VL_DRAFT_ROOM) {
        memcpy(d->text + d->used, words, length);
        d->used += length;
    }
}

#define VL_CHOOSE(d, list)                                                                         \
    vlDraft_Put(d, (list)[vlFuzz_Choice((d)->in, (int)(sizeof(list) / sizeof *(list)))])

static inline void vlDraft_PutNumber(vlDraft* d)
{
    static const char* const odd[] = {"0",   "-1",  "1e-9",   "1e9", "1e99", "1e400", "auto",
                                      "inf", "'1'", "x",      "",    "-0",   "0x1",   ".5",
                                      "7.",  "[1]", "1e-320", "0.1", "3",    "1000",  "~"};
    char digits[32];
    if (vlFuzz_Choice(d->in, 8) == 0) {
        VL_CHOOSE(d, odd);
    } else {
        (void)snprintf(digits, sizeof digits, "%.3g", (vlFuzz_Byte(d->in) + 1) / 64.0);
        vlDraft_Put(d, digits);
    }
}

static inline void vlDraft_PutVec(vlDraft* d)
{
    vlDraft_Put(d, "[");
    int count = vlFuzz_Choice(d->in, 16) == 0 ? vlFuzz_Choice(d->in, 5) : 3;
    for (int i = 0; i < count; ++i) {
        vlDraft_Put(d, i > 0 ? ", " : "");
        vlDraft_PutNumber(d);
    }
    vlDraft_Put(d, "]");
}

static inline void vlDraft_PutName(vlDraft* d)
{
    static const char* const names[] = {"a",     "b",       "c",   "b-1",   "b-2",
                                        "steel", "default", "a.b", "\"1\"", "ä"};
    VL_CHOOSE(d, names);
}

static inline void vlDraft_PutRotation(vlDraft* d)
{
    switch (vlFuzz_Choice(d->in, 4)) {
    case 0:
        vlDraft_Put(d, "{euler: ");
        vlDraft_PutVec(d);
        break;
    case 1: vlDraft_Put(d, "{quaternion: [0.6, 0, 0.8, 0]"); break;
    default:
        vlDraft_Put(d, "{axis: ");
        vlDraft_PutVec(d);
        vlDraft_Put(d, ", degrees: ");
        vlDraft_PutNumber(d);
        break;
    }
    vlDraft_Put(d, "}");
}

#endif
