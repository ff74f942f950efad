// SPDX-License-Identifier: MIT
#include "device/address.h"

#include <stdio.h>
#include <string.h>

#include "device/backend.h"

// A decimal number without sign or exponent: strtod would follow the program's locale.
static bool readNumber(const char* text, size_t length, double* number)
{
    double value = 0.0, unit = 1.0;
    bool isFraction = false, hasDigits = false;
    for (size_t i = 0; i < length; ++i) {
        char c = text[i];
        if (c == '.' && !isFraction) {
            isFraction = true;
        } else if (c >= '0' && c <= '9' && i < 16) { // further digits are beyond a double
            value = value * 10.0 + (double)(c - '0');
            unit *= isFraction ? 10.0 : 1.0;
            hasDigits = true;
        } else {
            return false;
        }
    }
    *number = value / unit;
    return hasDigits;
}

static bool readOption(const char* option, size_t length, const vlAddressKey* keys, int keyCount,
                       char* message, size_t size)
{
    const char* equals = memchr(option, '=', length);
    size_t nameLength = equals != NULL ? (size_t)(equals - option) : length;
    for (int i = 0; equals != NULL && i < keyCount; ++i) {
        const vlAddressKey* key = &keys[i];
        if (strlen(key->name) != nameLength || memcmp(key->name, option, nameLength) != 0) {
            continue;
        }
        const char* value = equals + 1;
        size_t valueLength = length - nameLength - 1;
        if (key->text != NULL) {
            if (valueLength == 0 || valueLength >= VL_MAX_ADDRESS_TEXT) {
                vlDevice_Say(message, size, "'%s' needs a text of 1 to %d bytes", key->name,
                             VL_MAX_ADDRESS_TEXT - 1);
                return false;
            }
            memcpy(key->text, value, valueLength);
            key->text[valueLength] = '\0';
            return true;
        }
        double number;
        if (!readNumber(value, valueLength, &number) || number < key->lower ||
            number > key->upper) {
            vlDevice_Say(message, size, "'%s' needs a number from %g to %g, not '%.*s'", key->name,
                         key->lower, key->upper, (int)valueLength, value);
            return false;
        }
        *key->number = number;
        return true;
    }
    char names[VL_MAX_ADDRESS_TEXT] = "";
    for (int i = 0; i < keyCount; ++i) {
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s=", i > 0 ? ", " : "", keys[i].name);
    }
    vlDevice_Say(message, size, "'%.*s' is not an option of this device; its options are %s",
                 (int)length, option, names);
    return false;
}

bool vlAddress_Read(const char* address, char place[VL_MAX_ADDRESS_TEXT], const vlAddressKey* keys,
                    int keyCount, char* message, size_t size)
{
    size_t length = strcspn(address, ",");
    if (length >= VL_MAX_ADDRESS_TEXT) {
        vlDevice_Say(message, size, "the address is longer than %d bytes", VL_MAX_ADDRESS_TEXT - 1);
        return false;
    }
    memcpy(place, address, length);
    place[length] = '\0';
    for (const char* rest = address + length; *rest == ',';) {
        ++rest;
        length = strcspn(rest, ",");
        if (!readOption(rest, length, keys, keyCount, message, size)) {
            return false;
        }
        rest += length;
    }
    return true;
}

vlDeviceReach vlAddress_ReachOfLibrary(const char* address, char* text, size_t size)
{
    for (const char* comma = strchr(address, ','); comma != NULL; comma = strchr(comma + 1, ',')) {
        if (strncmp(comma + 1, "lib=", 4) == 0) {
            vlDevice_Say(text, size, "runs code from '%.*s'", (int)strcspn(comma + 5, ","),
                         comma + 5);
            return VL_REACH_CODE;
        }
    }
    return VL_REACH_LOCAL;
}
