// SPDX-License-Identifier: MIT
// Reading a scene from top to bottom: text, tree, overrides, sections, dry run.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "scene/read_model.h"
#include "scene/reader.h"
#include "scene/scene_device.h"
#include "text/text_file.h"
#include "volar/simulation.h"
#include "volar/surface.h"

// Keys that are reserved for a later version of the format.
static const char* const reservedKeys[] = {"couplings"};

// Removes the reserved keys and reports each as a fault.
static void dropReserved(vlReader* r, vlNode* root)
{
    vlNode kept = *root;
    kept.first = kept.last = NULL;
    kept.count = 0;
    for (vlNode* child = root->first; child != NULL;) {
        vlNode* next = child->next;
        bool isReserved = false;
        for (int i = 0; i < VL_COUNT_OF(reservedKeys); ++i) {
            isReserved = isReserved || strcmp(child->key->text, reservedKeys[i]) == 0;
        }
        if (isReserved) {
            vlFaults_Add(&r->text.faults, child->key->place,
                         "%s: not known to version %d of the format; expected none",
                         child->key->text, VL_SCENE_VERSION);
        } else {
            child->next = NULL;
            vlNode_Append(&kept, child->key, child);
        }
        child = next;
    }
    *root = kept;
}

// False if the file has a version whose other keys would not be understood.
static bool checkVersion(vlReader* r, const vlNode* root)
{
    const vlNode* node = root->kind == VL_NODE_MAPPING ? vlNode_Find(root, "volar") : NULL;
    int version = VL_SCENE_VERSION;
    if (node != NULL &&
        !vlText_Int(&r->text, node, "volar (version of the format)", 1, 1000000, &version)) {
        return false;
    }
    if (version > VL_SCENE_VERSION) {
        vlFaults_Add(&r->text.faults, node->place,
                     "this file is version %d; this program reads up to %d", version,
                     VL_SCENE_VERSION);
        return false;
    }
    return true;
}

