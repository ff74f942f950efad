#include <stdio.h>
#include <volar/volar.h>

int main(void)
{
    vlScene* scene;
    vlSimulation* simulation;
    vlWrench wrench;
    if (vlScene_Read("hold.yaml", NULL, &scene, NULL) != VL_OK || vlSimulation_Create(scene, &simulation, NULL, 0) != VL_OK) return 1;
    for (int i = 0; i < 1000; ++i) vlSimulation_Step(simulation);
    if (vlSimulation_GetContactWrench(simulation, 1, &wrench) != VL_OK) return 1;
    printf("the floor carries the box with %.4f N\n", wrench.force.z);
    return 0;
}
