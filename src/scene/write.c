// SPDX-License-Identifier: MIT
// vlScene_Write: the tree of values a scene was read from, with the overrides that were put into it
// and with the faces of a mesh in place of its file. libyaml lays it out in the style of the file.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "base/decimal.h"
#include "scene/store.h"
#include "text/node.h"

#define LINE_WIDTH 100
// Depth of the deepest tree: an override may be put at the greatest depth and be as deep itself.
#define MAX_DEPTH (2 * VL_MAX_NODE_DEPTH)

typedef struct Writer {
    yaml_emitter_t emitter;
    bool isGood; // so far
    char* text;  // ends with a NUL
    size_t used, room;
} Writer;

// Takes the emitter's output; returns 0 without memory.
static int append(void* data, unsigned char* bytes, size_t count)
{
    Writer* w = data;
    if (w->used + count + 1 > w->room) {
        size_t room = 2 * (w->used + count) + 1;
        char* larger = realloc(w->text, room);
        if (larger == NULL) {
            return 0;
        }
        w->text = larger;
        w->room = room;
    }
    memcpy(w->text + w->used, bytes, count);
    w->used += count;
    w->text[w->used] = '\0';
    return 1;
}

// Gives an event to the emitter, if it could be made.
static void put(Writer* w, yaml_event_t* event, int isMade)
{
    w->isGood = w->isGood && isMade && yaml_emitter_emit(&w->emitter, event);
}

static void putScalar(Writer* w, const char* text, yaml_scalar_style_t style)
{
    yaml_event_t event;
    if (w->isGood) {
        put(w, &event,
            yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t*)text,
                                         (int)strlen(text), 1, 1, style));
    }
}

static void putWord(Writer* w, const char* word)
{
    putScalar(w, word, YAML_PLAIN_SCALAR_STYLE);
}

static void openList(Writer* w, bool isFlow)
{
    yaml_event_t event;
    if (w->isGood) {
        put(w, &event,
            yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                 isFlow ? YAML_FLOW_SEQUENCE_STYLE
                                                        : YAML_BLOCK_SEQUENCE_STYLE));
    }
}

static void closeList(Writer* w)
{
    yaml_event_t event;
    if (w->isGood) {
        put(w, &event, yaml_sequence_end_event_initialize(&event));
    }
}

static void openMapping(Writer* w, bool isFlow)
{
    yaml_event_t event;
    if (w->isGood) {
        put(w, &event,
            yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
                                                isFlow ? YAML_FLOW_MAPPING_STYLE
                                                       : YAML_BLOCK_MAPPING_STYLE));
    }
}

static void closeMapping(Writer* w)
{
    yaml_event_t event;
    if (w->isGood) {
        put(w, &event, yaml_mapping_end_event_initialize(&event));
    }
}

// A name that no YAML reader takes for a number or a boolean.
static bool isWord(const char* text)
{
    static const char* const special[] = {"y",   "n",    "yes",   "no",  "on",
                                          "off", "true", "false", "null"};
    bool isLetter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    for (size_t i = 0; i < sizeof special / sizeof special[0]; ++i) {
        isLetter = isLetter && strcasecmp(text, special[i]) != 0;
    }
    return isLetter;
}

// Can the text be written as a block of lines? A block would lose blanks at the beginning of lines
// and empty lines at its ends.
static bool isBlock(const char* text)
{
    size_t length = strlen(text);
    return length >= 2 && text[0] != '\n' && text[0] != ' ' && text[length - 1] == '\n' &&
           text[length - 2] != '\n' && strstr(text, "\n ") == NULL;
}

// The emitter quotes a text that cannot be written in the requested style. An empty text is always
// quoted, since it cannot stand alone within brackets.
static void putText(Writer* w, const vlNode* node)
{
    const char* text = node->text;
    bool isPlain = text[0] != '\0' && (node->isPlain || isWord(text));
    yaml_scalar_style_t style = isPlain ? YAML_PLAIN_SCALAR_STYLE : YAML_SINGLE_QUOTED_SCALAR_STYLE;
    if (strchr(text, '\n') != NULL) {
        style = isBlock(text) ? YAML_LITERAL_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    }
    putScalar(w, text, style);
}

// The shortest form that reads back to the same bits.
static void putNumber(Writer* w, double number)
{
    char digits[VL_DECIMAL_ROOM];
    vlDecimal_Write(number, digits);
    putWord(w, digits);
}

