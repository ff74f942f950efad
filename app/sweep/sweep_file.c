// SPDX-License-Identifier: MIT
// Reads a sweep file.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sweep/sweep_plan.h"
#include "base/hash.h"
#include "text/rows.h"
#include "text/text_file.h"

#define MOST_BYTES (1 << 20)
#define MOST_KEYS 16

// --- Types of rows ---

// A text in an array of wordValue bytes.
static void readChars(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    size_t size = (size_t)field->wordValue;
    const char* text = "";
    if (vlText_String(t, node, field->key, &text) && strlen(text) >= size) {
        vlFaults_Add(&t->faults, node->place, "%s is longer than %zu bytes", field->key, size - 1);
    }
    (void)snprintf(member, size, "%.*s", (int)(size - 1), text);
}

static const vlFieldType chars = {readChars, NULL, NULL};
#define CHARS(size) &chars, {ANY}, NULL, size, NULL

// A whole number as large as a double can count.
static void readWhole(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    double value = 0.0;
    if (!vlText_Number(t, node, field->key, VL_RANGE_ANY, &value)) {
        return;
    }
    if (value != floor(value) || !(value >= field->range.least && value <= field->range.most)) {
        vlFaults_Add(&t->faults, node->place, "%s is %g; expected a whole number from %g to %g",
                     field->key, value, field->range.least, field->range.most);
        return;
    }
    *(uint64_t*)member = (uint64_t)value;
}

static const vlFieldType whole = {readWhole, NULL, NULL};
#define WHOLE(least, most) &whole, {least, false, most}, NULL, 0.0, NULL

// --- Axes ---

static void checkRange(vlText* t, const vlNode* node, vlSweepAxis* axis)
{
    bool isRandom = axis->spacing == VL_SWEEP_RANDOM || axis->spacing == VL_SWEEP_RANDOM_LOG;
    bool isLog = axis->spacing == VL_SWEEP_LOG || axis->spacing == VL_SWEEP_RANDOM_LOG;
    static const vlField count = {"count", 0, WHOLE(1, VL_MAX_SWEEP_POINTS), "", "", ""};
    uint64_t steps = 1;
    if (node->kind != VL_NODE_LIST || node->count != (isRandom ? 2 : 3)) {
        vlFaults_Add(&t->faults, node->place, "expected %s",
                     isRandom ? "[from, to]" : "[from, to, count]");
        return;
    }
    bool ok = vlText_Number(t, node->first, "from", VL_RANGE_ANY, &axis->from);
    ok = vlText_Number(t, node->first->next, "to", VL_RANGE_ANY, &axis->to) && ok;
    if (!isRandom) {
        readWhole(t, node->last, &count, &steps);
    }
    axis->count = (int)steps;
    if (ok && isLog && !(axis->from > 0.0 && axis->to > 0.0)) {
        vlFaults_Add(&t->faults, node->place, "from %g to %g: a logarithm needs numbers above 0",
                     axis->from, axis->to);
    } else if (ok && isLog &&
               !(isfinite(axis->to / axis->from) && isfinite(axis->from / axis->to))) {
        // Otherwise values between the ends would not be numbers.
        vlFaults_Add(&t->faults, node->place,
                     "from %g to %g: too far apart; expected ends whose ratio is a number below "
                     "1e308",
                     axis->from, axis->to);
    }
}

static void readValues(vlText* t, const vlNode* node, vlSweepAxis* axis)
{
    if (node->kind != VL_NODE_LIST || node->count == 0 || node->count > VL_MAX_SWEEP_VALUES) {
        vlFaults_Add(&t->faults, node->place, "values: expected a list of 1 to %d numbers",
                     VL_MAX_SWEEP_VALUES);
        return;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        (void)vlText_Number(t, child, "a value", VL_RANGE_ANY, &axis->values[axis->count++]);
    }
}

static void checkAxis(vlText* t, const vlNode* node, void* object, bool isClean)
{
    static const char* const spacings[] = {"grid", "log", "values", "random", "random-log"};
    vlSweepAxis* axis = object;
    int given = 0;
    for (int i = 0; i < VL_COUNT_OF(spacings); ++i) {
        const vlNode* range = vlNode_Find(node, spacings[i]);
        if (range == NULL) {
            continue;
        }
        if (given++ > 0) {
            vlFaults_Add(&t->faults, range->place,
                         "an axis has one of grid, log, values, random, random-log");
            return;
        }
        axis->spacing = (vlSweepSpacing)i;
        if (axis->spacing == VL_SWEEP_VALUES) {
            readValues(t, range, axis);
        } else {
            checkRange(t, range, axis);
        }
    }
    if (isClean && axis->name[0] == '\0') {
        vlFaults_Add(&t->faults, node->place, "an axis needs 'set': the name of what it changes");
    } else if (given == 0) {
        vlFaults_Add(&t->faults, node->place,
                     "an axis needs one of grid, log, values, random, random-log");
    }
}

