// SPDX-License-Identifier: MIT
#include "experiments/plate.h"

#include "models/body_model.h"

vlResult vlPlate_Open(vlContactModel model, vlWorld** world, vlBodyId* plate)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = VL_PLATE_STEP;
    def.gravity = vlVec(0.0, 0.0, -VL_PLATE_GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.contact.reference.model = model;
    def.surface.stiffnessN = VL_PLATE_STIFFNESS;
    def.surface.frictionStatic = 0.3;
    def.surface.frictionDynamic = 0.3;
    vlBodyId table;
    *world = NULL;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    result = result == VL_OK ? vlModel_AddFloor(*world, &table) : result;
    return result == VL_OK
               ? vlModel_AddBox(*world, vlVec(VL_PLATE_SIDE, VL_PLATE_SIDE, VL_PLATE_HEIGHT),
                                VL_PLATE_MASS, vlModel_At(0.0, 0.0, 0.5 * VL_PLATE_HEIGHT),
                                vlModel_AtRest(), plate)
               : result;
}
