// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_NODE_H
#define VOLAR_TEXT_NODE_H

// A YAML or JSON text as a tree of scalars, lists and mappings that know their places in the text.
// Only plain data is accepted: anchors, aliases, tags, merge keys and several documents are
// refused, so a short text cannot expand to a large tree.

#include <stddef.h>

#include "text/faults.h"
#include "text/pool.h"

// Limits: depth of nested lists and mappings; nodes of one text; keys of one mapping.
#define VL_MAX_NODE_DEPTH 32
#define VL_MAX_NODES 2000000
#define VL_MAX_MAPPING_KEYS 65536

typedef enum vlNodeKind { VL_NODE_SCALAR, VL_NODE_LIST, VL_NODE_MAPPING } vlNodeKind;

typedef struct vlNode {
    vlNodeKind kind;
    vlTextPlace place;
    int start, end;      // bytes of the text; of a scalar with its quotes, else of its beginning
    bool isPlain;        // scalar without quotes
    bool isFlow;         // list or mapping in brackets
    const char* text;    // scalar
    struct vlNode* key;  // scalar that names it, in a mapping
    struct vlNode* next; // in its list or mapping
    struct vlNode* first;
    struct vlNode* last;
    int count;           // children
    const void* instead; // what the writer puts in its place, and of its key; NULL: itself
} vlNode;

// Reads one document. `source` marks all places. False if the tree must not be used: reading
// stopped early, or there is no memory (then the pool is exhausted). Faults that leave the tree
// whole, such as a key given twice, are only added to `faults`. An empty text is an empty scalar.
bool vlNode_Parse(vlPool* pool, vlFaults* faults, const char* text, size_t size, int source,
                  vlNode** root);

// A new node at `place`, or NULL without memory.
vlNode* vlNode_Create(vlPool* pool, vlNodeKind kind, vlTextPlace place);
// Appends to a list, or, with a key, to a mapping.
void vlNode_Append(vlNode* parent, vlNode* key, vlNode* child);
// Value of a mapping's key, or NULL.
vlNode* vlNode_Find(const vlNode* mapping, const char* key);

// What a node is, in words for a message: 'text', empty, a list, a mapping.
#define VL_NODE_WORDS 48
typedef struct vlNodeWords {
    char text[VL_NODE_WORDS];
} vlNodeWords;
vlNodeWords vlNode_Describe(const vlNode* node);

#endif
