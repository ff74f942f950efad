// SPDX-License-Identifier: MIT
#include "app/cli/description.h"

#include <stdio.h>

#include "text/node.h"

vlResult vlDescription_Read(const char* text, size_t size, char* description, size_t capacity)
{
    vlPool tree = {.blocks = NULL};
    vlFaults faults = {.file = ""};
    vlNode* root = NULL;
    bool isWhole = vlNode_Parse(&tree, &faults, text, size, 0, &root);
    const vlNode* found = root != NULL ? vlNode_Find(root, "description") : NULL;
    bool isText = found != NULL && found->kind == VL_NODE_SCALAR;
    (void)snprintf(description, capacity, "%s", isText ? found->text : "");
    vlResult r = isText || isWhole ? VL_OK : tree.isExhausted ? VL_ERROR_MEMORY : VL_ERROR_PARSE;
    vlPool_Free(&tree);
    return r;
}
