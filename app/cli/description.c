// SPDX-License-Identifier: MIT
#include "app/cli/description.h"

#include <string.h>
#include <yaml.h>

// Where in the tree of the text the parser is.
typedef struct Place {
    int depth;     // 1: in the outermost map
    bool isValue;  // at depth 1: the next node is the value of a key
    bool isWanted; // and the key is `description`
    bool isFound, isEnd;
} Place;

static void take(Place* p, const yaml_event_t* event, char* description, size_t capacity)
{
    bool isOpening =
        event->type == YAML_MAPPING_START_EVENT || event->type == YAML_SEQUENCE_START_EVENT;
    bool isClosing =
        event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT;
    bool isScalar = event->type == YAML_SCALAR_EVENT;
    p->depth -= isClosing ? 1 : 0;
    bool isList = p->depth == 0 &&
                  event->type == YAML_SEQUENCE_START_EVENT; // not a map: nothing in it has a key
    p->isEnd = event->type == YAML_STREAM_END_EVENT || isList;
    if (p->depth == 1 && isScalar && p->isWanted) {
        size_t length =
            event->data.scalar.length < capacity ? event->data.scalar.length : capacity - 1;
        memcpy(description, event->data.scalar.value, length);
        description[length] = '\0';
        p->isFound = true;
    } else if (p->depth == 1 && (isScalar || isClosing || event->type == YAML_ALIAS_EVENT)) {
        p->isWanted = isScalar && !p->isValue &&
                      strcmp((const char*)event->data.scalar.value, "description") == 0;
        p->isValue = !p->isValue;
    }
    p->depth += isOpening ? 1 : 0;
}

vlResult vlDescription_Read(const char* text, size_t size, char* description, size_t capacity)
{
    yaml_parser_t parser;
    yaml_event_t event;
    Place place = {.depth = 0};
    vlResult r = VL_OK;
    description[0] = '\0';
    if (!yaml_parser_initialize(&parser)) {
        return VL_ERROR_MEMORY;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char*)text, size);
    while (r == VL_OK && !place.isFound && !place.isEnd) {
        if (yaml_parser_parse(&parser, &event)) {
            take(&place, &event, description, capacity);
            yaml_event_delete(&event);
        } else {
            r = parser.error == YAML_MEMORY_ERROR ? VL_ERROR_MEMORY : VL_ERROR_PARSE;
        }
    }
    yaml_parser_delete(&parser);
    return r;
}
