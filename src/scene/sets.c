// SPDX-License-Identifier: MIT
// Overrides: "bodies.weight.mass=3" replaces or adds one value of the tree before it is checked.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "scene/reader.h"

#define MOST_NAMES 1024 // that a step of a path is compared with
#define MOST_WORD 64

// Does `path` begin with `name`, followed by a dot or the end? Names may contain dots themselves.
static bool beginsWith(const char* path, const char* name)
{
    size_t length = strlen(name);
    return length > 0 && strncmp(path, name, length) == 0 &&
           (path[length] == '.' || path[length] == '\0');
}

static const char* nameOf(const vlNode* node, const vlNode* parent)
{
    if (parent->kind == VL_NODE_MAPPING) {
        return node->key->text;
    }
    const vlNode* name = node->kind == VL_NODE_MAPPING ? vlNode_Find(node, "name") : NULL;
    return name != NULL && name->kind == VL_NODE_SCALAR ? name->text : "";
}

// The child to which the path leads, and how much of the path names it: by a number in a list,
// otherwise by the longest name that fits.
static vlNode* findChild(const vlNode* parent, const char* path, size_t* length)
{
    vlNode* found = NULL;
    *length = strcspn(path, ".");
    if (parent->kind == VL_NODE_LIST && *length > 0 && strspn(path, "0123456789") == *length) {
        long index = strtol(path, NULL, 10);
        vlNode* child = parent->first;
        for (long i = 0; i < index && child != NULL; ++i) {
            child = child->next;
        }
        return child;
    }
    size_t longest = 0;
    for (vlNode* child = parent->first; child != NULL; child = child->next) {
        const char* name = nameOf(child, parent);
        if (beginsWith(path, name) && strlen(name) > longest) {
            longest = strlen(name);
            found = child;
        }
    }
    *length = found != NULL ? longest : *length;
    return found;
}

static vlNode* makeKey(vlReader* r, const char* text, size_t length, vlTextPlace place)
{
    vlNode* key = vlNode_Create(&r->scene->tree, VL_NODE_SCALAR, place);
    char* copy = vlPool_CopyText(&r->scene->tree, text, length);
    if (key == NULL || copy == NULL) {
        return NULL;
    }
    key->text = copy;
    return key;
}

// Puts `value` in the place of `old` in its list or mapping.
static void replace(vlNode* old, const vlNode* value)
{
    vlNode* next = old->next;
    vlNode* key = old->key;
    *old = *value;
    old->next = next;
    old->key = key;
}

// Keys that exclude each other: setting `key` removes `rival`. A coefficient for both kinds of
// friction stays that of the kind that is not set.
static const struct {
    const char* key;
    const char* rival;
    const char* becomes; // NULL: the rival is left out
} rivals[] = {{"mass", "density", NULL},
              {"density", "mass", NULL},
              {"friction", "friction-static", NULL},
              {"friction", "friction-dynamic", NULL},
              {"friction-static", "friction", "friction-dynamic"},
              {"friction-dynamic", "friction", "friction-static"},
              {"diagonal", "matrix", NULL},
              {"matrix", "diagonal", NULL},
              {"axis", "quaternion", NULL},
              {"axis", "euler", NULL},
              {"degrees", "quaternion", NULL},
              {"degrees", "euler", NULL},
              {"quaternion", "axis", NULL},
              {"quaternion", "degrees", NULL},
              {"quaternion", "euler", NULL},
              {"euler", "axis", NULL},
              {"euler", "degrees", NULL},
              {"euler", "quaternion", NULL},
              {"at", "frame-a", NULL},
              {"at", "frame-b", NULL},
              {"frame-a", "at", NULL},
              {"frame-b", "at", NULL}};

// Does adding `key` to `parent` take the place of `child`? `*becomes` is then its new key, if any.
static bool isRival(const vlNode* parent, const char* key, const vlNode* child,
                    const char** becomes)
{
    const char* whole = parent->key != NULL ? parent->key->text : "";
    *becomes = NULL;
    // A shape is of one kind, and so is the motion of a body or the target of a motor.
    if (strcmp(whole, "shape") == 0 || strcmp(whole, "motion") == 0 ||
        strcmp(whole, "target") == 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; ++i) {
        if (strcmp(key, rivals[i].key) == 0 && strcmp(child->key->text, rivals[i].rival) == 0) {
            *becomes = rivals[i].becomes;
            return true;
        }
    }
    return false;
}

