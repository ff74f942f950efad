// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_GLTF_NODES_H
#define VOLAR_MESH_GLTF_NODES_H

#include "mesh/gltf_data.h"

// Adds the triangles of the default scene to the mesh, each node a part. The arrays of the file
// must have been listed.
vlResult vlGltf_AddNodes(vlGltf* gltf);

#endif
