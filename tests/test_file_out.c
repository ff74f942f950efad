// SPDX-License-Identifier: MIT
// Files that are read and written: nothing waits, and an older file stays whole until a new one is.

#include "base/file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_in.h"
#include "test.h"

typedef struct Place {
    char folder[64];
    char file[128];
    char part[128];
} Place;

static Place makePlace(void)
{
    Place place = {.folder = "test_file_out_XXXXXX"};
    assert_non_null(mkdtemp(place.folder));
    snprintf(place.file, sizeof place.file, "%s/file", place.folder);
    snprintf(place.part, sizeof place.part, "%s/file.part", place.folder);
    return place;
}

static void removePlace(const Place* place)
{
    (void)unlink(place->file);
    assert_int_equal(rmdir(place->folder), 0); // nothing else may remain in it
}

static void put(const char* path, const char* text)
{
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void expectText(const char* path, const char* text)
{
    char found[64] = "";
    int error = 0;
    FILE* file = vlFileIn_Open(path, false, &error);
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static void an_older_file_stays_until_the_new_one_is_complete(void** state)
{
    (void)state;
    Place place = makePlace();
    vlFileOut out;
    put(place.file, "old");
    assert_int_equal(chmod(place.file, 0640), 0);
    assert_int_equal(vlFileOut_Open(&out, place.file), 0);
    fputs("new", out.stream);
    fflush(out.stream);
    expectText(place.file, "old");
    assert_int_equal(vlFileOut_Commit(&out), 0);
    expectText(place.file, "new");
    struct stat status;
    assert_int_equal(stat(place.file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    removePlace(&place);
}

static void what_is_dropped_or_fails_leaves_no_trace(void** state)
{
    (void)state;
    Place place = makePlace();
    vlFileOut out;
    put(place.file, "old");
    assert_int_equal(vlFileOut_Open(&out, place.file), 0);
    fputs("new", out.stream);
    vlFileOut_Discard(&out);
    expectText(place.file, "old");
    assert_int_equal(access(place.part, F_OK), -1);
    // A write that fails: the descriptor is closed behind the stream's back.
    assert_int_equal(vlFileOut_Open(&out, place.file), 0);
    fputs("new", out.stream);
    assert_int_equal(close(fileno(out.stream)), 0);
    assert_int_equal(vlFileOut_Commit(&out), EBADF);
    expectText(place.file, "old");
    vlFileOut_Discard(&out); // nothing is open any more
    assert_int_equal(vlFileOut_Commit(&out), 0);
    removePlace(&place);
}

static void parts_that_a_crash_left_are_kept(void** state)
{
    (void)state;
    Place place = makePlace();
    vlFileOut out;
    put(place.part, "of a crash");
    assert_int_equal(vlFileOut_Open(&out, place.file), 0);
    fputs("one", out.stream);
    assert_int_equal(vlFileOut_Commit(&out), 0);
    expectText(place.file, "one");
    expectText(place.part, "of a crash");
    assert_int_equal(unlink(place.part), 0);
    removePlace(&place);
}

// Ends two outputs of one name, and expects that the first has it and the second has stayed whole.
static void endBoth(const Place* place, vlFileOut* one, vlFileOut* other)
{
    char second[256];
    char why[128];
    vlFileOut_NamePart(place->file, 2, second, sizeof second);
    fputs("one", one->stream);
    fputs("other", other->stream);
    assert_int_equal(vlFileOut_Commit(one), 0);
    int error = vlFileOut_Keep(other);
    assert_true(VL_FILE_IS_KEPT(error));
    assert_int_equal(VL_FILE_KEPT_ERRNO(error), EEXIST);
    assert_int_equal(VL_FILE_KEPT_PART(error), 2);
    assert_non_null(strstr(vlFileIn_Explain(error, why, sizeof why), "ends in .part2"));
    expectText(place->file, "one");
    expectText(second, "other");
    assert_int_equal(unlink(second), 0);
}

static void the_second_of_two_with_one_name_never_replaces_the_first(void** state)
{
    (void)state;
    Place place = makePlace();
    vlFileOut one, other;
    assert_int_equal(vlFileOut_OpenNew(&one, place.file), 0);
    assert_int_equal(vlFileOut_OpenNew(&other, place.file), 0);
    endBoth(&place, &one, &other);
    assert_int_equal(vlFileOut_OpenNew(&one, place.file), EEXIST);
    expectText(place.file, "one");
    // Both may replace the file that is there now, and so neither may replace the other's.
    assert_int_equal(vlFileOut_Open(&one, place.file), 0);
    assert_int_equal(vlFileOut_Open(&other, place.file), 0);
    endBoth(&place, &one, &other);
    // Nor is a file replaced that has been written to since.
    assert_int_equal(vlFileOut_Open(&one, place.file), 0);
    assert_int_equal(vlFileOut_Open(&other, place.file), 0);
    assert_int_equal(utimensat(AT_FDCWD, place.file, (struct timespec[2]){{1, 0}, {1, 0}}, 0), 0);
    fputs("new", one.stream);
    assert_int_equal(vlFileOut_Commit(&one), VL_FILE_KEPT(EEXIST, 1));
    expectText(place.file, "one");
    expectText(place.part, "new");
    vlFileOut_Discard(&other);
    assert_int_equal(unlink(place.part), 0);
    removePlace(&place);
}

static void the_file_of_a_link_that_leads_to_none_is_made(void** state)
{
    (void)state;
    Place place = makePlace();
    char link[128];
    struct stat status;
    vlFileOut out;
    snprintf(link, sizeof link, "%s/link", place.folder);
    assert_int_equal(symlink("file", link), 0);
    assert_int_equal(vlFileOut_OpenNew(&out, link), 0);
    fputs("new", out.stream);
    assert_int_equal(vlFileOut_Commit(&out), 0);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    expectText(place.file, "new");
    assert_int_equal(unlink(link), 0);
    removePlace(&place);
}

static void an_entry_replaces_a_link_and_not_what_it_leads_to(void** state)
{
    (void)state;
    Place place = makePlace();
    char victim[128];
    struct stat status;
    vlFileOut out;
    snprintf(victim, sizeof victim, "%s/victim", place.folder);
    put(victim, "old");
    assert_int_equal(symlink("victim", place.file), 0);
    assert_null(vlFileIn_OpenOwn(place.file));
    assert_int_equal(vlFileOut_OpenEntry(&out, place.file), 0);
    fputs("new", out.stream);
    assert_int_equal(vlFileOut_Commit(&out), 0);
    expectText(victim, "old");
    expectText(place.file, "new");
    assert_int_equal(lstat(place.file, &status), 0);
    assert_true(S_ISREG(status.st_mode));
    FILE* file = vlFileIn_OpenOwn(place.file);
    assert_non_null(file);
    fclose(file);
    // Only root can give a file away.
    if (geteuid() == 0) {
        assert_int_equal(chown(place.file, 12345, (gid_t)-1), 0);
        assert_null(vlFileIn_OpenOwn(place.file));
    }
    // What cannot take its name leaves nothing.
    assert_int_equal(unlink(place.file), 0);
    assert_int_equal(vlFileOut_OpenEntry(&out, place.file), 0);
    assert_int_equal(mkdir(place.file, 0700), 0);
    assert_true(VL_FILE_IS_KEPT(vlFileOut_Commit(&out)));
    assert_int_equal(rmdir(place.file), 0);
    assert_int_equal(unlink(victim), 0);
    removePlace(&place);
}

static void links_are_followed_and_files_recognised_by_what_they_are(void** state)
{
    (void)state;
    Place place = makePlace();
    char link[128];
    struct stat status;
    vlFileOut out;
    snprintf(link, sizeof link, "%s/link", place.folder);
    put(place.file, "old");
    assert_int_equal(symlink("file", link), 0);
    assert_true(vlFileIn_IsSame(link, place.file));
    assert_false(vlFileIn_IsSame(place.folder, place.file));
    assert_false(vlFileIn_IsSame("no such file", "no such file"));
    assert_int_equal(vlFileOut_Open(&out, link), 0);
    fputs("new", out.stream);
    assert_int_equal(vlFileOut_Commit(&out), 0);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    expectText(place.file, "new");
    assert_int_equal(unlink(link), 0);
    removePlace(&place);
}

// Without O_NONBLOCK the test would hang here for ever.
static void pipes_and_folders_are_refused_at_once(void** state)
{
    (void)state;
    Place place = makePlace();
    vlFileOut out;
    char why[128];
    int error = 0;
    assert_int_equal(mkfifo(place.file, 0600), 0);
    assert_null(vlFileIn_Open(place.file, false, &error));
    assert_int_equal(error, VL_FILE_NOT_PLAIN);
    assert_null(vlFileIn_Open(place.file, true, &error)); // a named pipe is not our own
    assert_int_equal(error, VL_FILE_NOT_PLAIN);
    assert_non_null(strstr(vlFileIn_Explain(error, why, sizeof why), "not a plain file"));
    assert_int_equal(vlFileOut_Open(&out, place.file), VL_FILE_NOT_PLAIN);
    int reader = open(place.file, O_RDONLY | O_NONBLOCK); // also with a process at the other end
    assert_true(reader >= 0);
    assert_int_equal(vlFileOut_Open(&out, place.file), VL_FILE_NOT_PLAIN);
    assert_int_equal(close(reader), 0);
    assert_null(vlFileIn_Open(place.folder, true, &error));
    assert_int_equal(error, EISDIR);
    assert_int_equal(vlFileOut_Open(&out, place.folder), EISDIR);
    assert_null(vlFileIn_Open("/dev/zero", false, &error)); // would never end
    assert_int_equal(error, VL_FILE_NOT_PLAIN);
    assert_null(vlFileIn_Open("no such file", false, &error));
    assert_int_equal(error, ENOENT);
    assert_int_equal(vlFileOut_Open(&out, "no/such/folder/file"), ENOENT);
    removePlace(&place);
}

static void own_pipes_and_devices_are_used_directly(void** state)
{
    (void)state;
    int ends[2], error = 0;
    char path[64], found[8] = "";
    vlFileOut out;
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_int_equal(vlFileOut_Open(&out, path), 0);
    fputs("abc", out.stream);
    assert_int_equal(vlFileOut_Commit(&out), 0);
    assert_int_equal(close(ends[1]), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_null(vlFileIn_Open(path, false, &error));
    FILE* in = vlFileIn_Open(path, true, &error);
    assert_non_null(in);
    assert_int_equal(fread(found, 1, sizeof found, in), 3);
    assert_string_equal(found, "abc");
    fclose(in);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(vlFileOut_Open(&out, "/dev/full"), 0);
    fputs("abc", out.stream);
    assert_int_equal(vlFileOut_Commit(&out), ENOSPC);
    // More than fits into the buffer of a stream, so that it fails during writing.
    assert_int_equal(vlFileOut_Open(&out, "/dev/full"), 0);
    for (int i = 0; i < 100000; ++i) {
        (void)fputc('x', out.stream);
    }
    assert_int_equal(vlFileOut_Commit(&out), ENOSPC);
}

static void a_protected_file_is_not_replaced(void** state)
{
    (void)state;
    if (geteuid() == 0) {
        skip(); // root may write everything
    }
    Place place = makePlace();
    vlFileOut out;
    put(place.file, "old");
    assert_int_equal(chmod(place.file, 0400), 0);
    assert_int_equal(vlFileOut_Open(&out, place.file), EACCES);
    assert_int_equal(chmod(place.file, 0600), 0);
    assert_int_equal(chmod(place.folder, 0500), 0);
    assert_int_equal(vlFileOut_Open(&out, place.file), VL_FILE_NO_WRITE_FOLDER);
    assert_int_equal(chmod(place.folder, 0700), 0);
    expectText(place.file, "old");
    removePlace(&place);
}

static void outputs_collide_by_place_and_by_part(void** state)
{
    (void)state;
    Place place = makePlace();
    char other[256];
    char link[256];
    static const char* const sameNames[] = {"%s/file",       "./%s/file",     "%s/./file",
                                            "%s//file",      "%s/../%s/file", "%s/file.part",
                                            "%s/file.part3", "%s/./file.part"};
    for (size_t i = 0; i < sizeof sameNames / sizeof sameNames[0]; ++i) {
        snprintf(other, sizeof other, sameNames[i], place.folder, place.folder);
        assert_true(vlFileOut_Collide(place.file, other));
        assert_true(vlFileOut_Collide(other, place.file));
    }
    static const char* const otherNames[] = {"%s/file2", "%s/fil", "%s/file.partly", "%s/deep/file",
                                             "%s"};
    for (size_t i = 0; i < sizeof otherNames / sizeof otherNames[0]; ++i) {
        snprintf(other, sizeof other, otherNames[i], place.folder);
        assert_false(vlFileOut_Collide(place.file, other));
        assert_false(vlFileOut_Collide(other, place.file));
    }
    // A link that leads to no file yet, and a circle of links.
    snprintf(link, sizeof link, "%s/link", place.folder);
    assert_int_equal(symlink("file", link), 0);
    assert_true(vlFileOut_Collide(place.file, link));
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("link", link), 0);
    assert_false(vlFileOut_Collide(place.file, link));
    assert_int_equal(unlink(link), 0);
    put(place.file, "old");
    assert_int_equal(linkat(AT_FDCWD, place.file, AT_FDCWD, link, 0), 0);
    assert_true(vlFileOut_Collide(place.file, link));
    assert_int_equal(unlink(link), 0);
    // Folders that do not exist yet.
    assert_true(vlFileOut_Collide("none/such/file", "./none//such/./file"));
    assert_true(vlFileOut_Collide("/none", "//none"));
    assert_false(vlFileOut_Collide("none/a", "none/b"));
    removePlace(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_older_file_stays_until_the_new_one_is_complete),
        cmocka_unit_test(what_is_dropped_or_fails_leaves_no_trace),
        cmocka_unit_test(parts_that_a_crash_left_are_kept),
        cmocka_unit_test(the_second_of_two_with_one_name_never_replaces_the_first),
        cmocka_unit_test(the_file_of_a_link_that_leads_to_none_is_made),
        cmocka_unit_test(an_entry_replaces_a_link_and_not_what_it_leads_to),
        cmocka_unit_test(links_are_followed_and_files_recognised_by_what_they_are),
        cmocka_unit_test(pipes_and_folders_are_refused_at_once),
        cmocka_unit_test(own_pipes_and_devices_are_used_directly),
        cmocka_unit_test(a_protected_file_is_not_replaced),
        cmocka_unit_test(outputs_collide_by_place_and_by_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
