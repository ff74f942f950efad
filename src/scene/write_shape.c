// SPDX-License-Identifier: MIT
// Shapes in the words they were asked for with.

#include <stdio.h>
#include <string.h>

#include "scene/write.h"

// How the shapes are used, while their names are decided.
typedef struct Usage {
    int* bodies;         // of every recipe: bodies that have it
    vlNameEntry* given;  // names that stand in the file
    vlNameEntry* wanted; // names of the bodies whose shared shapes have none
    int givenCount, wantedCount;
    int number; // of the last name made up
} Usage;

static bool isShared(const Usage* usage, const vlRecipe* recipe)
{
    return recipe->name == NULL && usage->bodies[recipe->index] > 1;
}

static bool countUses(vlWriter* w, Usage* usage)
{
    const vlScene* scene = w->scene;
    size_t count = (size_t)scene->recipeCount;
    usage->bodies = vlPool_Take(&w->pool, count, sizeof *usage->bodies);
    usage->given = vlPool_Take(&w->pool, count, sizeof *usage->given);
    usage->wanted = vlPool_Take(&w->pool, count, sizeof *usage->wanted);
    if (usage->bodies == NULL || usage->given == NULL || usage->wanted == NULL) {
        return false;
    }
    for (int i = 0; i < scene->bodyCount; ++i) {
        ++usage->bodies[scene->sources[i].recipe->index];
    }
    for (const vlRecipe* recipe = scene->recipes; recipe != NULL; recipe = recipe->next) {
        if (recipe->name != NULL) {
            usage->given[usage->givenCount++] = (vlNameEntry){recipe->name, recipe->index};
        } else if (isShared(usage, recipe)) {
            usage->wanted[usage->wantedCount++] = (vlNameEntry){recipe->user, recipe->index};
        }
    }
    vlNames_Sort(usage->given, usage->givenCount);
    vlNames_Sort(usage->wanted, usage->wantedCount);
    return true;
}

// A shared shape is called like the body it was written for, unless another shape is called so.
static const char* makeName(vlWriter* w, Usage* usage, const vlRecipe* recipe)
{
    if (vlNames_Find(usage->given, usage->givenCount, recipe->user) < 0) {
        return recipe->user;
    }
    char name[32];
    do {
        snprintf(name, sizeof name, "shape-%d", ++usage->number);
    } while (vlNames_Find(usage->given, usage->givenCount, name) >= 0 ||
             vlNames_Find(usage->wanted, usage->wantedCount, name) >= 0);
    return vlPool_CopyText(&w->pool, name, strlen(name));
}

static void addShape(vlWriter* w, Usage* usage, vlShapeList* list, const vlRecipe* recipe)
{
    if (list->names[recipe->index] != NULL) {
        return;
    }
    const char* name = isShared(usage, recipe) ? makeName(w, usage, recipe) : recipe->name;
    list->names[recipe->index] = name;
    if (name != NULL) {
        list->order[list->count++] = recipe;
    }
}

bool vlWrite_ListShapes(vlWriter* w, vlShapeList* list)
{
    const vlScene* scene = w->scene;
    Usage usage = {.number = 0};
    size_t count = (size_t)scene->recipeCount;
    list->names = vlPool_Take(&w->pool, count, sizeof *list->names);
    list->order = vlPool_Take(&w->pool, count, sizeof(const vlRecipe*));
    if (list->names == NULL || list->order == NULL || !countUses(w, &usage)) {
        return false;
    }
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlRecipe* recipe = scene->sources[i].recipe;
        for (int k = 0; k < recipe->pieceCount; ++k) {
            addShape(w, &usage, list, recipe->pieces[k]);
        }
        addShape(w, &usage, list, recipe);
    }
    return !w->pool.isExhausted;
}

