// SPDX-License-Identifier: MIT
// The list of the scenes of docs/theory/formations.md, "Fit", and how their texts are written.

#include "experiments/assembly_scenes.h"

#include <stdio.h>
#include <string.h>

const vlAssemblyScene* vlAssemblyScene_At(int i)
{
    const struct {
        const vlAssemblyScene* scenes;
        int count;
    } parts[] = {{vlAssembly_Given, vlAssembly_GivenCount},
                 {vlAssembly_Mended, vlAssembly_MendedCount},
                 {vlAssembly_Fresh, vlAssembly_FreshCount}};
    for (int k = 0; k < VL_ASSEMBLY_COUNT(parts) && i >= 0; ++k) {
        if (i < parts[k].count) {
            return &parts[k].scenes[i];
        }
        i -= parts[k].count;
    }
    return NULL;
}

const vlAssemblyScene* vlAssemblyScene_Find(const char* name)
{
    for (int i = 0; vlAssemblyScene_At(i) != NULL; ++i) {
        if (strcmp(vlAssemblyScene_At(i)->name, name) == 0) {
            return vlAssemblyScene_At(i);
        }
    }
    return NULL;
}

int vlAssemblyScene_WriteHead(double stiffness, char* text, size_t size)
{
    return snprintf(text, size,
                    "volar: 1\nname: assembly\nworld:\n  integrator: implicit\n"
                    "  surface: {stiffness: %g, friction: 0.2}\n",
                    stiffness);
}

// A hand with a firm grip leads the body along the keys.
int vlAssemblyScene_WriteHand(const vlAssemblyScene* scene, char* text, size_t size)
{
    int used = snprintf(text, size,
                        "devices:\n  - name: hand\n    address: sigma7\n    holds: %s\n"
                        "    stiffness: 1000\n    damping: 10\n    angular-stiffness: 4\n"
                        "    angular-damping: 0.05\n    hand:\n      grip: tight\n      path:\n"
                        "        keys:\n",
                        scene->held);
    for (int i = 0; i < scene->keyCount; ++i) {
        const vlAssemblyKey* key = &scene->keys[i];
        used += snprintf(text + used, size - (size_t)used,
                         "          - {time: %g, position: [%g, %g, %g], rotation: {euler: "
                         "[%g, %g, %g]}}\n",
                         key->time, key->place[0], key->place[1], key->place[2], key->turn[0],
                         key->turn[1], key->turn[2]);
    }
    return used;
}

void vlAssemblyScene_Write(const vlAssemblyScene* scene, double stiffness, char* text, size_t size)
{
    int used = vlAssemblyScene_WriteHead(stiffness, text, size);
    used += snprintf(text + used, size - (size_t)used, "%s", scene->body);
    if (scene->held != NULL) {
        (void)vlAssemblyScene_WriteHand(scene, text + used, size - (size_t)used);
    }
}