#define OF vlSweepAxis
static const vlField axisRows[] = {
    {"set", AT(name), CHARS(VL_MAX_SWEEP_NAME), "", "none", "What it changes."},
    {"grid", VL_NOWHERE, BY_HAND(range), "", "none", "From, to, count: evenly."},
    {"log", VL_NOWHERE, BY_HAND(range), "", "none", "From, to, count: in geometric progression."},
    {"values", VL_NOWHERE, BY_HAND(numbers), "", "none", "As listed."},
    {"random", VL_NOWHERE, BY_HAND(range), "", "none", "From, to: evenly at random."},
    {"random-log", VL_NOWHERE, BY_HAND(range), "", "none", "Likewise in the logarithm."},
};
#undef OF
static const vlSection axisSection = {SECTION("an axis", axisRows), .check = checkAxis};

static void readAxes(vlText* t, const vlNode* list, vlSweepPlan* plan)
{
    if (!vlText_IsList(t, list, "axes", VL_MAX_SWEEP_AXES)) {
        return;
    }
    for (const vlNode* node = list->first; node != NULL; node = node->next) {
        vlSweepAxis* axis = &plan->axes[plan->axisCount++];
        axis->line = node->place.line;
        (void)vlSection_Read(t, &axisSection, node, NULL, axis);
        for (const vlSweepAxis* other = plan->axes; other < axis; ++other) {
            if (strcmp(other->name, axis->name) == 0 && axis->name[0] != '\0') {
                vlFaults_Add(&t->faults, node->place, "'%s' has an axis in line %d already",
                             axis->name, other->line);
            }
        }
    }
}

// --- The file ---

#define OF vlSweepPlan
static const vlField planRows[] = {
    {"axes", VL_NOWHERE, BY_HAND(axes), "", "none", "What is changed, and how."},
    {"columns", VL_NOWHERE, BY_HAND(names), "", "none", "Numbers of each run."},
    {"set", VL_NOWHERE, BY_HAND(settings), "", "none", "Values that stay the same."},
    {"judge", AT(oracle), CHARS(sizeof(((vlSweepPlan*)0)->oracle)), "", "simple", "Of a loop."},
    {"hand", AT(hand), CHARS(sizeof(((vlSweepPlan*)0)->hand)), "", "none", "Of a loop."},
    {"seed", AT(seed), WHOLE(0, 9007199254740992.0), "", "0", "Of random axes."},
    {"seconds", AT(seconds), NUMBER(ABOVE(0, 1e6)), "s", "1", "Of a scene."},
    {"draws", AT(draws), WHOLE(1, VL_MAX_SWEEP_POINTS), "", "1", "Runs at each point of the grid."},
    {"chunk", AT(chunk), WHOLE(1, 1e6), "", "8", "Runs that are written together."},
};
#undef OF

static const vlField columnRow = {"a column", 0, CHARS(VL_MAX_SWEEP_NAME), "", "", ""};

static void readColumns(vlText* t, const vlNode* list, vlSweepPlan* plan)
{
    plan->columnLine = list != NULL ? list->place.line : 0;
    if (vlText_IsList(t, list, "columns", VL_MAX_SWEEP_COLUMNS)) {
        for (const vlNode* node = list->first; node != NULL; node = node->next) {
            readChars(t, node, &columnRow, plan->columns[plan->columnCount++]);
        }
    }
}

static void readSettings(vlText* t, const vlNode* mapping, vlSweepPlan* plan)
{
    static const vlField name = {"a name", 0, CHARS(VL_MAX_SWEEP_NAME), "", "", ""};
    static const vlField value = {"a value", 0, CHARS(VL_MAX_SWEEP_NAME), "", "", ""};
    if (vlText_IsMapping(t, mapping, "set", VL_MAX_SWEEP_SETS)) {
        for (const vlNode* node = mapping->first; node != NULL; node = node->next) {
            vlSweepSetting* setting = &plan->settings[plan->settingCount++];
            setting->line = node->key->place.line;
            readChars(t, node->key, &name, setting->name);
            readChars(t, node, &value, setting->value);
        }
    }
}

static void countPoints(vlText* t, const vlNode* root, vlSweepPlan* plan)
{
    double points = (double)plan->draws;
    for (int i = 0; i < plan->axisCount; ++i) {
        points *= plan->axes[i].count;
    }
    if (points > VL_MAX_SWEEP_POINTS) {
        vlFaults_Add(&t->faults, root->place, "%g points; expected at most %u", points,
                     VL_MAX_SWEEP_POINTS);
        return;
    }
    plan->points = (uint64_t)points;
}

static uint64_t hashText(uint64_t hash, const char* text)
{
    for (; *text != '\0'; ++text) {
        hash = vlHash_Word(hash, (unsigned char)*text);
    }
    return vlHash_Word(hash, 0);
}

