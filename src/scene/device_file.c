// SPDX-License-Identifier: MIT
// Device files, by themselves and as `model` of a device in a scene.

#include "volar/device_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/read_model.h"
#include "text/text_file.h"

// The tree of a device file in `pool`; NULL with faults, or without memory.
static vlNode* parseFile(vlPool* pool, vlFaults* faults, const char* text, size_t size)
{
    vlNode* root = NULL;
    if (size > VL_MAX_SCENE_TEXT) {
        vlFaults_Add(faults, (vlTextPlace){0, 0, 0},
                     "more than %d bytes; expected at most that many", VL_MAX_SCENE_TEXT);
        return NULL;
    }
    if (!vlNode_Parse(pool, faults, text, size, 0, &root)) {
        return NULL;
    }
    if (root->kind == VL_NODE_MAPPING && vlNode_Find(root, "volar-device") == NULL) {
        vlFaults_Add(faults, root->place,
                     "not a device file; expected volar-device: %d as its first line",
                     VL_DEVICE_FILE_VERSION);
        return NULL;
    }
    return root;
}

vlResult vlDeviceFile_ReadText(const char* text, size_t size, const char* name, vlDeviceFile* file,
                               vlFileErrors* errors)
{
    const char* label = name != NULL ? name : "device";
    if (text == NULL || file == NULL) {
        vlFileErrors_Report(errors, label, "text or file is NULL");
        return VL_ERROR_ARGUMENT;
    }
    vlReader* r = calloc(1, sizeof *r);
    vlDeviceFile* made = calloc(1, sizeof *made);
    vlPool tree = {0};
    vlFaults none = {.file = label};
    bool isExhausted = r == NULL || made == NULL;
    if (!isExhausted) {
        r->text.faults.file = label;
        vlNode* root = parseFile(&tree, &r->text.faults, text, size);
        if (root != NULL) {
            vlRead_Model(r, root, made);
        }
        isExhausted = tree.isExhausted || r->text.scratch.isExhausted;
    }
    vlResult result = vlFaults_Report(r != NULL ? &r->text.faults : &none, isExhausted, errors);
    if (result == VL_OK) {
        *file = *made;
    }
    if (r != NULL) {
        vlPool_Free(&r->text.scratch);
    }
    vlPool_Free(&tree);
    free(made);
    free(r);
    return result;
}

vlResult vlDeviceFile_Read(const char* path, vlDeviceFile* file, vlFileErrors* errors)
{
    char* text = NULL;
    size_t size = 0;
    if (path == NULL || file == NULL) {
        vlFileErrors_Report(errors, path != NULL ? path : "", "path or file is NULL");
        return VL_ERROR_ARGUMENT;
    }
    vlResult result = vlTextFile_Read(path, VL_MAX_SCENE_TEXT, &text, &size, errors);
    if (result == VL_OK) {
        result = vlDeviceFile_ReadText(text, size, path, file, errors);
        free(text);
    }
    return result;
}

// A scene may name a file in its own folder or below; a value of --set may name any file.
static bool isBelow(const char* file)
{
    if (file[0] == '/') {
        return false;
    }
    for (const char* c = file; c != NULL && c[0] != '\0'; c = strchr(c, '/')) {
        c += c[0] == '/' ? 1 : 0;
        if (strncmp(c, "..", 2) == 0 && (c[2] == '/' || c[2] == '\0')) {
            return false;
        }
    }
    return true;
}

// Puts the tree of the file in the place of its name. False with faults.
static bool putFile(vlReader* r, vlNode* node)
{
    const char* name = node->text;
    char* path = node->place.source == 0 ? vlRead_PathBeside(r, name)
                                         : vlPool_CopyText(&r->text.scratch, name, strlen(name));
    char* text = NULL;
    size_t size = 0;
    if (path == NULL) {
        return false;
    }
    vlDeviceFile file;
    vlFileErrors errors;
    vlResult result = vlTextFile_Read(path, VL_MAX_SCENE_TEXT, &text, &size, &errors);
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
        return false;
    }
    if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, node->place, "device file '%.120s' %s", name,
                     errors.item[0].message);
        return false;
    }
    // Read by itself first, so that its faults are reported with its own line numbers.
    result = vlDeviceFile_ReadText(text, size, path, &file, &errors);
    vlNode* root = NULL;
    if (result == VL_OK) {
        vlScene_AddFile(r->scene, path);
        root = parseFile(&r->scene->tree, &r->text.faults, text, size);
    } else {
        vlFaults_Add(&r->text.faults, node->place, "device file '%.120s' cannot be used", name);
        for (int i = 0; i < errors.count; ++i) {
            vlFaults_AddForeign(&r->text.faults, node->place, &errors.item[i]);
        }
    }
    free(text);
    if (root == NULL) {
        return false;
    }
    node->kind = root->kind;
    node->isFlow = root->isFlow;
    node->text = NULL;
    node->first = root->first;
    node->last = root->last;
    node->count = root->count;
    return true;
}

bool vlDeviceFile_StatesDelay(const vlDeviceFile* file)
{
    for (int i = 0; i < file->numberCount; ++i) {
        if (strcmp(file->numbers[i].key, "delay") == 0) {
            return true;
        }
    }
    return false;
}

const vlSimulatedDeviceDef* vlRead_SceneModel(vlReader* r, vlNode* node, bool* statesDelay)
{
    if (node->kind == VL_NODE_SCALAR) {
        bool isRefused = r->refuseFiles || node->text[0] == '\0' ||
                         (node->place.source == 0 && !isBelow(node->text));
        if (isRefused) {
            vlFaults_Add(&r->text.faults, node->place,
                         r->refuseFiles
                             ? "model is %s; expected no file, other files are not opened here"
                             : "model is %s; expected the name of a device file in the scene's "
                               "folder or below, or a mapping",
                         vlNode_Describe(node).text);
            return NULL;
        }
        if (!putFile(r, node)) {
            return NULL;
        }
    }
    vlDeviceFile file;
    int before = r->text.faults.found.total;
    vlRead_Model(r, node, &file);
    vlSimulatedDeviceDef* def = vlPool_Take(&r->scene->pool, 1, sizeof *def);
    if (def == NULL || r->text.faults.found.total > before) {
        return NULL;
    }
    *def = file.def;
    *statesDelay = vlDeviceFile_StatesDelay(&file);
    return def;
}
