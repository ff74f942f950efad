# SPDX-License-Identifier: MIT
# Builds files into the program: the viewer page (web/dist/*.gz) and the scenes (scenes/*.yaml).
#
# Included, it defines
#     volar_embed(<target> <kind> <from> <to>)
# which adds <target>, run in every build: it writes the C source <to> from the files in the folder
# <from> when they changed, and leaves it alone when not. <kind> is `page` or `scenes`.
#
# Run, it does the work:
#     cmake -D KIND=<kind> -D FROM=<from> -D TO=<to> -P embed.cmake

cmake_minimum_required(VERSION 3.22)

if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(VOLAR_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
    function(volar_embed target kind from to)
        add_custom_target(
            ${target}
            COMMAND ${CMAKE_COMMAND} -D KIND=${kind} -D "FROM=${from}" -D "TO=${to}" -P
                    "${VOLAR_EMBED_SCRIPT}"
            BYPRODUCTS "${to}"
            COMMENT "Building in the ${kind}"
            VERBATIM)
    endfunction()
    return()
endif()

set(notice "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>volar</title>
<p>This build of volar has no viewer page; install npm and run make again.</p>
</html>
")

# Sets `result` to the bytes of a file as C numbers, 24 a line.
function(read_bytes file result)
    file(READ "${file}" hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REPEAT "[^,]*," 24 line)
    string(REGEX REPLACE "(${line})" "\\1\n    " bytes "${bytes}")
    set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

function(find_type name result)
    string(REGEX REPLACE ".*\\." "" ending "${name}")
    set(html "text/html; charset=utf-8")
    set(js "text/javascript; charset=utf-8")
    set(css "text/css; charset=utf-8")
    set(svg "image/svg+xml")
    set(png "image/png")
    set(ico "image/x-icon")
    set(json "application/json")
    set(txt "text/plain; charset=utf-8")
    set(type "application/octet-stream")
    if(ending MATCHES "^(html|js|css|svg|png|ico|json|txt)$")
        set(type "${${ending}}")
    endif()
    set(${result} "${type}" PARENT_SCOPE)
endfunction()

# The files and what they hold. The same files give the same key, which the source begins with.
if(KIND STREQUAL "page")
    file(GLOB files RELATIVE "${FROM}" "${FROM}/*.gz")
    if(NOT "index.html.gz" IN_LIST files)
        set(files)
    endif()
elseif(KIND STREQUAL "scenes")
    file(GLOB files RELATIVE "${FROM}" "${FROM}/*.yaml")
else()
    message(FATAL_ERROR "embed.cmake: KIND is '${KIND}'; expected page or scenes")
endif()
list(SORT files)
file(SHA256 "${CMAKE_CURRENT_LIST_FILE}" key)
foreach(file IN LISTS files)
    file(SHA256 "${FROM}/${file}" hash)
    string(APPEND key "${file}${hash}")
endforeach()
string(SHA256 key "${key}")
set(first "// Generated from the files with the hash ${key}.")
if(EXISTS "${TO}")
    file(STRINGS "${TO}" old LIMIT_COUNT 1)
    if(old STREQUAL first)
        return()
    endif()
endif()

set(arrays "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
    if(KIND STREQUAL "page")
        read_bytes("${FROM}/${file}" bytes)
        string(REGEX REPLACE "\\.gz$" "" name "${file}")
        find_type("${name}" type)
        string(APPEND arrays "static const unsigned char file${count}[] = {\n    ${bytes}\n};\n\n")
        set(paths "/${name}")
        if(name STREQUAL "index.html")
            list(PREPEND paths "/")
        endif()
        foreach(path IN LISTS paths)
            string(APPEND rows
                   "    {\"${path}\", \"${type}\", \"gzip\", file${count}, sizeof file${count}},\n")
        endforeach()
    else()
        read_bytes("${FROM}/${file}" bytes)
        string(REGEX REPLACE "\\.yaml$" "" name "${file}")
        string(APPEND arrays
               "static const unsigned char file${count}[] = {\n    ${bytes}0x00\n};\n\n")
        string(APPEND rows
               "    {\"${name}\", (const char*)file${count}, sizeof file${count} - 1},\n")
    endif()
    math(EXPR count "${count} + 1")
endforeach()

if(KIND STREQUAL "page")
    set(isBuiltIn true)
    if(count EQUAL 0)
        set(isBuiltIn false)
        string(REGEX REPLACE "\"" "\\\\\"" text "${notice}")
        string(REGEX REPLACE "\n" "\\\\n\"\n    \"" text "${text}")
        string(APPEND arrays "static const char notice[] =\n    \"${text}\";\n\n")
        find_type(index.html type)
        string(APPEND rows "    {\"/\", \"${type}\", NULL, (const unsigned char*)notice,\n"
                           "     sizeof notice - 1},\n")
    endif()
    string(
        CONCAT
        source
        "${first}\n#include \"app/serve/page.h\"\n\n${arrays}const vlPage vlPage_table[] = {\n"
        "${rows}};\nconst int vlPage_tableCount = (int)(sizeof vlPage_table / sizeof "
        "vlPage_table[0]);\nconst bool vlPage_isBuiltIn = ${isBuiltIn};\n")
else()
    string(
        CONCAT
        source
        "${first}\n#include \"app/cli/builtin.h\"\n\n${arrays}"
        "static const vlBuiltinScene scenes[] = {\n${rows}    {NULL, NULL, 0}};\n\n"
        "const vlBuiltinScene* vlBuiltin_GetScenes(int* count)\n{\n"
        "    *count = ${count};\n    return scenes;\n}\n")
endif()
file(WRITE "${TO}" "${source}")
