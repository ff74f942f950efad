// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ZWIDTH_ANSWERS_H
#define VOLAR_APP_ZWIDTH_ANSWERS_H

// What the page of a stability map asks the program for, as JSON.

#include "app/zwidth/map_server.h"
#include "experiments/zwidth_study.h"

// `user` is a finished vlZwidthStudy, which stays as it is.
//
//   /map.json                           axes, classes, boundaries, what is marked
//   /theory.json?hand=I&delay=MS        the boundaries with another delay
//   /strike.json?hand=I&x=X&y=Y&delay=MS   one strike: class, numbers, handle and force over time
char* vlZwidthAnswers_Make(void* user, const vlMapQuery* query, size_t* size);

#endif
