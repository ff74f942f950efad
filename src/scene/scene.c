// SPDX-License-Identifier: MIT
// A scene that was read: looking things up in it, and freeing it.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene_parts.h"
#include "scene/store.h"

void vlScene_Destroy(vlScene* scene)
{
    if (scene == NULL) {
        return;
    }
    for (vlRecipe* recipe = scene->recipes; recipe != NULL; recipe = recipe->next) {
        vlShape_Release(recipe->shape);
    }
    vlPool_Free(&scene->pool);
    vlPool_Free(&scene->tree);
    free(scene);
}

void vlScene_AddRecipe(vlScene* scene, vlRecipe* recipe)
{
    recipe->next = scene->recipes;
    scene->recipes = recipe;
}

void vlScene_AddFile(vlScene* scene, const char* path)
{
    vlReadFile* file = vlPool_Take(&scene->pool, 1, sizeof *file);
    const char* copy = vlPool_CopyText(&scene->pool, path, strlen(path));
    if (file != NULL && copy != NULL) {
        *file = (vlReadFile){copy, scene->files};
        scene->files = file;
        ++scene->fileCount;
    }
}

int vlScene_GetFileCount(const vlScene* scene)
{
    return scene->fileCount;
}

const char* vlScene_GetFile(const vlScene* scene, int i)
{
    const vlReadFile* file = i >= 0 && i < scene->fileCount ? scene->files : NULL;
    for (int k = scene->fileCount - 1; file != NULL && k > i; --k) {
        file = file->next;
    }
    return file != NULL ? file->path : NULL;
}

void vlScene_AddNote(vlScene* scene, const char* format, ...)
{
    char note[640];
    va_list arguments;
    if (scene->notes == NULL) {
        scene->notes = vlPool_Take(&scene->pool, VL_MAX_SCENE_NOTES, sizeof *scene->notes);
    }
    if (scene->notes == NULL || scene->noteCount == VL_MAX_SCENE_NOTES) {
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    const char* kept = vlPool_CopyText(&scene->pool, note, strlen(note));
    if (kept != NULL) {
        scene->notes[scene->noteCount++] = kept;
    }
}

int vlScene_GetNoteCount(const vlScene* scene)
{
    return scene->noteCount;
}

const char* vlScene_GetNote(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->noteCount ? scene->notes[i] : NULL;
}

uint64_t vlScene_GetHash(const vlScene* scene)
{
    return scene->hash;
}

const char* vlScene_GetName(const vlScene* scene)
{
    return scene->name;
}

const char* vlScene_GetDescription(const vlScene* scene)
{
    return scene->description;
}

const vlWorldDef* vlScene_GetWorldDef(const vlScene* scene)
{
    return &scene->world;
}

bool vlScene_IsPlanar(const vlScene* scene)
{
    return scene->isPlanar;
}

const vlWorld2Def* vlScene_GetWorld2Def(const vlScene* scene)
{
    return scene->isPlanar ? &scene->world2 : NULL;
}

const vlBody2Def* vlScene_GetBody2(const vlScene* scene, int i)
{
    return scene->isPlanar && i >= 0 && i < scene->bodyCount ? &scene->bodies2[i] : NULL;
}

int vlScene_GetBodyCount(const vlScene* scene)
{
    return scene->bodyCount;
}

const vlSceneBody* vlScene_GetBody(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->bodyCount ? &scene->bodies[i] : NULL;
}

int vlScene_FindBody(const vlScene* scene, const char* name)
{
    return name != NULL ? vlNames_Find(scene->bodyNames, scene->bodyCount, name) : -1;
}

int vlScene_GetForceCount(const vlScene* scene)
{
    return scene->forceCount;
}

const vlSceneForce* vlScene_GetForce(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->forceCount ? &scene->forces[i] : NULL;
}

int vlScene_GetSpringCount(const vlScene* scene)
{
    return scene->springCount;
}

const vlSceneSpring* vlScene_GetSpring(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->springCount ? &scene->springs[i] : NULL;
}

int vlScene_GetJointCount(const vlScene* scene)
{
    return scene->jointCount;
}

const vlSceneJoint* vlScene_GetJoint(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->jointCount ? &scene->joints[i] : NULL;
}

int vlScene_GetDeviceCount(const vlScene* scene)
{
    return scene->deviceCount;
}

const vlSceneDevice* vlScene_GetDevice(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->deviceCount ? &scene->devices[i] : NULL;
}

int vlScene_FindDevice(const vlScene* scene, const char* name)
{
    for (int i = 0; name != NULL && i < scene->deviceCount; ++i) {
        if (strcmp(scene->devices[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int vlScene_GetMaterialCount(const vlScene* scene)
{
    return scene->materialCount;
}

const vlSceneMaterial* vlScene_GetMaterial(const vlScene* scene, int i)
{
    return i >= 0 && i < scene->materialCount ? &scene->materials[i] : NULL;
}

vlResult vlScene_GetSurface(const vlScene* scene, int a, int b, vlSurface* surface)
{
    int count = scene->materialCount;
    if (a < 0 || b < 0 || a >= count || b >= count || surface == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    int listed = scene->surfaceOfPair[a * count + b];
    if (a == b) {
        *surface = scene->materials[a].surface;
    } else if (listed > 0) {
        *surface = scene->surfaces[listed - 1].surface;
    } else {
        const vlSceneMaterial* first = &scene->materials[a < b ? a : b];
        const vlSceneMaterial* second = &scene->materials[a < b ? b : a];
        *surface = vlSurface_Mix(&scene->world.surface, &first->surface, &second->surface);
    }
    return VL_OK;
}

vlSceneCamera vlScene_GetCamera(const vlScene* scene)
{
    return scene->camera;
}

uint32_t vlScene_DefaultColour(vlBodyType type, int place)
{
    // Okabe and Ito's colours, which people with colour-blindness can tell apart, without black and
    // yellow, which are hard to see on a dark and on a light background.
    static const uint32_t palette[] = {0xe69f00, 0x56b4e9, 0x009e73, 0x0072b2, 0xd55e00, 0xcc79a7};
    static const uint32_t still = 0x999999;
    return type == VL_BODY_STATIC ? still : palette[place % 6];
}
