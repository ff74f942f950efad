// SPDX-License-Identifier: MIT
#include "experiments/assembly_scenes.h"
const vlAssemblyScene vlAssembly_Fresh[] = {{.name = NULL}};
const int vlAssembly_FreshCount = 0;
