// SPDX-License-Identifier: MIT
#include "bench/peers/forms_peers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define STEP 1e-3

static const vlFormEngine* const engines[] = {&vlFormEngine_Ode, &vlFormEngine_Bullet,
                                              &vlFormEngine_Mujoco};

static void runForm(const vlForm* form, FILE* file)
{
    printf("%s (exact %.6g):", form->name, vlForm_Exact(form));
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; ++i) {
        vlFormMethod method = {engines[i], VL_INTEGRATOR_EULER, STEP, engines[i]->name};
        double value = vlForm_Measure(form, &method);
        printf(" %s %.6g", engines[i]->name, value);
        fprintf(file, "\"%s\",%s,%.10g\n", form->name, engines[i]->name, value);
    }
    printf("\n");
    fflush(stdout);
}

bool vlPeer_RunForms(const char* path, const char* only)
{
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "bench_peers: %s: %s\n", path, strerror(errno));
        return false;
    }
    fputs("case,engine,value\n", file);
    for (int g = 0; vlFormGroup_At(g) != NULL; ++g) {
        const vlFormGroup* group = vlFormGroup_At(g);
        for (int i = 0; i < group->count && group->isNeutral; ++i) {
            if (only == NULL || strstr(group->forms[i].name, only) != NULL) {
                runForm(&group->forms[i], file);
            }
        }
    }
    if (fclose(file) != 0) {
        fprintf(stderr, "bench_peers: %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}
