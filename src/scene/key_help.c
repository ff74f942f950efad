// SPDX-License-Identifier: MIT
// What the rows of the tables of keys say, for help and for completion on a command line.

#include <string.h>

#include "scene/fields.h"
#include "volar/scene.h"

static bool hasKeys(const vlField* row)
{
    return row->detail != NULL && row->type != &vlField_Word && row->type != &vlField_TrueWord;
}

// Is its value a list, or a mapping of names, whose items have the keys?
static bool isOfItems(const vlField* row)
{
    return hasKeys(row) && row->type == NULL && row->range.least >= 0.0;
}

// The mapping to which a path leads, in which names and numbers stand for items; NULL if there is
// none.
static const vlSection* sectionAt(const char* path)
{
    const vlSection* section = &vlSection_Scene;
    while (*path != '\0' && section != NULL) {
        char key[VL_MAX_NAME + 1] = "";
        size_t length = strcspn(path, ".");
        memcpy(key, path, length <= VL_MAX_NAME ? length : 0);
        const vlField* row = vlSection_Find(section, key);
        path += length + (path[length] == '.');
        section = row != NULL && hasKeys(row) ? row->detail : NULL;
        if (section != NULL && isOfItems(row)) {
            length = strcspn(path, ".");
            section = length > 0 ? section : NULL;
            path += length + (path[length] == '.');
        }
    }
    return section;
}

bool vlScene_GetKey(const char* path, int i, vlSceneKey* key)
{
    const vlSection* section = path != NULL ? sectionAt(path) : NULL;
    const vlField* row = section != NULL ? vlSection_GetRow(section, i) : NULL;
    if (row != NULL) {
        *key = (vlSceneKey){row->key, row->unit, row->usual, row->about, hasKeys(row)};
    }
    return row != NULL;
}
