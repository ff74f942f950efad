# SPDX-License-Identifier: MIT
set(VOLAR_MODEL_SOURCES arch.c body.c card_house.c chain.c gears.c insect.c pile.c shovel.c spoon.c tippe_top.c top.c wall.c)
