// SPDX-License-Identifier: MIT
// The brake of devices. The flag is set first, so that an opening that is under way and the next
// write of every device see it; only then are the makers' functions called, which may wait.

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "volar/device.h"

typedef struct Fitted {
    void (*cut)(void* self);
    void* self; // NULL: this place is free
} Fitted;

struct vlDeviceBrake {
    atomic_bool isPulled;
    pthread_mutex_t lock; // of what follows; held while a device is being cut, so that it stays
    Fitted fitted[VL_MAX_DEVICES];
};

vlResult vlDeviceBrake_Create(vlDeviceBrake** brake)
{
    if (brake == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlAllocator allocator = vlDefaultAllocator();
    vlDeviceBrake* made = allocator.allocate(sizeof *made, allocator.user);
    if (made == NULL) {
        return VL_ERROR_MEMORY;
    }
    memset(made, 0, sizeof *made);
    atomic_init(&made->isPulled, false);
    (void)pthread_mutex_init(&made->lock, NULL);
    *brake = made;
    return VL_OK;
}

void vlDeviceBrake_Destroy(vlDeviceBrake* brake)
{
    if (brake != NULL) {
        vlAllocator allocator = vlDefaultAllocator();
        (void)pthread_mutex_destroy(&brake->lock);
        allocator.release(brake, allocator.user);
    }
}

void vlDeviceBrake_Pull(vlDeviceBrake* brake)
{
    if (brake == NULL) {
        return;
    }
    atomic_store(&brake->isPulled, true);
    (void)pthread_mutex_lock(&brake->lock);
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        if (brake->fitted[i].self != NULL) {
            brake->fitted[i].cut(brake->fitted[i].self);
        }
    }
    (void)pthread_mutex_unlock(&brake->lock);
}

bool vlDeviceBrake_IsPulled(const vlDeviceBrake* brake)
{
    return brake != NULL && atomic_load(&brake->isPulled);
}

vlResult vlDeviceBrake_Fit(vlDeviceBrake* brake, void (*cut)(void* self), void* self)
{
    if (brake == NULL) {
        return VL_OK;
    }
    if (cut == NULL || self == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    (void)pthread_mutex_lock(&brake->lock);
    int place = 0;
    while (place < VL_MAX_DEVICES && brake->fitted[place].self != NULL) {
        ++place;
    }
    if (place < VL_MAX_DEVICES) {
        brake->fitted[place] = (Fitted){cut, self};
    }
    (void)pthread_mutex_unlock(&brake->lock);
    return place < VL_MAX_DEVICES ? VL_OK : VL_ERROR_FULL;
}

void vlDeviceBrake_Unfit(vlDeviceBrake* brake, void* self)
{
    if (brake == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&brake->lock);
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        if (brake->fitted[i].self == self) {
            brake->fitted[i] = (Fitted){NULL, NULL};
        }
    }
    (void)pthread_mutex_unlock(&brake->lock);
}
