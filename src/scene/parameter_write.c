// SPDX-License-Identifier: MIT
// vlScene_WriteWith: the scene is written, read again with overrides for the parameters that
// differ, and written once more. So whatever a file may say, the overrides mean the same as on a
// command line, and what comes out has passed the checks of a scene.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/hash.h"
#include "base/text_out.h"
#include "scene/fields.h"
#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"
#include "scene/store.h"

// Overrides, "PATH=VALUE", as they are collected.
typedef struct Sets {
    char** item;
    int count, room;
    bool isGood; // false: no memory
} Sets;

static void addSet(Sets* sets, const char* format, ...) __attribute__((format(printf, 2, 3)));

static void addSet(Sets* sets, const char* format, ...)
{
    va_list arguments;
    char* text = NULL;
    if (sets->count == sets->room) {
        int room = 2 * sets->room + 16;
        char** larger = realloc(sets->item, (size_t)room * sizeof *larger);
        sets->isGood = sets->isGood && larger != NULL;
        sets->item = larger != NULL ? larger : sets->item;
        sets->room = larger != NULL ? room : sets->room;
    }
    va_start(arguments, format);
    if (sets->isGood && vasprintf(&text, format, arguments) >= 0) {
        sets->item[sets->count++] = text;
    } else {
        sets->isGood = false;
    }
    va_end(arguments);
}

static void freeSets(Sets* sets)
{
    for (int i = 0; i < sets->count; ++i) {
        free(sets->item[i]);
    }
    free(sets->item);
}

typedef struct Digits {
    char text[VL_DECIMAL_ROOM];
} Digits;

static Digits digitsOf(double number)
{
    Digits d;
    vlDecimal_Write(number, d.text);
    return d;
}

// The keys of a surface, all of them, without braces; of a planar scene only its laws. NULL without
// memory.
static char* writeSurface(const vlScene* scene, const vlSurface* surface)
{
    vlTextOut text;
    FILE* out = vlTextOut_Open(&text);
    if (out == NULL) {
        return NULL;
    }
    vlSection_Write(out, &vlSection_Surface, scene->isPlanar ? "point-law" : NULL, surface);
    return vlTextOut_Close(&text, NULL);
}

// The surface of two materials with the values that were asked for.
static vlSurface wantedSurface(const vlScene* scene, const double* values, int a, int b)
{
    vlSurface s = vlDefaultSurface();
    vlResult r = vlScene_GetSurface(scene, a, b, &s);
    (void)r; // the materials are those of the scene
    for (int i = 0; i < scene->parameterCount; ++i) {
        const vlParameter* p = &scene->parameters[i];
        if (p->materialA == a && p->materialB == b) {
            vlParameter_PutSurface(p, values[i], &s);
        }
    }
    return s;
}

static bool isSameSurface(const vlSurface* a, const vlSurface* b)
{
    return vlSection_Hash(VL_HASH_SEED, &vlSection_Surface, a) ==
           vlSection_Hash(VL_HASH_SEED, &vlSection_Surface, b);
}

// Sets the surface of each material against itself. Materials take from the default one what they
// leave out, so once one has changed all are written in full.
static void setMaterials(const vlScene* scene, const double* values, Sets* sets)
{
    for (int i = 0; i < scene->materialCount; ++i) {
        vlSurface surface = wantedSurface(scene, values, i, i);
        char* text = writeSurface(scene, &surface);
        if (text == NULL) {
            sets->isGood = false;
        } else if (i == 0) {
            addSet(sets, "world.surface={%s}", text);
        } else {
            addSet(sets, "materials.%s={%s}", scene->materials[i].name, text);
        }
        free(text);
    }
    addSet(sets, "surfaces=[]");
}

// The pairs that differ from what is mixed from their materials, `mixed`, become the new list.
static void setPairs(const vlScene* scene, const vlScene* mixed, const double* values, Sets* sets)
{
    vlTextOut list;
    FILE* out = vlTextOut_Open(&list);
    if (out == NULL) {
        sets->isGood = false;
        return;
    }
    bool isFirst = true;
    for (int a = 0; a < scene->materialCount; ++a) {
        for (int b = a + 1; b < scene->materialCount; ++b) {
            vlSurface surface = wantedSurface(scene, values, a, b);
            vlSurface other = surface;
            vlResult r = vlScene_GetSurface(mixed, a, b, &other);
            if (r == VL_OK && !isSameSurface(&surface, &other)) {
                fprintf(out, "%s{between: [%s, %s], ", isFirst ? "" : ", ",
                        scene->materials[a].name, scene->materials[b].name);
                vlSection_Write(out, &vlSection_Surface, scene->isPlanar ? "point-law" : NULL,
                                &surface);
                fputs("}", out);
                isFirst = false;
            }
        }
    }
    char* text = vlTextOut_Close(&list, NULL);
    if (text != NULL) {
        addSet(sets, "surfaces=[%s]", text);
    }
    sets->isGood = sets->isGood && text != NULL;
    free(text);
}

