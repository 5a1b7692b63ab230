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
