// SPDX-License-Identifier: MIT
// The two exchanges between threads: every message arrives once, whole and in order; the newest
// value is never torn and never older than one seen before.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/latest.h"
#include "base/ring.h"
#include "models/random.h"
#include "test.h"

// Enough for every interleaving that two cores find in about a second; the sanitizers get fewer.
static uint64_t countOf(uint64_t full)
{
    return getenv("VOLAR_QUICK") != NULL ? full / 10 : full;
}

// On a busy machine a thread that waits for the other gives its core to other programs, and each
// message takes milliseconds: a writer ends after this time, but not before LEAST messages.
#define PATIENCE 4e9 // ns
#define LEAST 100

static bool isEnough(uint64_t done, double began)
{
    return done >= LEAST && done % 16 == 0 && vlClock_Now() - began > PATIENCE;
}

// Message number i of a stream: its size and bytes follow from i alone.
static size_t sizeOf(uint64_t i, size_t largest)
{
    vlRandom random = vlRandom_Seed(i);
    return (size_t)(vlRandom_Next(&random) % (largest + 1));
}

static void fillMessage(unsigned char* bytes, size_t size, uint64_t i)
{
    vlRandom random = vlRandom_Seed(~i);
    for (size_t k = 0; k < size; k += 8) {
        uint64_t word = vlRandom_Next(&random);
        memcpy(bytes + k, &word, size - k < 8 ? size - k : 8);
    }
}

static bool isMessage(const unsigned char* bytes, size_t size, uint64_t i)
{
    vlRandom random = vlRandom_Seed(~i);
    for (size_t k = 0; k < size; k += 8) {
        uint64_t word = vlRandom_Next(&random);
        if (memcmp(bytes + k, &word, size - k < 8 ? size - k : 8) != 0) {
            return false;
        }
    }
    return true;
}

typedef struct Stream {
    vlRing* ring;
    uint64_t count;           // largest number of messages
    _Atomic uint64_t written; // all of them; UINT64_MAX: the writer has not ended
    size_t largest;
} Stream;

static void* writeStream(void* user)
{
    Stream* stream = user;
    double began = vlClock_Now();
    uint64_t i = 0;
    for (; i < stream->count && !isEnough(i, began); ++i) {
        // Every third message is reserved larger than it turns out.
        size_t size = sizeOf(i, stream->largest);
        size_t asked = i % 3 == 0 ? stream->largest : size;
        unsigned char* room;
        while ((room = vlRing_Reserve(stream->ring, asked)) == NULL) {
            (void)sched_yield();
        }
        fillMessage(room, size, i);
        vlRing_Commit(stream->ring, size);
    }
    stream->written = i;
    return NULL;
}

static void passStream(size_t capacity, size_t largest, uint64_t count)
{
    Stream stream = {.count = count, .written = UINT64_MAX, .largest = largest};
    assert_int_equal(vlRing_Create(capacity, &stream.ring), VL_OK);
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, writeStream, &stream), 0);
    uint64_t wrong = 0, read = 0;
    while (read < stream.written) {
        size_t size = 0;
        const unsigned char* bytes = vlRing_Peek(stream.ring, &size);
        if (bytes == NULL) {
            (void)sched_yield();
            continue;
        }
        wrong += size != sizeOf(read, largest) || ((uintptr_t)bytes & 7u) != 0 ||
                 !isMessage(bytes, size, read) || vlRing_GetUsed(stream.ring) > capacity + 7;
        vlRing_Drop(stream.ring);
        ++read;
    }
    assert_int_equal(pthread_join(writer, NULL), 0);
    size_t size = 0;
    assert_null(vlRing_Peek(stream.ring, &size));
    assert_int_equal(vlRing_GetUsed(stream.ring), 0);
    assert_int_equal(wrong, 0);
    assert_true(read == count || read >= LEAST);
    vlRing_Destroy(stream.ring);
}

static void many_messages_arrive_whole_and_in_order(void** state)
{
    (void)state;
    passStream(64 * 1024, 200, countOf(1000000));
    // So tight that the ring is full or empty most of the time.
    passStream(216, 200, countOf(100000));
    passStream(16, 8, countOf(200000));
}