// Step, gravity and couplings. True if a surface differs from the scene's too.
static bool setNumbers(const vlScene* scene, const double* values, Sets* sets)
{
    bool isSurface = false;
    bool isGravity = false;
    double gravity[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < scene->parameterCount; ++i) {
        const vlParameter* p = &scene->parameters[i];
        bool isOfGravity = p->kind >= VL_PARAMETER_GRAVITY_X && p->kind <= VL_PARAMETER_GRAVITY_Z;
        if (isOfGravity) {
            gravity[p->kind - VL_PARAMETER_GRAVITY_X] = values[i];
        }
        if (values[i] == p->value) {
            continue;
        }
        isSurface = isSurface || p->materialA >= 0;
        isGravity = isGravity || isOfGravity;
        if (p->kind == VL_PARAMETER_STEP) {
            addSet(sets, "world.step=%s", digitsOf(values[i]).text);
        } else if (p->device >= 0) { // the name of the kind is that of the key, after "coupling-"
            addSet(sets, "devices.%s.%s=%s", scene->devices[p->device].name,
                   strchr(vlParameterKind_Name(p->kind), '-') + 1, digitsOf(values[i]).text);
        }
    }
    if (isGravity) {
        addSet(sets, "world.gravity=[%s, %s, %s]", digitsOf(gravity[0]).text,
               digitsOf(gravity[1]).text, digitsOf(gravity[2]).text);
    }
    return isSurface;
}

static vlResult readAgain(const char* text, size_t size, const Sets* sets, vlScene** scene,
                          char* message, size_t messageSize)
{
    vlSceneOptions options = {
        .sets = (const char* const*)sets->item, .setCount = sets->count, .refuseFiles = true};
    vlFileErrors errors = {.count = 0};
    vlResult r = sets->isGood ? vlScene_ReadText(text, size, "scene", &options, scene, &errors)
                              : VL_ERROR_MEMORY;
    if (r != VL_OK && message != NULL && messageSize > 0) {
        snprintf(message, messageSize, "%s",
                 errors.count > 0 ? errors.item[0].message : vlResult_Text(r));
    }
    // The text is the scene's own, so only a value can be at fault: one that the step cannot hold.
    return r == VL_ERROR_PARSE ? VL_ERROR_UNSTABLE : r;
}

static vlResult rewrite(const vlScene* scene, const double* values, char** text, size_t* size,
                        char* message, size_t messageSize)
{
    Sets sets = {.isGood = true};
    vlScene* changed = NULL;
    char* before = NULL;
    size_t beforeSize = 0;
    vlResult r = vlScene_Write(scene, &before, &beforeSize);
    bool isSurface = setNumbers(scene, values, &sets);
    if (r == VL_OK && isSurface) {
        setMaterials(scene, values, &sets);
        r = readAgain(before, beforeSize, &sets, &changed, message, messageSize);
        if (r == VL_OK) {
            setPairs(scene, changed, values, &sets);
        }
        vlScene_Destroy(changed);
        changed = NULL;
    }
    r = r == VL_OK ? readAgain(before, beforeSize, &sets, &changed, message, messageSize) : r;
    r = r == VL_OK ? vlScene_Write(changed, text, size) : r;
    vlScene_Destroy(changed);
    vlScene_FreeText(before);
    freeSets(&sets);
    return r;
}

vlResult vlScene_WriteWith(const vlScene* scene, const double* values, int count, char** text,
                           size_t* size, char* message, size_t messageSize)
{
    bool isGood = scene != NULL && values != NULL && text != NULL && size != NULL;
    if (!isGood || count != scene->parameterCount) {
        if (message != NULL && messageSize > 0) {
            snprintf(message, messageSize, "%d values; expected %d", count,
                     scene != NULL ? scene->parameterCount : 0);
        }
        return VL_ERROR_ARGUMENT;
    }
    for (int i = 0; i < count; ++i) {
        const vlParameter* p = &scene->parameters[i];
        if (!vlParameter_Accepts(p, values[i])) {
            if (message != NULL && messageSize > 0) {
                snprintf(message, messageSize, "%s is %g; expected %g to %g%s",
                         vlParameterKind_Name(p->kind), values[i], p->least, p->most,
                         p->mayBeAuto ? ", or VL_AUTO" : "");
            }
            return VL_ERROR_ARGUMENT;
        }
    }
    return rewrite(scene, values, text, size, message, messageSize);
}