bool vlWrite_IsIdentity(vlQuat q)
{
    return q.w == 1.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

void vlWrite_Rotation(vlText* t, vlQuat q)
{
    vlText_Put(t, "rotation: {quaternion: [");
    vlText_PutNumber(t, q.w);
    vlText_Put(t, ", ");
    vlText_PutNumber(t, q.x);
    vlText_Put(t, ", ");
    vlText_PutNumber(t, q.y);
    vlText_Put(t, ", ");
    vlText_PutNumber(t, q.z);
    vlText_Put(t, "]}");
}

static void putLength(vlText* t, const char* key, double value)
{
    vlText_Put(t, key);
    vlText_PutNumber(t, value);
}

static void putCount(vlText* t, const char* key, int value, int usual)
{
    if (value != usual) {
        vlText_Put(t, key);
        vlText_PutInt(t, value);
    }
}

static void putPoints(vlText* t, const vlRecipe* recipe)
{
    vlText_Put(t, "points: [");
    for (int i = 0; i < recipe->pointCount; ++i) {
        if (i > 0) {
            vlText_PutComma(t);
        }
        vlText_PutVec(t, recipe->points[i]);
    }
    vlText_Put(t, "]");
}

static void putFaces(vlText* t, const vlRecipe* recipe)
{
    int next = 0;
    vlText_Put(t, ",\n        faces: [");
    for (int f = 0; f < recipe->faceCount; ++f) {
        if (f > 0) {
            vlText_PutComma(t);
        }
        vlText_Put(t, "[");
        for (int i = 0; i < recipe->faceSizes[f]; ++i) {
            if (i > 0) {
                vlText_Put(t, ", ");
            }
            vlText_PutInt(t, recipe->indices[next++]);
        }
        vlText_Put(t, "]");
    }
    vlText_Put(t, "]");
}

static void putHalfspace(vlText* t, const vlRecipe* recipe)
{
    vlText_Put(t, "normal: ");
    vlText_PutVec(t, recipe->size);
    if (recipe->offset != 0.0) {
        putLength(t, ", offset: ", recipe->offset);
    }
}

static void putRound(vlText* t, const vlRecipe* recipe)
{
    putLength(t, "radius: ", recipe->radius);
    if (recipe->kind == VL_RECIPE_CONE && recipe->topRadius != 0.0) {
        putLength(t, ", top-radius: ", recipe->topRadius);
    }
    if (recipe->kind == VL_RECIPE_SPHERE) {
        putCount(t, ", sectors: ", recipe->sides, VL_DEFAULT_SECTORS);
        putCount(t, ", bands: ", recipe->bands, VL_DEFAULT_BANDS);
        return;
    }
    putLength(t, ", height: ", recipe->height);
    putCount(t, ", sides: ", recipe->sides, recipe->kind == VL_RECIPE_PRISM ? 0 : VL_DEFAULT_SIDES);
}

static void putConvex(vlText* t, const vlRecipe* recipe)
{
    static const char* const names[] = {
        [VL_RECIPE_HALFSPACE] = "halfspace", [VL_RECIPE_BOX] = "box",
        [VL_RECIPE_HULL] = "hull",           [VL_RECIPE_FACES] = "faces",
        [VL_RECIPE_PRISM] = "prism",         [VL_RECIPE_CYLINDER] = "cylinder",
        [VL_RECIPE_CONE] = "cone",           [VL_RECIPE_SPHERE] = "sphere"};
    vlText_Put(t, "{");
    vlText_Put(t, names[recipe->kind]);
    vlText_Put(t, ": {");
    if (recipe->kind == VL_RECIPE_HALFSPACE) {
        putHalfspace(t, recipe);
    } else if (recipe->kind == VL_RECIPE_BOX) {
        vlText_Put(t, "size: ");
        vlText_PutVec(t, recipe->size);
    } else if (recipe->kind == VL_RECIPE_HULL || recipe->kind == VL_RECIPE_FACES) {
        putPoints(t, recipe);
        if (recipe->kind == VL_RECIPE_FACES) {
            putFaces(t, recipe);
        }
    } else {
        putRound(t, recipe);
    }
    vlText_Put(t, "}}");
}

static void putPiece(vlText* t, const vlShapeList* list, const vlRecipe* piece, vlPose pose)
{
    const char* name = list->names[piece->index];
    vlText_Put(t, "{shape: ");
    if (name != NULL) {
        vlText_PutName(t, name);
    } else {
        putConvex(t, piece);
    }
    if (pose.p.x != 0.0 || pose.p.y != 0.0 || pose.p.z != 0.0) {
        vlText_Put(t, ", position: ");
        vlText_PutVec(t, pose.p);
    }
    if (!vlWrite_IsIdentity(pose.q)) {
        vlText_Put(t, ", ");
        vlWrite_Rotation(t, pose.q);
    }
    vlText_Put(t, "}");
}

static void putInPlace(vlText* t, const vlShapeList* list, const vlRecipe* recipe)
{
    if (recipe->kind != VL_RECIPE_COMPOUND) {
        putConvex(t, recipe);
        return;
    }
    vlText_Put(t, "{compound: [");
    for (int i = 0; i < recipe->pieceCount; ++i) {
        vlText_Put(t, i > 0 ? ",\n        " : "");
        putPiece(t, list, recipe->pieces[i], recipe->poses[i]);
    }
    vlText_Put(t, "]}");
}

void vlWrite_Shape(vlWriter* w, const vlShapeList* list, const vlRecipe* recipe)
{
    const char* name = list->names[recipe->index];
    if (name != NULL) {
        vlText_PutName(&w->text, name);
    } else {
        putInPlace(&w->text, list, recipe);
    }
}

void vlWrite_Shapes(vlWriter* w, const vlShapeList* list)
{
    if (list->count > 0) {
        vlText_Put(&w->text, "shapes:\n");
    }
    for (int i = 0; i < list->count; ++i) {
        vlText_Put(&w->text, "  ");
        vlText_PutName(&w->text, list->names[list->order[i]->index]);
        vlText_Put(&w->text, ": ");
        putInPlace(&w->text, list, list->order[i]);
        vlText_Put(&w->text, "\n");
    }
}
