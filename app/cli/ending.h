// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ENDING_H
#define VOLAR_APP_ENDING_H

// Ending a command by a signal. SIGINT, SIGTERM and SIGHUP ask it to end: it does so by itself,
// with its report. A second one ends the program at once, and so does SIGQUIT; while a device may
// render a force, the first one does so too if nobody answers it. A thread of its own
// takes the signals, so that they have an effect wherever the other threads are, also inside a
// device maker's library. Before that thread ends the program, it has the force of all devices cut.
//
// There is one such thread in a program, from vlEnding_Begin on; until then signals have their
// usual effect.

#include <stdbool.h>

typedef struct vlEndingDef {
    // SIGTSTP (Ctrl-Z) asks for the end too: a stopped program leaves its last force on a device.
    bool takesStop;
    // Cuts the force of all devices; NULL: there are none. Called at most once, by a thread that is
    // left behind if this takes too long. `user` must live as long as the program.
    void (*cutForce)(void* user);
    void* user;
} vlEndingDef;

// To be called before any other thread is started, once. SIGPIPE is ignored from then on: a reader
// that went away is no reason to lose a recording. False if the thread cannot be started.
bool vlEnding_Begin(const vlEndingDef* def);
// Did a signal ask for the end?
bool vlEnding_IsAsked(void);
// 128 plus the number of that signal, as shells report it; 0: none came.
int vlEnding_GetStatus(void);
// Returns after that many seconds, or as soon as a signal asks for the end: true then.
bool vlEnding_Wait(double seconds);

// With a device: its loop has ended, or fades its force out, so the rest of the command may take
// its time. Until this is called the program ends, and the force is cut, half a second after a
// signal.
void vlEnding_Answer(void);

// Around calls that may take long and cannot be interrupted, such as the opening of a device. In
// between the first signal already cuts the force, and the program ends a second later unless it
// has ended by itself. Returns false, and it should not be begun, if a signal came before.
bool vlEnding_EnterLongCall(void);
// Not to be called after a signal came: the program must then end, within the same second.
void vlEnding_LeaveLongCall(void);

#endif
