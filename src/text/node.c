// SPDX-License-Identifier: MIT
// Turns libyaml's events into a tree. JSON needs no reader of its own: it is YAML in flow style.

#include "text/node.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "text/names.h"
#include "text/syntax.h"

typedef struct Builder {
    vlPool* pool;
    vlFaults* faults;
    const char* text;
    size_t size;
    int source;
    size_t character, byte; // a place that both counts reach, from which the next mark is found
    int nodeCount;
    int depth;
    vlNode* open[VL_MAX_NODE_DEPTH]; // lists and mappings not yet closed
    vlNode* key[VL_MAX_NODE_DEPTH];  // in an open mapping: the key that waits for its value
    vlNode* root;
} Builder;

vlNode* vlNode_Create(vlPool* pool, vlNodeKind kind, vlTextPlace place)
{
    vlNode* node = vlPool_Take(pool, 1, sizeof *node);
    if (node != NULL) {
        node->kind = kind;
        node->place = place;
    }
    return node;
}

void vlNode_Append(vlNode* parent, vlNode* key, vlNode* child)
{
    child->key = key;
    if (parent->last == NULL) {
        parent->first = child;
    } else {
        parent->last->next = child;
    }
    parent->last = child;
    ++parent->count;
}

vlNode* vlNode_Find(const vlNode* mapping, const char* key)
{
    for (vlNode* child = mapping->first; child != NULL; child = child->next) {
        if (child->key != NULL && strcmp(child->key->text, key) == 0) {
            return child;
        }
    }
    return NULL;
}

// Number of bytes of `text` that fit into `most` without cutting a character in two.
static size_t wholeCharacters(const char* text, size_t length, size_t most)
{
    if (length <= most) {
        return length;
    }
    while (most > 0 && ((unsigned char)text[most] & 0xc0u) == 0x80u) {
        --most;
    }
    return most;
}

vlNodeWords vlNode_Describe(const vlNode* node)
{
    vlNodeWords words = {"a list"};
    if (node->kind == VL_NODE_MAPPING) {
        snprintf(words.text, sizeof words.text, "a mapping");
    } else if (node->kind == VL_NODE_SCALAR && node->text[0] == '\0') {
        snprintf(words.text, sizeof words.text, "empty");
    } else if (node->kind == VL_NODE_SCALAR) {
        size_t length = strlen(node->text);
        size_t shown = wholeCharacters(node->text, length, 32);
        snprintf(words.text, sizeof words.text, "'%.*s%s'", (int)shown, node->text,
                 shown < length ? "..." : "");
    }
    return words;
}

static vlTextPlace placeOf(const Builder* b, yaml_mark_t mark)
{
    vlTextPlace place = {b->source, (int)mark.line + 1, (int)mark.column + 1};
    return place;
}

// Marks count characters, behind a byte order mark, and come in ascending order.
static int byteOf(Builder* b, yaml_mark_t mark)
{
    if (b->byte == 0 && b->size >= 3 && memcmp(b->text, "\xef\xbb\xbf", 3) == 0) {
        b->byte = 3;
    }
    while (b->character < mark.index && b->byte < b->size) {
        do {
            ++b->byte;
        } while (b->byte < b->size && ((unsigned char)b->text[b->byte] & 0xc0u) == 0x80u);
        ++b->character;
    }
    return (int)b->byte;
}

static bool refuse(Builder* b, yaml_mark_t mark, const char* message)
{
    vlFaults_Add(b->faults, placeOf(b, mark), "%s", message);
    return false;
}

static bool isMergeKey(const yaml_event_t* event)
{
    return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
           strcmp((const char*)event->data.scalar.value, "<<") == 0;
}

// Anchors and tags do not break the tree: each is reported, and reading goes on.
static void checkProperties(Builder* b, const yaml_event_t* event, const yaml_char_t* anchor,
                            const yaml_char_t* tag)
{
    if (anchor != NULL) {
        vlFaults_Add(b->faults, placeOf(b, event->start_mark),
                     "anchor '&%.40s'; expected none, a value is written where it is used",
                     (const char*)anchor);
    }
    if (tag != NULL) {
        vlFaults_Add(b->faults, placeOf(b, event->start_mark),
                     "tag '%.40s'; expected none, the key says what a value is", (const char*)tag);
    }
}