static void putFaces(Writer* w, const vlRecipe* recipe)
{
    int next = 0;
    putWord(w, recipe->kind == VL_RECIPE_SURFACE ? "surface" : "faces");
    openMapping(w, false);
    if (recipe->spacing > 0.0) {
        putWord(w, "spacing");
        putNumber(w, recipe->spacing);
    }
    putWord(w, "points");
    openList(w, false);
    for (int i = 0; i < recipe->pointCount; ++i) {
        openList(w, true);
        putNumber(w, recipe->points[i].x);
        putNumber(w, recipe->points[i].y);
        putNumber(w, recipe->points[i].z);
        closeList(w);
    }
    closeList(w);
    putWord(w, "faces");
    openList(w, false);
    for (int f = 0; f < recipe->faceCount; ++f) {
        openList(w, true);
        for (int i = 0; i < recipe->faceSizes[f]; ++i) {
            putNumber(w, recipe->indices[next++]);
        }
        closeList(w);
    }
    closeList(w);
    closeMapping(w);
}

// Writes the faces in place of `mesh`, or a compound of its parts.
static void putMesh(Writer* w, const vlRecipe* recipe)
{
    if (recipe->kind != VL_RECIPE_COMPOUND) {
        putFaces(w, recipe);
        return;
    }
    putWord(w, "compound");
    openList(w, false);
    for (int i = 0; i < recipe->pieceCount; ++i) {
        openMapping(w, false);
        putWord(w, "shape");
        openMapping(w, false);
        putFaces(w, recipe->pieces[i]);
        closeMapping(w);
        closeMapping(w);
    }
    closeList(w);
}

// Writes the key and a whole scalar or mesh, or the beginning of a list or mapping. True for a
// list or mapping, whose children are still to be written.
static bool openNode(Writer* w, const vlNode* node)
{
    if (node->instead != NULL) {
        putMesh(w, node->instead);
        return false;
    }
    if (node->key != NULL) {
        putText(w, node->key);
    }
    switch (node->kind) {
    case VL_NODE_SCALAR: putText(w, node); return false;
    case VL_NODE_LIST: openList(w, node->isFlow); break;
    case VL_NODE_MAPPING: openMapping(w, node->isFlow); break;
    }
    return true;
}

static void closeNode(Writer* w, const vlNode* node)
{
    if (node->kind == VL_NODE_LIST) {
        closeList(w);
    } else {
        closeMapping(w);
    }
}

static void putTree(Writer* w, const vlNode* root)
{
    const vlNode* open[MAX_DEPTH + 1];
    int depth = 0;
    const vlNode* node = root;
    while (node != NULL) {
        if (openNode(w, node)) {
            open[depth++] = node;
            node = node->first;
        } else {
            node = node->next;
        }
        while (node == NULL && depth > 0) {
            const vlNode* closed = open[--depth];
            closeNode(w, closed);
            node = depth > 0 ? closed->next : NULL;
        }
    }
}

// The whole text, or VL_ERROR_MEMORY.
static vlResult writeTree(Writer* w, const vlNode* root)
{
    yaml_event_t event;
    if (!yaml_emitter_initialize(&w->emitter)) {
        return VL_ERROR_MEMORY;
    }
    w->isGood = true;
    yaml_emitter_set_output(&w->emitter, append, w);
    yaml_emitter_set_unicode(&w->emitter, 1);
    yaml_emitter_set_width(&w->emitter, LINE_WIDTH);
    put(w, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
    if (w->isGood) {
        put(w, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1));
    }
    putTree(w, root);
    if (w->isGood) {
        put(w, &event, yaml_document_end_event_initialize(&event, 1));
    }
    if (w->isGood) {
        put(w, &event, yaml_stream_end_event_initialize(&event));
    }
    yaml_emitter_delete(&w->emitter);
    return w->isGood ? VL_OK : VL_ERROR_MEMORY;
}

vlResult vlScene_Write(const vlScene* scene, char** text, size_t* size)
{
    if (scene == NULL || text == NULL || size == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    Writer w = {.text = NULL};
    vlResult result = writeTree(&w, scene->root);
    if (result != VL_OK) {
        free(w.text);
        return result;
    }
    *text = w.text;
    *size = w.used;
    return VL_OK;
}

void vlScene_FreeText(char* text)
{
    free(text);
}
