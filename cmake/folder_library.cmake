# fleetwright_folder_library(NAME): the static library of the calling folder's own *.c files.
#
# Sets FOLDER_PUBLIC and FOLDER_PRIVATE, the keywords for what it links: both are INTERFACE while the
# folder has no source (unless ALWAYS is given, for a folder whose sources are made by the build).
function(fleetwright_folder_library name)
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.c")
    if(sources OR "ALWAYS" IN_LIST ARGN)
        add_library(${name} STATIC ${sources})
        add_dependencies(${name} fleetwright_version)
        target_link_libraries(${name} PUBLIC fleetwright_options)
        if(FLEETWRIGHT_LTO_WORKS)
            # Both kinds of code: the program is linked with LTO, the many tests without.
            target_compile_options(${name} PRIVATE -flto=auto -ffat-lto-objects)
        endif()
        fleetwright_check_layer(${name})
        set(private PRIVATE)
        set(public PUBLIC)
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE fleetwright_options)
        set(private INTERFACE)
        set(public INTERFACE)
    endif()
    set(FOLDER_PRIVATE ${private} PARENT_SCOPE)
    set(FOLDER_PUBLIC ${public} PARENT_SCOPE)
endfunction()

# Part of the target layers, which is not part of all: links the whole library NAME with what it may
# use and nothing else. An undefined reference is a call to a folder above (or to what is not written
# yet). The order of the program's libraries alone would let such a call pass whenever the object
# called is needed by something else too.
add_custom_target(layers)
function(fleetwright_check_layer name)
    set(source "${FLEETWRIGHT_GENERATED_DIR}/layer.c")
    file(CONFIGURE OUTPUT "${source}" CONTENT "int main(void)\n{\n    return 0;\n}\n")
    string(REPLACE "fleetwright_" "layer_" target ${name})
    add_executable(${target} EXCLUDE_FROM_ALL "${source}")
    add_dependencies(layers ${target})
    target_link_libraries(${target} PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${name}>")
    if(FLEETWRIGHT_LTO_WORKS)
        target_link_options(${target} PRIVATE -fno-lto)
    endif()
endfunction()
