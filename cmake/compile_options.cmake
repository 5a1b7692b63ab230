# Flags of all our own targets, carried by the interface library fleetwright_options.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON) # gnu17: __int128 holds products of money and time

add_library(fleetwright_options INTERFACE)
target_include_directories(fleetwright_options INTERFACE
    "${PROJECT_SOURCE_DIR}" "${FLEETWRIGHT_GENERATED_DIR}")

# No -march=native and no fused multiply-add: two machines must compute the same numbers.
# Paths are mapped so that the same revision gives the same bytes in any directory.
set(prefix_maps
    "-ffile-prefix-map=${CMAKE_BINARY_DIR}=build" "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
target_link_options(fleetwright_options INTERFACE ${prefix_maps}) # LTO compiles when it links
target_compile_options(fleetwright_options INTERFACE
    -ffp-contract=off ${prefix_maps}
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
    -Wpointer-arith -Wwrite-strings -Wvla -Wundef -Wformat=2
    $<$<C_COMPILER_ID:GNU>:-Wlogical-op -Wduplicated-cond -Wduplicated-branches>)
if(FLEETWRIGHT_WERROR)
    target_compile_options(fleetwright_options INTERFACE -Werror)
endif()

if(FLEETWRIGHT_SANITIZE)
    # Without -fno-sanitize-recover a finding is a line of text and the test passes.
    set(sanitizers -fsanitize=address,undefined,float-cast-overflow
        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(fleetwright_options INTERFACE ${sanitizers})
    target_link_options(fleetwright_options INTERFACE ${sanitizers})
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        # Beside ASan the shared libubsan ignores log_path: a finding in a child would be lost.
        target_link_options(fleetwright_options INTERFACE -static-libubsan)
    endif()
endif()

if(FLEETWRIGHT_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "FLEETWRIGHT_FUZZ needs clang: configure with --preset fuzz")
    endif()
    set(sanitizers -fsanitize=fuzzer-no-link,address,undefined
        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(fleetwright_options INTERFACE ${sanitizers})
    # A checked multiplication of __int128 calls __muloti4, which libgcc does not have.
    target_link_options(fleetwright_options INTERFACE ${sanitizers}
        --rtlib=compiler-rt --unwindlib=libgcc)
endif()

if(FLEETWRIGHT_LTO)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT FLEETWRIGHT_LTO_WORKS OUTPUT reason LANGUAGES C)
    if(NOT FLEETWRIGHT_LTO_WORKS)
        message(WARNING "FLEETWRIGHT_LTO is ignored, the compiler cannot: ${reason}")
    endif()
else()
    set(FLEETWRIGHT_LTO_WORKS OFF)
endif()
