// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_C_LOCALE_H
#define VOLAR_SCENE_C_LOCALE_H

// Numbers are read and written with a decimal point whatever the program's locale is. The setting
// applies to the calling thread only.

#include <locale.h>

typedef struct vlCLocale {
    locale_t own, before;
} vlCLocale;

static inline vlCLocale vlCLocale_Enter(void)
{
    vlCLocale c;
    c.own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    c.before = uselocale(c.own); // changes nothing if there is no locale
    return c;
}

static inline void vlCLocale_Leave(vlCLocale c)
{
    (void)uselocale(c.before);
    if (c.own != (locale_t)0) {
        freelocale(c.own);
    }
}

#endif