// Makes room for `key` in a mapping that does not have it. False without memory.
static bool removeRivals(vlReader* r, vlNode* parent, const char* key)
{
    vlNode* first = parent->first;
    parent->first = parent->last = NULL;
    parent->count = 0;
    for (vlNode *child = first, *next; child != NULL; child = next) {
        const char* becomes;
        next = child->next;
        child->next = NULL;
        vlNode* childKey = child->key;
        if (isRival(parent, key, child, &becomes)) {
            if (becomes == NULL) {
                continue;
            }
            childKey = makeKey(r, becomes, strlen(becomes), child->key->place);
        }
        if (childKey == NULL) {
            return false;
        }
        vlNode_Append(parent, childKey, child);
    }
    return true;
}

// The name in a list or mapping that is most similar to a step of a path, or NULL.
static const char* findSimilar(const vlNode* parent, const char* step, size_t length)
{
    const char* names[MOST_NAMES];
    char word[MOST_WORD];
    int count = 0;
    for (const vlNode* child = parent->first; child != NULL && count < MOST_NAMES;
         child = child->next) {
        names[count] = nameOf(child, parent);
        count += names[count][0] != '\0';
    }
    (void)snprintf(word, sizeof word, "%.*s", (int)length, step);
    return vlSpelling_FindNearest(word, names, count);
}

// Reports what was found instead of the wanted step.
static void addMissing(vlReader* r, vlTextPlace place, const vlNode* parent, const char* path,
                       size_t begin, size_t length)
{
    const char* where = begin > 0 ? path : "the scene";
    int whereLength = begin > 0 ? (int)begin - 1 : (int)strlen(where);
    if (parent->kind == VL_NODE_SCALAR) {
        vlFaults_Add(&r->text.faults, place, "'%.*s' is %s; expected a list or mapping",
                     whereLength, where, vlNode_Describe(parent).text);
    } else {
        const char* meant = findSimilar(parent, path + begin, length);
        vlFaults_Add(&r->text.faults, place,
                     "'%.*s' is not in '%.*s'; expected a name in it, or 0 to %d%s%s%s",
                     (int)length, path + begin, whereLength, where, parent->count - 1,
                     meant != NULL ? "; did you mean '" : "", meant != NULL ? meant : "",
                     meant != NULL ? "'?" : "");
    }
}

// Follows the path. A key that a mapping does not have yet is added to it, in place of one that
// would contradict it; the check of keys that follows reports it if it is unknown.
static void putValue(vlReader* r, vlNode* root, const char* path, vlNode* value)
{
    vlNode* node = root;
    size_t begin = 0;
    for (int depth = 0; depth < VL_MAX_NODE_DEPTH; ++depth) {
        size_t length = 0;
        vlNode* child =
            node->kind != VL_NODE_SCALAR ? findChild(node, path + begin, &length) : NULL;
        bool isLast = path[begin + length] == '\0';
        if (child != NULL && isLast) {
            replace(child, value);
            return;
        }
        if (child == NULL && (node->kind != VL_NODE_MAPPING || length == 0)) {
            addMissing(r, value->place, node, path, begin, length);
            return;
        }
        if (child == NULL) {
            vlNode* key = makeKey(r, path + begin, length, value->place);
            child = isLast ? value : vlNode_Create(&r->scene->tree, VL_NODE_MAPPING, value->place);
            if (key == NULL || child == NULL || !removeRivals(r, node, key->text)) {
                return;
            }
            vlNode_Append(node, key, child);
            if (isLast) {
                return;
            }
        }
        node = child;
        begin += length + 1;
    }
    vlFaults_Add(&r->text.faults, value->place, "the path has more than %d steps",
                 VL_MAX_NODE_DEPTH);
}

static void applySet(vlReader* r, vlNode* root, const char* set, int source)
{
    vlTextPlace place = {source, 1, 1};
    const char* equals = strchr(set, '=');
    if (equals == NULL || equals == set) {
        vlFaults_Add(&r->text.faults, place, "the path or the '=' is missing; expected PATH=VALUE");
        return;
    }
    char* path = vlPool_CopyText(&r->scene->tree, set, (size_t)(equals - set));
    vlNode* value = NULL;
    int faults = r->text.faults.found.total;
    if (path == NULL ||
        !vlNode_Parse(&r->scene->tree, &r->text.faults, equals + 1, strlen(equals + 1), source,
                      &value) ||
        r->text.faults.found.total > faults) {
        return;
    }
    putValue(r, root, path, value);
}

void vlSets_Apply(vlReader* r, const vlSceneOptions* options, vlNode* root)
{
    for (int i = 0; options != NULL && i < options->setCount; ++i) {
        const char* set = options->sets[i];
        if (set != NULL) {
            applySet(r, root, set, i + 1);
        }
    }
}
