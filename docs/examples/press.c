// SPDX-License-Identifier: MIT
// Runs the scene press.yaml and prints what the hand at its device feels.
#include <stdio.h>
#include <volar/volar.h>

int main(int argc, char** argv)
{
    static vlFileErrors errors;
    char message[256] = "";
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    if (vlScene_Read(argc > 1 ? argv[1] : "press.yaml", NULL, &scene, &errors) != VL_OK) {
        fprintf(stderr, "line %d: %s\n", errors.item[0].line, errors.item[0].message);
        return 1;
    }
    if (vlSimulation_Create(scene, &simulation, message, sizeof message) != VL_OK) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    for (int i = 1; i <= 4000; ++i) {
        if (vlSimulation_Step(simulation) != VL_OK) { // reads the device, steps, renders
            return 1;
        }
        vlWrench felt = vlRenderer_GetSent(vlSimulation_GetRenderer(simulation, 0));
        if (i % 500 == 0) {
            printf("%.1f s: the hand feels %5.2f N up, %5.2f N along\n", 1e-3 * i, felt.force.z,
                   felt.force.x);
        }
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return 0;
}