static void a_ring_wraps_at_every_offset_and_size(void** state)
{
    (void)state;
    for (size_t capacity = 8; capacity <= 136; capacity += 8) {
        vlRing* ring = NULL;
        assert_int_equal(vlRing_Create(capacity, &ring), VL_OK);
        uint64_t wrote = 0, read = 0;
        // Every size, begun at every offset: a message of 0 bytes moves on by 8.
        for (size_t size = 0; size + 8 <= capacity; ++size) {
            for (size_t offset = 0; offset < capacity; offset += 8) {
                unsigned char bytes[136];
                size_t got = 0;
                fillMessage(bytes, size, wrote);
                assert_true(vlRing_Write(ring, bytes, size));
                ++wrote;
                const unsigned char* found = vlRing_Peek(ring, &got);
                assert_non_null(found);
                assert_int_equal(got, size);
                assert_true(isMessage(found, size, read));
                ++read;
                vlRing_Drop(ring);
                assert_int_equal(vlRing_GetUsed(ring), 0);
                assert_true(vlRing_Write(ring, NULL, 0));
                assert_non_null(vlRing_Peek(ring, &got));
                assert_int_equal(got, 0);
                vlRing_Drop(ring);
            }
        }
        vlRing_Destroy(ring);
    }
}

static void a_ring_holds_exactly_its_capacity(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    vlRing* ring = NULL;
    const size_t capacity = 1024;
    assert_int_equal(vlRing_Create(capacity, &ring), VL_OK);
    uint64_t first = 0, next = 0;
    size_t used = 0;
    for (int round = 0; round < 100000; ++round) {
        unsigned char bytes[1024];
        size_t size = (size_t)vlRandom_Index(&random, round % 50 == 0 ? 1100 : 120);
        size_t taken = 8 + (size + 7) / 8 * 8;
        bool fits = used + taken <= capacity;
        if (size <= sizeof bytes) {
            fillMessage(bytes, size, next);
        }
        assert_int_equal(vlRing_Write(ring, bytes, size), fits);
        used += fits ? taken : 0;
        next += fits;
        // The test keeps no sizes: it asks the ring.
        while (first < next && vlRandom_Index(&random, 2) == 0) {
            size_t got = 0;
            const unsigned char* found = vlRing_Peek(ring, &got);
            assert_non_null(found);
            assert_true(isMessage(found, got, first));
            vlRing_Drop(ring);
            used -= 8 + (got + 7) / 8 * 8;
            ++first;
        }
        assert_int_equal(vlRing_GetUsed(ring), used);
    }
    assert_true(next > 10000); // the ring wrapped round many times
    vlRing_Destroy(ring);
}

static void a_message_can_be_as_large_as_the_ring_wherever_it_begins(void** state)
{
    (void)state;
    vlRing* ring = NULL;
    unsigned char bytes[120];
    assert_int_equal(vlRing_Create(128, &ring), VL_OK);
    for (uint64_t i = 0; i < 16; ++i) {
        size_t size = 0;
        fillMessage(bytes, 120, i);
        assert_false(vlRing_Write(ring, bytes, 121));
        assert_true(vlRing_Write(ring, bytes, 120));
        assert_null(vlRing_Reserve(ring, 0)); // full to the last byte
        const unsigned char* found = vlRing_Peek(ring, &size);
        assert_true(size == 120 && isMessage(found, size, i));
        vlRing_Drop(ring);
        assert_true(vlRing_Write(ring, NULL, 0)); // the next message begins 8 bytes further
        assert_non_null(vlRing_Peek(ring, &size));
        vlRing_Drop(ring);
    }
    vlRing_Destroy(ring);
}

static void a_ring_keeps_its_state_through_calls_out_of_turn(void** state)
{
    (void)state;
    vlRing* ring = NULL;
    size_t size = 7;
    assert_int_equal(vlRing_Create(64, &ring), VL_OK);
    vlRing_Drop(ring);      // nothing was peeked at
    vlRing_Commit(ring, 8); // nothing was reserved
    assert_null(vlRing_Peek(ring, &size));
    assert_int_equal(size, 7);
    assert_non_null(vlRing_Reserve(ring, 8)); // reserved twice: the second counts
    unsigned char* room = vlRing_Reserve(ring, 3);
    assert_non_null(room);
    memcpy(room, "abc", 3);
    vlRing_Commit(ring, 100); // more than was reserved: the reserved size counts, rounded up
    assert_non_null(vlRing_Peek(ring, &size));
    assert_int_equal(size, 8);
    assert_non_null(vlRing_Peek(ring, &size)); // peeking twice takes nothing
    assert_int_equal(vlRing_GetUsed(ring), 16);
    vlRing_Drop(ring);
    vlRing_Drop(ring); // dropped already
    assert_int_equal(vlRing_GetUsed(ring), 0);
    assert_null(vlRing_Reserve(ring, SIZE_MAX));
    assert_null(vlRing_Reserve(ring, SIZE_MAX - 7));
    vlRing_Destroy(ring);
    vlRing_Destroy(NULL);
}

