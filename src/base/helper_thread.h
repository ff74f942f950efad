// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_HELPER_THREAD_H
#define VOLAR_BASE_HELPER_THREAD_H

// Threads that work beside those of the program: they write files, search for contacts, serve.

#include <pthread.h>

// Starts a thread of ordinary priority that leaves signals to the program's own threads; returns 0
// or an error number. Signals that report a fault of the thread itself (SIGSEGV, SIGABRT and their
// like) stay as they are: blocked, they would end the program without the handler of a debugger or
// a sanitizer. Those of a failing write (SIGPIPE, SIGXFSZ) are blocked: the error number says
// enough.
int vlHelperThread_Start(pthread_t* thread, void* (*run)(void*), void* user);

#endif
