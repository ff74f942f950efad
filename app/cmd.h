// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_CMD_H
#define VOLAR_APP_CMD_H

// The sub-commands of the program `volar`, one source file each, listed in main.c. Each gets the
// arguments from its own name on (argv[0] is "volar NAME", ready for messages) and returns the exit
// status of the program.

#include "app/live/run_arguments.h"
#include "app/mesh/mesh_arguments.h"

int vlCmd_Annotate(int argc, char** argv);
int vlCmd_Bench(int argc, char** argv);
int vlCmd_Check(int argc, char** argv);
int vlCmd_Devices(int argc, char** argv);
int vlCmd_Experiment(int argc, char** argv);
int vlCmd_Export(int argc, char** argv);
int vlCmd_HaplyServer(int argc, char** argv);
int vlCmd_Mesh(int argc, char** argv);
int vlCmd_RecordInfo(int argc, char** argv);
int vlCmd_Replay(int argc, char** argv);
int vlCmd_Run(int argc, char** argv);
int vlCmd_Scene(int argc, char** argv);
int vlCmd_Sweep(int argc, char** argv);
int vlCmd_Tune(int argc, char** argv);
int vlCmd_Workbench(int argc, char** argv);
int vlCmd_Zwidth(int argc, char** argv);

// vlCmd_Sweep by several processes together; NULL: by this one alone.
struct vlSweepCrew;
int vlCmd_SweepTogether(int argc, char** argv, const struct vlSweepCrew* crew);

// Runs with options that another sub-command has made.
int vlCmd_RunWith(const char* program, const vlRunArguments* arguments);
// volar mesh view.
int vlCmd_MeshView(vlMeshArguments* a);

#endif