// Puts a finished scalar, or an opened list or mapping, into the innermost open one. False to stop
// reading.
static bool putNode(Builder* b, vlNode* node)
{
    if (b->depth == 0) {
        b->root = node;
        return true;
    }
    vlNode* parent = b->open[b->depth - 1];
    vlNode** key = &b->key[b->depth - 1];
    if (parent->kind == VL_NODE_LIST) {
        vlNode_Append(parent, NULL, node);
        return true;
    }
    if (*key != NULL) {
        vlNode_Append(parent, *key, node);
        *key = NULL;
        return true;
    }
    if (node->kind != VL_NODE_SCALAR) {
        vlFaults_Add(b->faults, node->place, "%s as a key; expected a word",
                     vlNode_Describe(node).text);
        return false;
    }
    if (parent->count >= VL_MAX_MAPPING_KEYS) {
        vlFaults_Add(b->faults, node->place, "more than %d keys in one mapping",
                     VL_MAX_MAPPING_KEYS);
        return false;
    }
    *key = node;
    return true;
}

static vlNode* addNode(Builder* b, vlNodeKind kind, const yaml_event_t* event)
{
    if (++b->nodeCount > VL_MAX_NODES) {
        vlFaults_Add(b->faults, placeOf(b, event->start_mark), "more than %d values in one text",
                     VL_MAX_NODES);
        return NULL;
    }
    vlNode* node = vlNode_Create(b->pool, kind, placeOf(b, event->start_mark));
    if (node != NULL) {
        node->start = byteOf(b, event->start_mark);
        node->end = byteOf(b, event->end_mark);
    }
    return node;
}

static bool addScalar(Builder* b, const yaml_event_t* event)
{
    const char* text = (const char*)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    checkProperties(b, event, event->data.scalar.anchor, event->data.scalar.tag);
    if (memchr(text, '\0', length) != NULL) {
        return refuse(b, event->start_mark, "a text with a NUL character; expected none");
    }
    bool isKey = b->depth > 0 && b->open[b->depth - 1]->kind == VL_NODE_MAPPING &&
                 b->key[b->depth - 1] == NULL;
    if (isKey && isMergeKey(event)) {
        return refuse(b, event->start_mark, "merge key '<<'; expected none, all keys are written");
    }
    vlNode* node = addNode(b, VL_NODE_SCALAR, event);
    if (node == NULL) {
        return false;
    }
    node->isPlain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text = vlPool_CopyText(b->pool, text, length);
    return node->text != NULL && putNode(b, node);
}

static bool openNode(Builder* b, vlNodeKind kind, const yaml_event_t* event, bool isFlow)
{
    vlNode* node = addNode(b, kind, event);
    if (node == NULL || !putNode(b, node)) {
        return false;
    }
    node->isFlow = isFlow;
    if (b->depth == VL_MAX_NODE_DEPTH) {
        vlFaults_Add(b->faults, node->place, "lists and mappings nested deeper than %d",
                     VL_MAX_NODE_DEPTH);
        return false;
    }
    b->key[b->depth] = NULL;
    b->open[b->depth++] = node;
    return true;
}

// If a key is given twice the first one is used; the tree stays whole. False without memory.
static bool closeMapping(Builder* b, vlNode* mapping)
{
    size_t count = (size_t)mapping->count;
    vlNameEntry* names = vlPool_Take(b->pool, count, sizeof *names);
    vlNode** children = vlPool_Take(b->pool, count, sizeof(vlNode*));
    if (names == NULL || children == NULL) {
        return false;
    }
    int i = 0;
    for (vlNode* child = mapping->first; child != NULL; child = child->next, ++i) {
        children[i] = child;
        names[i] = (vlNameEntry){child->key->text, i};
    }
    vlNames_Sort(names, mapping->count);
    for (size_t k = 1; k < count; ++k) {
        const vlNode* first = children[names[k - 1].index];
        const vlNode* second = children[names[k].index];
        if (strcmp(names[k - 1].name, names[k].name) == 0) {
            vlFaults_Add(b->faults, second->key->place, "key %s is given twice, first on line %d",
                         vlNode_Describe(second->key).text, first->key->place.line);
        }
    }
    return true;
}

static bool startDocument(Builder* b, const yaml_event_t* event)
{
    if (b->root != NULL) {
        return refuse(b, event->start_mark, "a second document; expected one");
    }
    if (event->data.document_start.tag_directives.start !=
        event->data.document_start.tag_directives.end) {
        return refuse(b, event->start_mark, "a %TAG directive; expected none");
    }
    return true;
}

