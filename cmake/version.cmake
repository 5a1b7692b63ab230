# Makes "sim/version.h" with FLEETWRIGHT_VERSION and FLEETWRIGHT_REVISION.
#
# Every build asks git for the revision; the header is written only when it differs, so that a build
# without a change compiles nothing. The same file is the script that the build runs.
if(NOT CMAKE_SCRIPT_MODE_FILE)
    find_package(Git QUIET)
    add_custom_target(fleetwright_version
        COMMAND "${CMAKE_COMMAND}"
            "-DGIT=${GIT_EXECUTABLE}"
            "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
            "-DVERSION=${PROJECT_VERSION}"
            "-DOUTPUT=${FLEETWRIGHT_GENERATED_DIR}/sim/version.h"
            -P "${CMAKE_CURRENT_LIST_FILE}"
        BYPRODUCTS "${FLEETWRIGHT_GENERATED_DIR}/sim/version.h"
        COMMENT "Asking git for the revision"
        VERBATIM)
    return()
endif()

# "unknown" outside git, and in a source archive unpacked inside another repository.
set(REVISION "unknown")
if(GIT)
    execute_process(COMMAND "${GIT}" -C "${SOURCE_DIR}" rev-parse --show-prefix --short=12 HEAD
        RESULT_VARIABLE failed OUTPUT_VARIABLE answer ERROR_QUIET)
    # First line: the path from the top of the repository to here, empty if this is the top.
    if(NOT failed AND answer MATCHES "^\n([0-9a-f]+)\n$")
        set(REVISION "${CMAKE_MATCH_1}")
        execute_process(COMMAND "${GIT}" -C "${SOURCE_DIR}" diff --quiet HEAD --
            RESULT_VARIABLE dirty OUTPUT_QUIET ERROR_QUIET)
        if(dirty)
            string(APPEND REVISION "-dirty")
        endif()
    endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
[[/* Made by cmake/version.cmake. */
#ifndef FLEETWRIGHT_SIM_VERSION_H
#define FLEETWRIGHT_SIM_VERSION_H

#define FLEETWRIGHT_VERSION "@VERSION@"
#define FLEETWRIGHT_REVISION "@REVISION@" /* 12 hex digits, "-dirty" if changed, or "unknown" */

#endif
]])
