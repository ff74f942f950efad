// SPDX-License-Identifier: MIT
#include "app/cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"

// Opens /dev/null for each standard stream that is closed. Reading standard input and writing
// standard output still fail, because each is open for the opposite only; messages vanish.
static void takePlaces(void)
{
    static const int modes[3] = {O_WRONLY, O_RDONLY, O_RDWR};
    for (int fd = 0; fd < 3; ++fd) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
            (void)!open("/dev/null", modes[fd]); // the lowest free number, which is this one
        }
    }
}

static int firstError; // of writing out; 0: none

static void noteError(bool isBad)
{
    if (isBad && firstError == 0) {
        firstError = errno;
    }
}

void vlOutput_Flush(void)
{
    noteError(fflush(stdout) != 0);
}

static void finish(int status, void* unused)
{
    (void)unused;
    bool isBad = ferror(stdout) != 0;
    errno = 0;
    bool isUnwritten = fclose(stdout) != 0;
    noteError(isUnwritten);
    if (isBad || isUnwritten) {
        vlSay(stderr, "volar: standard output cannot be written%s%s\n", firstError != 0 ? ": " : "",
              firstError != 0 ? strerror(firstError) : "");
        _exit(status != VL_EXIT_OK ? status : VL_EXIT_FAILED);
    }
}

void vlOutput_Guard(void)
{
    takePlaces();
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)on_exit(finish, NULL);
}

bool vlOutput_MayWrite(const char* program, const char* path, bool mayOverwrite)
{
    struct stat info;
    bool isTaken = !mayOverwrite && stat(path, &info) == 0 && S_ISREG(info.st_mode);
    if (isTaken) {
        vlSay(stderr, "%s: '%s' exists; --force overwrites it\n", program, path);
    }
    return !isTaken;
}
