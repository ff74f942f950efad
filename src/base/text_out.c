// SPDX-License-Identifier: MIT
#include "base/text_out.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

// Keeps room for the zero byte. A stream takes 0 as a failure, and remembers it.
static ssize_t put(void* user, const char* bytes, size_t size)
{
    vlTextOut* out = user;
    if (out->room - out->used <= size) {
        size_t room = 2 * (out->used + size) + 256;
        char* grown = realloc(out->text, room);
        if (grown == NULL) {
            errno = ENOMEM;
            return 0;
        }
        out->text = grown;
        out->room = room;
    }
    memcpy(out->text + out->used, bytes, size);
    out->used += size;
    return (ssize_t)size;
}

// Says where the stream is (ftell); it cannot go elsewhere.
static int find(void* user, off64_t* offset, int from)
{
    const vlTextOut* out = user;
    if (from != SEEK_CUR || *offset != 0) {
        return -1;
    }
    *offset = (off64_t)out->used;
    return 0;
}

FILE* vlTextOut_Open(vlTextOut* out)
{
    *out = (vlTextOut){0};
    out->stream = fopencookie(out, "w", (cookie_io_functions_t){.write = put, .seek = find});
    return out->stream;
}

char* vlTextOut_Close(vlTextOut* out, size_t* size)
{
    bool isGood = out->stream != NULL;
    if (isGood) {
        (void)fflush(out->stream);
        isGood = ferror(out->stream) == 0;
        isGood = fclose(out->stream) == 0 && isGood;
        // A text without a letter has its zero byte too.
        isGood = isGood && (out->text != NULL || (put(out, "", 0) == 0 && out->text != NULL));
    }
    char* text = isGood ? out->text : NULL;
    if (isGood) {
        text[out->used] = '\0';
    } else {
        free(out->text);
    }
    if (size != NULL) {
        *size = isGood ? out->used : 0;
    }
    *out = (vlTextOut){0};
    return text;
}