static bool isSceneName(const char* text)
{
    size_t length = strlen(text);
    return length >= 1 && length <= VL_MAX_NAME &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static void readName(vlReader* r, const vlNode* name)
{
    if (name != NULL && (name->kind != VL_NODE_SCALAR || !isSceneName(name->text))) {
        vlFaults_Add(&r->text.faults, name->place, "name is %s; expected 1 to %d of a-z, 0-9 and -",
                     vlNode_Describe(name).text, VL_MAX_NAME);
    } else if (name != NULL) {
        r->scene->name = name->text;
    }
}

// Room for samples of one surface in contact: at most half of its samples, and not more than this.
// In practice a few hundred are in contact.
#define SAMPLES_PER_SURFACE 4000
#define MOST_CLUSTERS 4000000

static void countSamples(vlScene* scene)
{
    vlCapacity* c = &scene->world.capacity;
    double clusters = 0.0, surfaces = 0.0;
    c->samples = c->clusters = 0;
    for (int i = 0; i < scene->bodyCount; ++i) {
        vlSurfaceInfo info;
        if (vlShape_GetSurfaceInfo(scene->bodies[i].def.shape, &info) == VL_OK) {
            int half = info.sampleCount / 2 + 1;
            c->samples += half < SAMPLES_PER_SURFACE ? half : SAMPLES_PER_SURFACE;
            clusters += info.clusterCount;
            ++surfaces;
        }
    }
    // Every body may be near every surface.
    clusters *= scene->bodyCount > 1 && surfaces > 0.0 ? scene->bodyCount - 1 : 1;
    c->clusters = clusters < MOST_CLUSTERS ? (int)clusters : MOST_CLUSTERS;
    c->samples = c->samples < 1000000 ? c->samples : 1000000;
}

// Room for everything that was read. Near pairs are counted by pieces: a compound has more
// neighbours than a body.
static void countCapacity(vlScene* scene)
{
    vlCapacity* c = &scene->world.capacity;
    int pieces = 0;
    for (int i = 0; i < scene->bodyCount; ++i) {
        int each = vlShape_GetPieceCount(scene->bodies[i].def.shape);
        pieces += each > 0 ? each : 1;
    }
    c->bodies = scene->bodyCount;
    c->pieces = pieces;
    c->materials = scene->materialCount;
    c->springs = scene->springCount + VL_MAX_GRABS;
    c->joints = scene->jointCount > 0 ? scene->jointCount : 1; // 0 would mean one per body
    // One to spare: a device that grasps another body lets go of the first one only afterwards. 0:
    // the default.
    c->couplings = scene->deviceCount > 0 ? scene->deviceCount + 1 : 0;
    c->pairs = scene->pairs = scene->pairs > 0 ? scene->pairs : 24 * pieces;
    c->contacts = scene->contacts = scene->contacts > 0 ? scene->contacts : 12 * pieces;
    countSamples(scene);
}

// A few bytes of text can ask for any amount of memory.
static void checkMemory(vlReader* r)
{
    const vlCapacity* c = &r->scene->world.capacity;
    size_t memory = 0;
    if (vlWorld_Measure(&r->scene->world, &memory, NULL, 0) == VL_OK &&
        memory > VL_MAX_SCENE_MEMORY) {
        vlFaults_Add(&r->text.faults, r->worldPlace,
                     "a world of %d %s (%d convex %s) with room for %d near pairs and %d contacts "
                     "takes %.1f GB; expected at most %.1f: world.capacity sets the last two",
                     c->bodies, c->bodies == 1 ? "body" : "bodies", c->pieces,
                     c->pieces == 1 ? "piece" : "pieces", c->pairs, c->contacts,
                     1e-9 * (double)memory, 1e-9 * (double)VL_MAX_SCENE_MEMORY);
    }
}

static void readSections(vlReader* r, vlNode* root)
{
    if (root->kind == VL_NODE_MAPPING) {
        dropReserved(r, root);
    }
    (void)vlSection_Read(&r->text, &vlSection_Scene, root, NULL, r->scene);
    if (root->kind != VL_NODE_MAPPING) {
        return;
    }
    r->worldPlace = r->defaultPlace = root->place;
    readName(r, vlNode_Find(root, "name"));
    vlRead_World(r, vlNode_Find(root, "world"));
    vlRead_Materials(r, vlNode_Find(root, "materials"), vlNode_Find(root, "surfaces"));
    vlRead_Shapes(r, vlNode_Find(root, "shapes"));
    vlRead_Bodies(r, vlNode_Find(root, "bodies"));
    vlRead_Forces(r, vlNode_Find(root, "forces"));
    vlRead_Springs(r, vlNode_Find(root, "springs"));
    vlRead_Joints(r, vlNode_Find(root, "joints"));
    vlRead_Devices(r, vlNode_Find(root, "devices"));
    (void)vlSection_Read(&r->text, &vlSection_Camera, vlNode_Find(root, "camera"), NULL,
                         &r->scene->camera);
    if (r->scene->isPlanar) {
        vlPlanar_CheckKeys(r, root);
        vlPlanar_MakeBodies(r);
    }
}

static bool isExhausted(const vlReader* r)
{
    return r->text.scratch.isExhausted || r->scene->pool.isExhausted || r->scene->tree.isExhausted;
}

static bool isSound(const vlReader* r)
{
    return !isExhausted(r) && r->text.faults.found.total == 0;
}

static void readTree(vlReader* r, const char* text, size_t size, const vlSceneOptions* options)
{
    vlNode* root = NULL;
    if (!vlNode_Parse(&r->scene->tree, &r->text.faults, text, size, 0, &root)) {
        return;
    }
    vlSets_Apply(r, options, root);
    if (!isExhausted(r) && checkVersion(r, root)) {
        readSections(r, root);
    }
    if (isSound(r)) {
        countCapacity(r->scene);
        checkMemory(r);
    }
    if (isSound(r)) {
        vlScene_ListParameters(r->scene);
        if (r->scene->isPlanar) {
            vlPlanar_DryRun(r);
        } else {
            vlDryRun(r);
        }
    }
    if (isSound(r)) {
        vlScene_NoteStability(r->scene);
        r->scene->root = root;
        r->scene->hash = vlScene_ComputeHash(r->scene);
    }
}

static vlResult readText(const char* text, size_t size, const char* name,
                         const vlSceneOptions* options, vlScene** scene, vlFileErrors* errors)
{
    vlReader* r = calloc(1, sizeof *r);
    vlScene* made = calloc(1, sizeof *made);
    if (r == NULL || made == NULL) {
        free(r);
        free(made);
        vlFileErrors_Report(errors, name, vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    made->world = vlDefaultWorldDef();
    made->description = "";
    made->camera.follow = -1;
    r->scene = made;
    r->text.keep = &made->pool;
    r->text.faults.file = name;
    r->text.faults.sets = options != NULL ? options->sets : NULL;
    r->refuseFiles = options != NULL && options->refuseFiles;
    r->options = options != NULL ? *options : (vlSceneOptions){0};
    readTree(r, text, size, options);
    vlResult result = vlFaults_Report(&r->text.faults, isExhausted(r), errors);
    vlPool_Free(&r->text.scratch);
    free(r);
    if (result == VL_OK) {
        *scene = made;
    } else {
        vlScene_Destroy(made);
    }
    return result;
}

vlResult vlScene_ReadText(const char* text, size_t size, const char* name,
                          const vlSceneOptions* options, vlScene** scene, vlFileErrors* errors)
{
    const char* file = name != NULL ? name : "scene";
    if (text == NULL || scene == NULL) {
        vlFileErrors_Report(errors, file, "text or scene is NULL");
        return VL_ERROR_ARGUMENT;
    }
    if (size > VL_MAX_SCENE_TEXT) {
        char message[96];
        snprintf(message, sizeof message, "more than %d bytes; expected at most that many",
                 VL_MAX_SCENE_TEXT);
        vlFileErrors_Report(errors, file, message);
        return VL_ERROR_PARSE;
    }
    char message[384];
    if (vlForeign_Describe(vlForeign_Find(file, text, size), file, message, sizeof message)) {
        vlFileErrors_Report(errors, file, message);
        return VL_ERROR_PARSE;
    }
    return readText(text, size, file, options, scene, errors);
}

vlResult vlScene_Read(const char* path, const vlSceneOptions* options, vlScene** scene,
                      vlFileErrors* errors)
{
    char* text = NULL;
    size_t size = 0;
    if (path == NULL || scene == NULL) {
        vlFileErrors_Report(errors, path != NULL ? path : "", "path or scene is NULL");
        return VL_ERROR_ARGUMENT;
    }
    vlResult result = vlTextFile_Read(path, VL_MAX_SCENE_TEXT, &text, &size, errors);
    if (result == VL_OK) {
        result = vlScene_ReadText(text, size, path, options, scene, errors);
        free(text);
    }
    return result;
}
