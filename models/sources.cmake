# SPDX-License-Identifier: MIT
set(VOLAR_MODEL_SOURCES body.c pile.c tippe_top.c top.c wall.c)
