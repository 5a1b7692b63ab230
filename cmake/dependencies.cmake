# Libraries of the system. Each is linked by the one folder that may use it; see the folder's file.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(GSL REQUIRED IMPORTED_TARGET gsl)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)

# Debian calls the serial build hdf5 or hdf5-serial, whichever alternative is active; others, hdf5.
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)

find_path(RANDOM123_INCLUDE_DIR Random123/philox.h)
if(NOT RANDOM123_INCLUDE_DIR)
    message(FATAL_ERROR "Random123/philox.h not found (Debian: librandom123-dev)")
endif()

if(BUILD_TESTING AND NOT FLEETWRIGHT_FUZZ)
    pkg_check_modules(CRITERION REQUIRED IMPORTED_TARGET criterion)
endif()