static bool takeEvent(Builder* b, const yaml_event_t* event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT: return startDocument(b, event);
    case YAML_ALIAS_EVENT:
        vlFaults_Add(b->faults, placeOf(b, event->start_mark),
                     "alias '*%.40s'; expected the value itself",
                     (const char*)event->data.alias.anchor);
        return false;
    case YAML_SCALAR_EVENT: return addScalar(b, event);
    case YAML_SEQUENCE_START_EVENT:
        checkProperties(b, event, event->data.sequence_start.anchor,
                        event->data.sequence_start.tag);
        return openNode(b, VL_NODE_LIST, event,
                        event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
    case YAML_MAPPING_START_EVENT:
        checkProperties(b, event, event->data.mapping_start.anchor, event->data.mapping_start.tag);
        return openNode(b, VL_NODE_MAPPING, event,
                        event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
    case YAML_SEQUENCE_END_EVENT: --b->depth; return true;
    case YAML_MAPPING_END_EVENT: return closeMapping(b, b->open[--b->depth]);
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT: break;
    }
    return true;
}

// libyaml reads ahead and knows only the byte at which the encoding is wrong.
static vlTextPlace placeOfByte(const Builder* b, size_t offset)
{
    vlTextPlace place = {b->source, 1, 1};
    for (size_t i = 0; i < offset && i < b->size; ++i) {
        bool isEnd = b->text[i] == '\n';
        bool isInside = ((unsigned char)b->text[i] & 0xc0u) == 0x80u; // of a longer character
        place.line += isEnd;
        place.column = isEnd ? 1 : place.column + !isInside;
    }
    return place;
}

// The first tab in the indentation of a line, where YAML allows none and libyaml
// complains about a consequence. False if there is none.
static bool findTab(const Builder* b, int line, vlTextPlace* place)
{
    size_t i = 0;
    for (int k = 1; k < line && i < b->size; ++i) {
        k += b->text[i] == '\n';
    }
    for (int column = 1; i < b->size && (b->text[i] == ' ' || b->text[i] == '\t'); ++i, ++column) {
        if (b->text[i] == '\t') {
            *place = (vlTextPlace){b->source, line, column};
            return true;
        }
    }
    return false;
}

static void addSyntaxFault(Builder* b, const yaml_parser_t* parser)
{
    if (parser->error == YAML_MEMORY_ERROR) {
        b->pool->isExhausted = true;
        return;
    }
    if (parser->error == YAML_READER_ERROR) {
        vlFaults_Add(b->faults, placeOfByte(b, parser->problem_offset),
                     "%s; expected text in UTF-8", parser->problem);
        return;
    }
    const vlSyntaxRow* row = vlSyntax_Find(parser->problem);
    bool isKnown = row != NULL;
    bool isStart = isKnown && row->isAtStart;
    vlTextPlace place = placeOf(b, isStart ? parser->context_mark : parser->problem_mark);
    if (isKnown && row->isTab && findTab(b, place.line, &place)) {
        vlFaults_Add(b->faults, place, "a tab in front of a line; expected spaces");
        return;
    }
    if (isKnown) {
        int begun = (int)parser->context_mark.line + 1;
        char where[32] = "";
        if (row->hasStart && b->source == 0 && begun < place.line) {
            snprintf(where, sizeof where, "; it begins on line %d", begun);
        }
        vlFaults_Add(b->faults, place, "%s%s", row->ours, where);
        return;
    }
    const char* context = parser->context != NULL ? parser->context : "";
    vlFaults_Add(b->faults, place, "%s%s%s", parser->problem, context[0] != '\0' ? " " : "",
                 context);
}

bool vlNode_Parse(vlPool* pool, vlFaults* faults, const char* text, size_t size, int source,
                  vlNode** root)
{
    Builder builder = {
        .pool = pool, .faults = faults, .text = text, .size = size, .source = source};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        pool->isExhausted = true;
        return false;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char*)text, size);
    bool isWhole = true;
    for (bool isDone = false; isWhole && !isDone;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            addSyntaxFault(&builder, &parser);
            isWhole = false;
            break;
        }
        isDone = event.type == YAML_STREAM_END_EVENT;
        isWhole = takeEvent(&builder, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    if (isWhole && builder.root == NULL) {
        vlTextPlace start = {source, 1, 1};
        builder.root = vlNode_Create(pool, VL_NODE_SCALAR, start);
        if (builder.root != NULL) {
            builder.root->text = "";
        }
    }
    *root = builder.root;
    return isWhole && !pool->isExhausted;
}
