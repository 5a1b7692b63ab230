# fleetwright_embed(TARGET FILE...): compiles data files into TARGET.
#
# Makes "scenarios/embedded.h" and its .c: an array of the files by name, in the order given, each
# NUL-terminated (the NUL is not counted in size). The same file is the script that the build runs:
# cmake -P embed.cmake OUTPUT_C OUTPUT_H FILE...
if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(FLEETWRIGHT_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
    function(fleetwright_embed target)
        set(stem "${FLEETWRIGHT_GENERATED_DIR}/scenarios/embedded")
        add_custom_command(
            OUTPUT "${stem}.c" "${stem}.h"
            COMMAND "${CMAKE_COMMAND}" -P "${FLEETWRIGHT_EMBED_SCRIPT}"
                "${stem}.c" "${stem}.h" ${ARGN}
            DEPENDS "${FLEETWRIGHT_EMBED_SCRIPT}" ${ARGN}
            COMMENT "Embedding data files"
            VERBATIM)
        target_sources(${target} PRIVATE "${stem}.c" "${stem}.h")
    endfunction()
    return()
endif()

# Arguments: 0 cmake, 1 -P, 2 this script, 3 and 4 the outputs, 5... the files.
set(output_c "${CMAKE_ARGV3}")
set(output_h "${CMAKE_ARGV4}")
set(arrays "")
set(table "")
math(EXPR count "${CMAKE_ARGC} - 5")
foreach(i RANGE ${count})
    if(i EQUAL count)
        break()
    endif()
    math(EXPR argument "${i} + 5")
    set(path "${CMAKE_ARGV${argument}}")
    get_filename_component(name "${path}" NAME)
    file(READ "${path}" hex HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    string(APPEND arrays "static const unsigned char file_${i}[] = {\n${hex}0x00};\n")
    string(APPEND table
        "    {\"${name}\", (const char *)file_${i}, sizeof file_${i} - 1},\n")
endforeach()
if(count EQUAL 0)
    set(table "    {0, 0, 0}, /* C has no empty array; the count is 0 */\n")
endif()
file(WRITE "${output_h}" [[/* Made by cmake/embed.cmake. */
#ifndef FLEETWRIGHT_SCENARIOS_EMBEDDED_H
#define FLEETWRIGHT_SCENARIOS_EMBEDDED_H

#include <stddef.h>

/* A data file inside the program. name: without folder, such as "gpus.csv". text: size bytes, then a
 * NUL. */
struct embedded_file {
    const char *name;
    const char *text;
    size_t size;
};

/* Sorted by name. */
extern const struct embedded_file embedded_files[];
extern const size_t embedded_file_count;

#endif
]])
file(WRITE "${output_c}" "/* Made by cmake/embed.cmake. */\n#include \"scenarios/embedded.h\"\n\n"
    "${arrays}\nconst struct embedded_file embedded_files[] = {\n${table}};\n"
    "const size_t embedded_file_count = ${count};\n")
