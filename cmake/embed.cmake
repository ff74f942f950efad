# SPDX-License-Identifier: MIT
# Builds files into the program: the viewer page (web/dist/*.gz) and the scenes (scenes/*.yaml)
# with their mesh files (scenes/*.obj).
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

# The page is part of the repository, with the hashes of its sources. If a source has changed since the page was built,
# this prints a notice and does not fail: somebody who builds the program may not have node.
function(check_page folder)
    if(NOT EXISTS "${folder}/index.html.gz")
        message(FATAL_ERROR "${folder}/index.html.gz is missing: scripts/build-web builds the viewer page")
    endif()
    file(STRINGS "${folder}/sources.sha256" lines)
    foreach(line IN LISTS lines)
        string(SUBSTRING "${line}" 0 64 wanted)
        string(SUBSTRING "${line}" 66 -1 name)
        set(found)
        if(EXISTS "${folder}/../${name}")
            file(SHA256 "${folder}/../${name}" found)
        endif()
        if(NOT found STREQUAL wanted)
            message(NOTICE "the built viewer page is older than its sources: web/${name} has changed; "
                           "scripts/build-web builds it again")
            return()
        endif()
    endforeach()
endfunction()

# Sets `result` to the bytes of a file as C numbers, 24 per line.
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

# A key from the names and contents of the files. The C source begins with it, so that the same files need no new
# source.
if(KIND STREQUAL "page")
    check_page("${FROM}")
    file(GLOB files RELATIVE "${FROM}" "${FROM}/*.gz")
elseif(KIND STREQUAL "scenes")
    file(GLOB files RELATIVE "${FROM}" "${FROM}/*.yaml" "${FROM}/*.obj")
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
set(meshes "")
set(meshCount 0)
set(sceneCount 0)
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
    elseif(file MATCHES "\\.obj$")
        read_bytes("${FROM}/${file}" bytes)
        string(APPEND arrays "static const unsigned char file${count}[] = {\n    ${bytes}\n};\n\n")
        string(APPEND meshes "    {\"${file}\", file${count}, sizeof file${count}},\n")
        math(EXPR meshCount "${meshCount} + 1")
    else()
        math(EXPR sceneCount "${sceneCount} + 1")
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
    string(
        CONCAT
        source
        "${first}\n#include \"app/serve/page.h\"\n\n${arrays}const vlPage vlPage_table[] = {\n"
        "${rows}};\nconst int vlPage_tableCount = (int)(sizeof vlPage_table / sizeof "
        "vlPage_table[0]);\n")
else()
    string(
        CONCAT
        source
        "${first}\n#include \"app/cli/builtin.h\"\n\n${arrays}"
        "static const vlBuiltinScene scenes[] = {\n${rows}    {NULL, NULL, 0}};\n\n"
        "const vlBuiltinScene* vlBuiltin_GetScenes(int* count)\n{\n"
        "    *count = ${sceneCount};\n    return scenes;\n}\n\n"
        "static const vlSceneFile meshes[] = {\n${meshes}    {NULL, NULL, 0}};\n\n"
        "const vlSceneFile* vlBuiltin_GetFiles(int* count)\n{\n"
        "    *count = ${meshCount};\n    return meshes;\n}\n")
endif()
# An interruption must not leave a part of it: its first line would say that it is whole.
file(WRITE "${TO}.new" "${source}")
file(RENAME "${TO}.new" "${TO}")