static void sizes_that_make_no_sense_are_refused(void** state)
{
    (void)state;
    vlRing* ring = NULL;
    vlLatest* latest = NULL;
    assert_int_equal(vlRing_Create(0, &ring), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRing_Create(8, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRing_Create(SIZE_MAX, &ring), VL_ERROR_MEMORY);
    assert_int_equal(vlLatest_Create(0, &latest), VL_ERROR_ARGUMENT);
    assert_int_equal(vlLatest_Create(8, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlLatest_Create(SIZE_MAX - 1, &latest), VL_ERROR_MEMORY);
    assert_null(ring);
    assert_null(latest);
}

typedef struct Mailbox {
    vlLatest* latest;
    uint64_t count;             // largest number of values
    _Atomic uint64_t published; // number of the last one; UINT64_MAX: the writer has not ended
    size_t capacity;
} Mailbox;

static void* publishAll(void* user)
{
    Mailbox* box = user;
    double began = vlClock_Now();
    uint64_t i = 0;
    while (i < box->count && !isEnough(i, began)) {
        ++i;
        // The last value is the one the reader waits for.
        size_t size = 8 + sizeOf(i, box->capacity - 8);
        unsigned char* buffer = vlLatest_Begin(box->latest);
        memcpy(buffer, &i, 8);
        fillMessage(buffer + 8, size - 8, i);
        vlLatest_Publish(box->latest, size);
        if (i % 64 == 0) {
            (void)sched_yield();
        }
    }
    box->published = i;
    return NULL;
}

static void the_newest_value_is_whole_and_never_goes_back(void** state)
{
    (void)state;
    Mailbox box = {.count = countOf(1000000), .published = UINT64_MAX, .capacity = 256};
    assert_int_equal(vlLatest_Create(box.capacity, &box.latest), VL_OK);
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, publishAll, &box), 0);
    uint64_t last = 0, taken = 0, wrong = 0;
    while (last < box.published) {
        size_t size = 0;
        const unsigned char* value = vlLatest_Take(box.latest, &size);
        if (value == NULL) {
            (void)sched_yield();
            continue;
        }
        uint64_t i;
        memcpy(&i, value, 8);
        wrong += i <= last || size != 8 + sizeOf(i, box.capacity - 8) ||
                 !isMessage(value + 8, size - 8, i);
        last = i;
        ++taken;
    }
    assert_int_equal(pthread_join(writer, NULL), 0);
    assert_int_equal(wrong, 0);
    assert_true(taken > 1); // both ran at the same time
    vlLatest_Destroy(box.latest);
}

static void the_reader_keeps_its_value_while_the_writer_goes_on(void** state)
{
    (void)state;
    vlLatest* latest = NULL;
    size_t size = 99;
    assert_int_equal(vlLatest_Create(10, &latest), VL_OK);
    assert_null(vlLatest_Take(latest, &size));
    assert_int_equal(size, 99);
    memcpy(vlLatest_Begin(latest), "first", 6);
    vlLatest_Publish(latest, 6);
    const char* held = vlLatest_Take(latest, &size);
    assert_string_equal(held, "first");
    assert_int_equal(size, 6);
    assert_int_equal((uintptr_t)held & 63u, 0);
    assert_null(vlLatest_Take(latest, &size)); // nothing new since then
    for (int i = 0; i < 7; ++i) {
        char* next = vlLatest_Begin(latest);
        assert_ptr_not_equal(next, held);
        assert_int_equal((uintptr_t)next & 63u, 0);
        memset(next, 'a' + i, 10);
        vlLatest_Publish(latest, 1000); // more than the capacity: the capacity counts
    }
    assert_string_equal(held, "first");
    held = vlLatest_Take(latest, &size);
    assert_int_equal(size, 10);
    assert_memory_equal(held, "gggggggggg", 10);
    vlLatest_Destroy(latest);
    vlLatest_Destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_messages_arrive_whole_and_in_order),
        cmocka_unit_test(a_ring_wraps_at_every_offset_and_size),
        cmocka_unit_test(a_ring_holds_exactly_its_capacity),
        cmocka_unit_test(a_message_can_be_as_large_as_the_ring_wherever_it_begins),
        cmocka_unit_test(a_ring_keeps_its_state_through_calls_out_of_turn),
        cmocka_unit_test(sizes_that_make_no_sense_are_refused),
        cmocka_unit_test(the_newest_value_is_whole_and_never_goes_back),
        cmocka_unit_test(the_reader_keeps_its_value_while_the_writer_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