// Hashes everything except the chunk size, because parts of different chunk sizes fit together.
static uint64_t hashPlan(const vlSweepPlan* plan)
{
    uint64_t hash = hashText(hashText(VL_HASH_SEED, plan->target->kind), plan->subject);
    hash = hashText(hashText(hash, plan->oracle), plan->hand);
    hash = vlHash_Double(vlHash_Word(vlHash_Word(hash, plan->seed), plan->draws), plan->seconds);
    for (int i = 0; i < plan->axisCount; ++i) {
        const vlSweepAxis* a = &plan->axes[i];
        hash = vlHash_Word(hashText(hash, a->name), (uint64_t)a->spacing);
        hash = vlHash_Word(vlHash_Double(vlHash_Double(hash, a->from), a->to), (uint64_t)a->count);
        for (int k = 0; a->spacing == VL_SWEEP_VALUES && k < a->count; ++k) {
            hash = vlHash_Double(hash, a->values[k]);
        }
    }
    for (int i = 0; i < plan->settingCount; ++i) {
        hash = hashText(hashText(hash, plan->settings[i].name), plan->settings[i].value);
    }
    for (int i = 0; i < plan->columnCount; ++i) {
        hash = hashText(hash, plan->columns[i]);
    }
    return hash;
}

// The kinds of subjects are keys too.
static void readRoot(vlText* t, const vlNode* root, const vlSweepTarget* const* targets,
                     int targetCount, vlSweepPlan* plan)
{
    vlField rows[MOST_KEYS];
    vlSection section = {.name = "the sweep", .fields = rows, .count = VL_COUNT_OF(planRows)};
    memcpy(rows, planRows, sizeof planRows);
    for (int i = 0; i < targetCount && section.count < MOST_KEYS; ++i) {
        rows[section.count++] =
            (vlField){targets[i]->kind, VL_NOWHERE, BY_HAND(name), "", "none", ""};
    }
    (void)vlSection_Read(t, &section, root, NULL, plan);
    for (int i = 0; i < targetCount; ++i) {
        static const vlField subject = {"the subject", 0, CHARS(VL_MAX_SWEEP_NAME), "", "", ""};
        const vlNode* node = vlNode_Find(root, targets[i]->kind);
        if (node != NULL && plan->target != NULL) {
            vlFaults_Add(&t->faults, node->place, "a sweep has one subject; found %s and %s",
                         plan->target->kind, targets[i]->kind);
        } else if (node != NULL) {
            plan->target = targets[i];
            plan->subjectLine = node->place.line;
            readChars(t, node, &subject, plan->subject);
        }
    }
    readAxes(t, vlNode_Find(root, "axes"), plan);
    readColumns(t, vlNode_Find(root, "columns"), plan);
    readSettings(t, vlNode_Find(root, "set"), plan);
    if (t->faults.found.total == 0) {
        const char* missing = plan->target == NULL     ? "one of loop, scene, experiment"
                              : plan->axisCount == 0   ? "axes"
                              : plan->columnCount == 0 ? "columns"
                                                       : NULL;
        if (missing != NULL) {
            vlFaults_Add(&t->faults, (vlTextPlace){0, 0, 0}, "expected %s", missing);
        } else {
            countPoints(t, root, plan);
        }
    }
}

bool vlSweepPlan_Read(const char* path, const vlSweepTarget* const* targets, int targetCount,
                      vlSweepPlan* plan, char* message, size_t size)
{
    vlPool tree = {0};
    vlText t = {.keep = &tree, .faults = {.file = path}};
    vlFileErrors errors = {.count = 0};
    vlNode* root = NULL;
    char* text = NULL;
    size_t length = 0;
    *plan = (vlSweepPlan){.path = path, .draws = 1, .chunk = 8, .seconds = 1.0};
    vlResult result = vlTextFile_Read(path, MOST_BYTES, &text, &length, &errors);
    if (result == VL_OK) {
        if (vlNode_Parse(&tree, &t.faults, text, length, 0, &root)) {
            readRoot(&t, root, targets, targetCount, plan);
        }
        result = vlFaults_Report(&t.faults, tree.isExhausted, &errors);
    }
    vlPool_Free(&tree);
    free(text);
    if (result != VL_OK) {
        const vlFileError* e = &errors.item[0];
        char place[32] = "";
        if (e->line > 0) {
            (void)snprintf(place, sizeof place, ":%d:%d", e->line, e->column);
        }
        (void)snprintf(message, size, "%.200s%s: %s", path, place, e->message);
        return false;
    }
    plan->hash = hashPlan(plan);
    if (plan->target->hashFile != NULL) {
        plan->hash = plan->target->hashFile(plan->subject, plan->hash);
    }
    return true;
}
