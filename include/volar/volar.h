// SPDX-License-Identifier: MIT
#ifndef VOLAR_VOLAR_H
#define VOLAR_VOLAR_H

// All of Volar. Each header may also be included alone.

#include "volar/annotation.h"       // IWYU pragma: export
#include "volar/base.h"             // IWYU pragma: export
#include "volar/contact.h"          // IWYU pragma: export
#include "volar/coupling.h"         // IWYU pragma: export
#include "volar/device.h"           // IWYU pragma: export
#include "volar/device_file.h"      // IWYU pragma: export
#include "volar/event.h"            // IWYU pragma: export
#include "volar/formation.h"        // IWYU pragma: export
#include "volar/formation_fit.h"    // IWYU pragma: export
#include "volar/formation_force.h"  // IWYU pragma: export
#include "volar/formation_port.h"   // IWYU pragma: export
#include "volar/formation_table.h"  // IWYU pragma: export
#include "volar/four_channel.h"     // IWYU pragma: export
#include "volar/governor.h"         // IWYU pragma: export
#include "volar/hierarchy.h"        // IWYU pragma: export
#include "volar/id.h"               // IWYU pragma: export
#include "volar/joint.h"            // IWYU pragma: export
#include "volar/law.h"              // IWYU pragma: export
#include "volar/math.h"             // IWYU pragma: export
#include "volar/mesh.h"             // IWYU pragma: export
#include "volar/mesh_model.h"       // IWYU pragma: export
#include "volar/pantograph.h"       // IWYU pragma: export
#include "volar/parameter.h"        // IWYU pragma: export
#include "volar/passivity.h"        // IWYU pragma: export
#include "volar/planar.h"           // IWYU pragma: export
#include "volar/planar_port.h"      // IWYU pragma: export
#include "volar/polyhedra.h"        // IWYU pragma: export
#include "volar/port_ledger.h"      // IWYU pragma: export
#include "volar/probe.h"            // IWYU pragma: export
#include "volar/query.h"            // IWYU pragma: export
#include "volar/record.h"           // IWYU pragma: export
#include "volar/reference.h"        // IWYU pragma: export
#include "volar/rendered_world.h"   // IWYU pragma: export
#include "volar/renderer.h"         // IWYU pragma: export
#include "volar/scene.h"            // IWYU pragma: export
#include "volar/scene_annotation.h" // IWYU pragma: export
#include "volar/scene_haptics.h"    // IWYU pragma: export
#include "volar/script.h"           // IWYU pragma: export
#include "volar/shape.h"            // IWYU pragma: export
#include "volar/simulated_device.h" // IWYU pragma: export
#include "volar/simulation.h"       // IWYU pragma: export
#include "volar/stability.h"        // IWYU pragma: export
#include "volar/surface.h"          // IWYU pragma: export
#include "volar/tuner.h"            // IWYU pragma: export
#include "volar/two_rate.h"         // IWYU pragma: export
#include "volar/velocity.h"         // IWYU pragma: export
#include "volar/view.h"             // IWYU pragma: export
#include "volar/world.h"            // IWYU pragma: export

#endif
