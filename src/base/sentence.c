// SPDX-License-Identifier: MIT
#include "base/sentence.h"

#include <stdarg.h>
#include <stdio.h>

vlResult vlSentence_Refuse(vlSentence out, vlResult result, const char* format, ...)
{
    if (out.text != NULL && out.size > 0) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(out.text, out.size, format, arguments);
        va_end(arguments);
    }
    return result;
}

vlResult vlSentence_Fail(const vlSentence* out, vlResult result, const char* format, ...)
{
    if (out != NULL && out->text != NULL && out->size > 0) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(out->text, out->size, format, arguments);
        va_end(arguments);
    }
    return result;
}

vlResult vlSentence_FailMemory(const vlSentence* out)
{
    return vlSentence_Fail(out, VL_ERROR_MEMORY, "the allocator returned no memory");
}
