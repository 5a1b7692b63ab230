# How a test program becomes a CTest entry; used by tests/CMakeLists.txt only.

# The Debian interpreter: another python may be first on PATH, without h5py.
find_program(FLEETWRIGHT_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(FLEETWRIGHT_PYTHON python3)
find_program(FLEETWRIGHT_BASH bash REQUIRED)

set(FLEETWRIGHT_PROGRAM "${CMAKE_BINARY_DIR}/sim/cli/fleetwright")
cmake_path(GET PROJECT_SOURCE_DIR PARENT_PATH FLEETWRIGHT_SHARED_DIR)
string(APPEND FLEETWRIGHT_SHARED_DIR "/shared")
set(FLEETWRIGHT_RUN_TEST "${PROJECT_SOURCE_DIR}/cmake/run-test")
set(FLEETWRIGHT_SCRATCH_DIR "${CMAKE_BINARY_DIR}/scratch")

# Flags, paths and libraries of everything compiled below tests/.
add_library(fleetwright_test_options INTERFACE)
target_compile_options(fleetwright_test_options INTERFACE -UNDEBUG)
target_compile_definitions(fleetwright_test_options INTERFACE
    H5_USE_110_API
    "FLEETWRIGHT_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\""
    "FLEETWRIGHT_PROGRAM=\"${FLEETWRIGHT_PROGRAM}\""
    "FLEETWRIGHT_PYTHON=\"${FLEETWRIGHT_PYTHON}\""
    "FLEETWRIGHT_SHARED_DIR=\"${FLEETWRIGHT_SHARED_DIR}\"")
target_include_directories(fleetwright_test_options SYSTEM INTERFACE "${RANDOM123_INCLUDE_DIR}")
target_link_libraries(fleetwright_test_options INTERFACE
    fleetwright_scenarios fleetwright_analysis fleetwright_options
    PkgConfig::HDF5 PkgConfig::YAML Threads::Threads m)
if(TARGET PkgConfig::CRITERION)
    target_link_libraries(fleetwright_test_options INTERFACE PkgConfig::CRITERION)
endif()

# fleetwright_add_test(NAME LABEL COMMAND...): in an empty folder, under run-test.
function(fleetwright_add_test name label)
    add_test(NAME "${name}"
        COMMAND "${FLEETWRIGHT_BASH}" "${FLEETWRIGHT_RUN_TEST}"
            "${FLEETWRIGHT_SCRATCH_DIR}/${name}" ${ARGN})
    fleetwright_test_properties("${name}" "${label}")
endfunction()

function(fleetwright_test_properties name label)
    set(timeout 300)
    if(label STREQUAL "verify")
        set(timeout 900)
    endif()
    # Criterion exits 0 when no test ran. 77 is how a script says that it cannot run here.
    set_tests_properties("${name}" PROPERTIES
        LABELS "${label}"
        TIMEOUT ${timeout}
        FAIL_REGULAR_EXPRESSION "Tested: 0 "
        SKIP_RETURN_CODE 77
        ENVIRONMENT "LC_ALL=C.UTF-8;FLEETWRIGHT=${FLEETWRIGHT_PROGRAM};FLEETWRIGHT_SOURCE_DIR=${PROJECT_SOURCE_DIR};FLEETWRIGHT_SHARED_DIR=${FLEETWRIGHT_SHARED_DIR};PYTHON=${FLEETWRIGHT_PYTHON}")
endfunction()

# fleetwright_helpers(TARGET FILE...): a static library of helpers; nothing if there is no file.
function(fleetwright_helpers target)
    if(ARGN)
        add_library(${target} STATIC ${ARGN})
        target_link_libraries(${target} PUBLIC fleetwright_test_options)
    endif()
endfunction()

# fleetwright_test_program(TARGET HELPERS FILE): HELPERS is the folder's library, which may not exist.
function(fleetwright_test_program target helpers file)
    add_executable(${target} "${file}" ${ARGN})
    foreach(library ${helpers} fleetwright_test_support)
        if(TARGET ${library})
            target_link_libraries(${target} PRIVATE ${library})
        endif()
    endforeach()
    target_link_libraries(${target} PRIVATE fleetwright_test_options)
    if(FLEETWRIGHT_LTO_WORKS AND NOT target MATCHES "^bench_")
        target_link_options(${target} PRIVATE -fno-lto) # a benchmark is linked as users' program is
    endif()
endfunction()
