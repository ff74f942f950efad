// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_EXIT_STATUS_H
#define VOLAR_APP_EXIT_STATUS_H

// Exit status of the program.

enum {
    VL_EXIT_OK = 0,
    VL_EXIT_FAILED = 1, // the run failed, or a criterion did
    VL_EXIT_USAGE = 2,
    VL_EXIT_FILE = 3 // a file could not be read or written, or a device could not be opened
};

#endif
