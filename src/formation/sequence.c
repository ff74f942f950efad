// SPDX-License-Identifier: MIT
// The distance between two sequences of states, from their texts. The names of elements show what
// borders on what, because an edge is named by its two faces, and a corner by all of its faces.

#include <stdlib.h>
#include <string.h>

#include "volar/annotation.h"

#define RELATED_COST 0.2
// A state as long as this counts fully when it has no counterpart, s.
#define FULL_DURATION 0.1
#define MAX_PARTS 14

// One contact, or one name, within a text.
typedef struct Slice {
    const char* text;
    size_t length;
} Slice;

static bool isSameSlice(Slice x, Slice y)
{
    return x.length == y.length && memcmp(x.text, y.text, x.length) == 0;
}

// Splits at a separator; returns the number of parts, at most `most`.
static int split(Slice text, const char* separator, Slice* parts, int most)
{
    size_t width = strlen(separator);
    int count = 0;
    size_t begin = 0;
    for (size_t i = 0; i <= text.length && count < most; ++i) {
        bool isEnd = i == text.length;
        if (isEnd || (i + width <= text.length && memcmp(text.text + i, separator, width) == 0)) {
            parts[count++] = (Slice){text.text + begin, i - begin};
            begin = i + width;
            i += isEnd ? 0 : width - 1;
        }
    }
    return count;
}

// Takes a word off the beginning of a name, if it is there.
static bool takeWord(Slice* name, const char* word)
{
    size_t length = strlen(word);
    if (name->length <= length || memcmp(name->text, word, length) != 0) {
        return false;
    }
    name->text += length;
    name->length -= length;
    return true;
}

static bool isEdge(Slice name)
{
    return takeWord(&name, "edge ") || takeWord(&name, "rim ");
}

// Takes the number off the end of the name of an edge: that of one among several between the same
// two faces. The name of a face may end in a number, too.
static void takeNumber(Slice* name)
{
    size_t length = name->length;
    while (length > 0 && name->text[length - 1] >= '0' && name->text[length - 1] <= '9') {
        --length;
    }
    if (length < name->length && length > 1 && name->text[length - 1] == ' ') {
        name->length = length - 1;
    }
}

// The faces in the name of an element.
static int facesOf(Slice name, bool withNumber, Slice* faces)
{
    if (isEdge(name) && !withNumber) {
        takeNumber(&name);
    }
    (void)(takeWord(&name, "edge ") || takeWord(&name, "rim ") || takeWord(&name, "corner "));
    return split(name, "/", faces, MAX_PARTS);
}

static bool isSubset(const Slice* x, int xCount, const Slice* y, int yCount)
{
    for (int i = 0; i < xCount; ++i) {
        bool isThere = false;
        for (int k = 0; k < yCount && !isThere; ++k) {
            isThere = isSameSlice(x[i], y[k]);
        }
        if (!isThere) {
            return false;
        }
    }
    return true;
}

static bool holdsFaces(Slice x, Slice y, bool withNumber)
{
    Slice p[MAX_PARTS];
    Slice q[MAX_PARTS];
    int np = facesOf(x, withNumber, p);
    int nq = facesOf(y, withNumber, q);
    return isSubset(p, np, q, nq) || isSubset(q, nq, p, np);
}

// Is one element the other, or on its border? Then its faces hold those of the other. Two edges are
// one only if their numbers agree; a number says nothing about what an edge borders on.
static bool areElementsRelated(Slice x, Slice y)
{
    return holdsFaces(x, y, true) || (isEdge(x) != isEdge(y) && holdsFaces(x, y, false));
}

static bool areContactsRelated(Slice x, Slice y)
{
    Slice p[2];
    Slice q[2];
    return split(x, " on ", p, 2) == 2 && split(y, " on ", q, 2) == 2 &&
           areElementsRelated(p[0], q[0]) && areElementsRelated(p[1], q[1]);
}

static bool hasCounterparts(const Slice* x, int xCount, const Slice* y, int yCount)
{
    for (int i = 0; i < xCount; ++i) {
        bool isThere = false;
        for (int k = 0; k < yCount && !isThere; ++k) {
            isThere = areContactsRelated(x[i], y[k]);
        }
        if (!isThere) {
            return false;
        }
    }
    return true;
}

// Returns 0 for the same state, RELATED_COST for related ones, else infinity.
static double costOf(const char* x, const char* y)
{
    if (strcmp(x, y) == 0) {
        return 0.0;
    }
    if (strcmp(x, "free") == 0 || strcmp(y, "free") == 0) {
        return HUGE_VAL;
    }
    Slice p[VL_MAX_FORMATION];
    Slice q[VL_MAX_FORMATION];
    int np = split((Slice){x, strlen(x)}, ", ", p, VL_MAX_FORMATION);
    int nq = split((Slice){y, strlen(y)}, ", ", q, VL_MAX_FORMATION);
    return hasCounterparts(p, np, q, nq) && hasCounterparts(q, nq, p, np) ? RELATED_COST : HUGE_VAL;
}

// Cost of a state without a counterpart, beside the states before and after it in the other list.
static double costAlone(const vlStateRow* row, const vlStateRow* others, int count, int at)
{
    double cost = 1.0;
    for (int k = at - 1; k <= at; ++k) {
        if (k >= 0 && k < count && costOf(row->text, others[k].text) <= RELATED_COST) {
            cost = RELATED_COST;
        }
    }
    return cost * fmin(1.0, fmax(0.0, row->until - row->from) / FULL_DURATION);
}

vlResult vlStateRow_Compare(const vlStateRow* x, int xCount, const vlStateRow* y, int yCount,
                            double* distance)
{
    size_t width = (size_t)yCount + 1;
    double* cost = malloc(((size_t)xCount + 1) * width * sizeof(double));
    if (cost == NULL) {
        return VL_ERROR_MEMORY;
    }
    for (int i = 0; i <= xCount; ++i) {
        for (int k = 0; k <= yCount; ++k) {
            double best = i == 0 && k == 0 ? 0.0 : HUGE_VAL;
            if (i > 0) {
                best = fmin(best, cost[(size_t)(i - 1) * width + (size_t)k] +
                                      costAlone(&x[i - 1], y, yCount, k));
            }
            if (k > 0) {
                best = fmin(best, cost[(size_t)i * width + (size_t)k - 1] +
                                      costAlone(&y[k - 1], x, xCount, i));
            }
            if (i > 0 && k > 0) {
                best = fmin(best, cost[(size_t)(i - 1) * width + (size_t)k - 1] +
                                      costOf(x[i - 1].text, y[k - 1].text));
            }
            cost[(size_t)i * width + (size_t)k] = best;
        }
    }
    *distance = cost[(size_t)xCount * width + (size_t)yCount];
    free(cost);
    return VL_OK;
}
