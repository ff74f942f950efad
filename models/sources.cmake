# SPDX-License-Identifier: MIT
set(VOLAR_MODEL_SOURCES arch_model.c body_model.c card_house_model.c chain_model.c free_bar_model.c gears_model.c insect_model.c law_trial.c linkage_model.c pile_model.c planar_model.c planar_rig_model.c rolling_model.c shovel_model.c spoon_model.c strike_model.c tippe_top_model.c top_model.c touch_model.c trial_device.c turning_model.c wall_model.c)
