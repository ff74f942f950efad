// SPDX-License-Identifier: MIT
// Reads a sweep file.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "app/sweep/sweep_plan.h"
#include "base/file_in.h"
#include "base/hash.h"
#include "base/spelling.h"

#define MAX_KEYS 16

typedef struct Reader {
    yaml_document_t document;
    vlSweepPlan* plan;
    char* message;
    size_t size;
    bool hasFailed;
} Reader;

// Remembers the first fault.
static void fail(Reader* r, const yaml_node_t* node, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
static void fail(Reader* r, const yaml_node_t* node, const char* format, ...)
{
    va_list arguments;
    if (r->hasFailed) {
        return;
    }
    r->hasFailed = true;
    int used = snprintf(r->message, r->size, "%.200s", r->plan->path);
    if (node != NULL && used > 0 && (size_t)used < r->size) {
        used +=
            snprintf(r->message + used, r->size - (size_t)used, ":%zu", node->start_mark.line + 1);
    }
    if (used > 0 && (size_t)used + 2 < r->size) {
        used += snprintf(r->message + used, r->size - (size_t)used, ": ");
        va_start(arguments, format);
        (void)vsnprintf(r->message + used, r->size - (size_t)used, format, arguments);
        va_end(arguments);
    }
}

static int lineOf(const yaml_node_t* node)
{
    return (int)node->start_mark.line + 1;
}

static yaml_node_t* nodeAt(Reader* r, int index)
{
    return yaml_document_get_node(&r->document, index);
}

static const char* textOf(Reader* r, const yaml_node_t* node, const char* what)
{
    if (node == NULL || node->type != YAML_SCALAR_NODE) {
        fail(r, node, "%s is not a word or number", what);
        return "";
    }
    return (const char*)node->data.scalar.value;
}

static double numberOf(Reader* r, const yaml_node_t* node, const char* what)
{
    const char* text = textOf(r, node, what);
    char* end;
    double value = strtod(text, &end);
    if (!r->hasFailed && (end == text || *end != '\0' || !isfinite(value))) {
        fail(r, node, "%s: '%.60s' is not a number", what, text);
    }
    return value;
}

static uint64_t countOf(Reader* r, const yaml_node_t* node, const char* what, double least,
                        double most)
{
    double value = numberOf(r, node, what);
    if (!r->hasFailed && (value != floor(value) || !(value >= least && value <= most))) {
        fail(r, node, "%s is %g; expected a whole number from %g to %g", what, value, least, most);
    }
    return r->hasFailed ? 1 : (uint64_t)value;
}

static void copyText(Reader* r, const yaml_node_t* node, const char* what, char* to, size_t size)
{
    const char* text = textOf(r, node, what);
    if (strlen(text) >= size) {
        fail(r, node, "%s is longer than %zu bytes", what, size - 1);
    }
    (void)snprintf(to, size, "%.*s", (int)(size - 1), text);
}

// Place of a key among `keys`, or a fault that names the nearest.
static int placeOfKey(Reader* r, const yaml_node_t* key, const char* const* keys, int count)
{
    const char* text = textOf(r, key, "a key");
    for (int i = 0; i < count; ++i) {
        if (strcmp(text, keys[i]) == 0) {
            return i;
        }
    }
    const char* nearest = vlSpelling_FindNearest(text, keys, count);
    fail(r, key, "unknown key '%.60s'%s%s%s", text, nearest != NULL ? "; did you mean '" : "",
         nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
    return -1;
}

static void readRange(Reader* r, const yaml_node_t* node, vlSweepAxis* axis)
{
    bool isRandom = axis->spacing == VL_SWEEP_RANDOM || axis->spacing == VL_SWEEP_RANDOM_LOG;
    bool isLog = axis->spacing == VL_SWEEP_LOG || axis->spacing == VL_SWEEP_RANDOM_LOG;
    int wanted = isRandom ? 2 : 3;
    if (node->type != YAML_SEQUENCE_NODE ||
        node->data.sequence.items.top - node->data.sequence.items.start != wanted) {
        fail(r, node, "expected %s", isRandom ? "[from, to]" : "[from, to, count]");
        return;
    }
    const yaml_node_item_t* items = node->data.sequence.items.start;
    axis->from = numberOf(r, nodeAt(r, items[0]), "from");
    axis->to = numberOf(r, nodeAt(r, items[1]), "to");
    axis->count =
        isRandom ? 1 : (int)countOf(r, nodeAt(r, items[2]), "count", 1.0, VL_MAX_SWEEP_POINTS);
    if (!r->hasFailed && isLog && !(axis->from > 0.0 && axis->to > 0.0)) {
        fail(r, node, "from %g to %g: a logarithm needs numbers above 0", axis->from, axis->to);
    }
    // Otherwise values between the ends would not be numbers.
    bool isReachable = isLog ? isfinite(axis->to / axis->from) && isfinite(axis->from / axis->to)
                             : isfinite(axis->to - axis->from);
    if (!r->hasFailed && !isReachable) {
        fail(r, node,
             "from %g to %g: too far apart; expected ends whose %s is a number below 1e308",
             axis->from, axis->to, isLog ? "ratio" : "difference");
    }
}

static void readValues(Reader* r, const yaml_node_t* node, vlSweepAxis* axis)
{
    axis->count = 0;
    if (node->type != YAML_SEQUENCE_NODE ||
        node->data.sequence.items.top == node->data.sequence.items.start) {
        fail(r, node, "values: expected a list of numbers");
        return;
    }
    for (const yaml_node_item_t* item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; ++item) {
        if (axis->count == VL_MAX_SWEEP_VALUES) {
            fail(r, node, "values: more than %d", VL_MAX_SWEEP_VALUES);
            return;
        }
        axis->values[axis->count++] = numberOf(r, nodeAt(r, *item), "a value");
    }
}

static void readAxis(Reader* r, const yaml_node_t* node)
{
    static const char* const keys[] = {"grid", "log", "values", "random", "random-log", "set"};
    vlSweepPlan* plan = r->plan;
    if (plan->axisCount == VL_MAX_SWEEP_AXES) {
        fail(r, node, "more than %d axes", VL_MAX_SWEEP_AXES);
        return;
    }
    vlSweepAxis* axis = &plan->axes[plan->axisCount++];
    axis->line = lineOf(node);
    if (node->type != YAML_MAPPING_NODE) {
        fail(r, node, "an axis is not a mapping such as {set: kc, log: [500, 1e5, 32]}");
        return;
    }
    for (const yaml_node_pair_t* pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top && !r->hasFailed; ++pair) {
        const yaml_node_t* value = nodeAt(r, pair->value);
        int key = placeOfKey(r, nodeAt(r, pair->key), keys, 6);
        if (key == 5) {
            copyText(r, value, "set", axis->name, sizeof axis->name);
        } else if (key >= 0) {
            axis->spacing = (vlSweepSpacing)key;
            if (axis->count > 0) {
                fail(r, value, "an axis has one of grid, log, values, random, random-log");
            } else if (axis->spacing == VL_SWEEP_VALUES) {
                readValues(r, value, axis);
            } else {
                readRange(r, value, axis);
            }
        }
    }
    for (const vlSweepAxis* other = plan->axes; other < axis; ++other) {
        if (strcmp(other->name, axis->name) == 0 && axis->name[0] != '\0') {
            fail(r, node, "'%s' has an axis in line %d already", axis->name, other->line);
        }
    }
    if (axis->name[0] == '\0') {
        fail(r, node, "an axis needs 'set': the name of what it changes");
    } else if (axis->count == 0) {
        fail(r, node, "an axis needs one of grid, log, values, random, random-log");
    }
}

static void readColumn(Reader* r, const yaml_node_t* node)
{
    vlSweepPlan* plan = r->plan;
    if (plan->columnCount == VL_MAX_SWEEP_COLUMNS) {
        fail(r, node, "more than %d columns", VL_MAX_SWEEP_COLUMNS);
        return;
    }
    copyText(r, node, "a column", plan->columns[plan->columnCount++], VL_MAX_SWEEP_NAME);
}

static void readList(Reader* r, const yaml_node_t* node, const char* what,
                     void (*read)(Reader*, const yaml_node_t*))
{
    if (node->type != YAML_SEQUENCE_NODE) {
        fail(r, node, "%s: expected a list", what);
        return;
    }
    for (const yaml_node_item_t* item = node->data.sequence.items.start;
         item < node->data.sequence.items.top && !r->hasFailed; ++item) {
        read(r, nodeAt(r, *item));
    }
}

static void readSettings(Reader* r, const yaml_node_t* node)
{
    vlSweepPlan* plan = r->plan;
    if (node->type != YAML_MAPPING_NODE) {
        fail(r, node, "set: expected a mapping of names to values");
        return;
    }
    for (const yaml_node_pair_t* pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top && !r->hasFailed; ++pair) {
        if (plan->settingCount == VL_MAX_SWEEP_SETS) {
            fail(r, node, "set: more than %d values", VL_MAX_SWEEP_SETS);
            return;
        }
        vlSweepSetting* setting = &plan->settings[plan->settingCount++];
        setting->line = lineOf(nodeAt(r, pair->key));
        copyText(r, nodeAt(r, pair->key), "a name", setting->name, sizeof setting->name);
        copyText(r, nodeAt(r, pair->value), "a value", setting->value, sizeof setting->value);
    }
}

static void readKey(Reader* r, const char* key, const yaml_node_t* node)
{
    vlSweepPlan* plan = r->plan;
    if (strcmp(key, "axes") == 0) {
        readList(r, node, "axes", readAxis);
    } else if (strcmp(key, "columns") == 0) {
        plan->columnLine = lineOf(node);
        readList(r, node, "columns", readColumn);
    } else if (strcmp(key, "set") == 0) {
        readSettings(r, node);
    } else if (strcmp(key, "judge") == 0) {
        copyText(r, node, "judge", plan->oracle, sizeof plan->oracle);
    } else if (strcmp(key, "hand") == 0) {
        copyText(r, node, "hand", plan->hand, sizeof plan->hand);
    } else if (strcmp(key, "seconds") == 0) {
        plan->seconds = numberOf(r, node, "seconds");
        if (!r->hasFailed && !(plan->seconds > 0.0 && plan->seconds <= 1e6)) {
            fail(r, node, "seconds is %g; expected above 0 and at most 1e6", plan->seconds);
        }
    } else if (strcmp(key, "seed") == 0) {
        plan->seed = countOf(r, node, "seed", 0.0, 9007199254740992.0);
    } else if (strcmp(key, "draws") == 0) {
        plan->draws = countOf(r, node, "draws", 1.0, VL_MAX_SWEEP_POINTS);
    } else {
        plan->chunk = countOf(r, node, "chunk", 1.0, 1e6);
    }
}

static void countPoints(Reader* r)
{
    vlSweepPlan* plan = r->plan;
    double points = (double)plan->draws;
    for (int i = 0; i < plan->axisCount; ++i) {
        points *= plan->axes[i].count;
    }
    if (points > VL_MAX_SWEEP_POINTS) {
        fail(r, NULL, "%g points; expected at most %u", points, VL_MAX_SWEEP_POINTS);
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

static void readRoot(Reader* r, const vlSweepTarget* const* targets, int targetCount)
{
    const char* keys[MAX_KEYS] = {"axes", "columns", "set",   "judge", "hand",
                                  "seed", "seconds", "draws", "chunk"};
    int count = 9;
    vlSweepPlan* plan = r->plan;
    const yaml_node_t* root = yaml_document_get_root_node(&r->document);
    for (int i = 0; i < targetCount && count < MAX_KEYS; ++i) {
        keys[count++] = targets[i]->kind;
    }
    if (root == NULL || root->type != YAML_MAPPING_NODE) {
        fail(r, root, "expected a mapping with one of loop, scene, experiment, and axes");
        return;
    }
    for (const yaml_node_pair_t* pair = root->data.mapping.pairs.start;
         pair < root->data.mapping.pairs.top && !r->hasFailed; ++pair) {
        const yaml_node_t* value = nodeAt(r, pair->value);
        int key = placeOfKey(r, nodeAt(r, pair->key), keys, count);
        if (key >= 9) {
            if (plan->target != NULL) {
                fail(r, value, "a sweep has one subject; found %s and %s", plan->target->kind,
                     keys[key]);
            }
            plan->target = targets[key - 9];
            plan->subjectLine = lineOf(value);
            copyText(r, value, keys[key], plan->subject, sizeof plan->subject);
        } else if (key >= 0) {
            readKey(r, keys[key], value);
        }
    }
    if (plan->target == NULL) {
        fail(r, NULL, "expected one of loop, scene, experiment");
    } else if (plan->axisCount == 0) {
        fail(r, NULL, "expected axes");
    } else if (plan->columnCount == 0) {
        fail(r, NULL, "expected columns");
    }
}

bool vlSweepPlan_Read(const char* path, const vlSweepTarget* const* targets, int targetCount,
                      vlSweepPlan* plan, char* message, size_t size)
{
    Reader r = {.plan = plan, .message = message, .size = size};
    yaml_parser_t parser;
    int error = 0;
    *plan = (vlSweepPlan){.path = path, .draws = 1, .chunk = 8, .seconds = 1.0};
    FILE* file = vlFileIn_Open(path, true, &error);
    if (file == NULL) {
        char why[128];
        fail(&r, NULL, "%s", vlFileIn_Explain(error, why, sizeof why));
        return false;
    }
    if (yaml_parser_initialize(&parser) == 0) {
        fclose(file);
        fail(&r, NULL, "no memory");
        return false;
    }
    yaml_parser_set_input_file(&parser, file);
    if (yaml_parser_load(&parser, &r.document) == 0) {
        r.hasFailed = true;
        if (parser.problem == NULL) { // every fault of the text has one
            (void)snprintf(message, size, "%.200s: no memory", path);
        } else {
            (void)snprintf(message, size, "%.200s:%zu: %s", path, parser.problem_mark.line + 1,
                           parser.problem);
        }
    } else {
        readRoot(&r, targets, targetCount);
        if (!r.hasFailed) {
            countPoints(&r);
            plan->hash = hashPlan(plan);
            if (plan->target->hashFile != NULL) {
                plan->hash = plan->target->hashFile(plan->subject, plan->hash);
            }
        }
        yaml_document_delete(&r.document);
    }
    yaml_parser_delete(&parser);
    fclose(file);
    return !r.hasFailed;
}
