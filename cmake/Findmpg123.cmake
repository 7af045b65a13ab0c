# mpg123::mpg123, wherever the compiler would find it. Installed with the package as
# well, because a user of the static library needs the same answer.
find_path(MPG123_INCLUDE_DIR mpg123.h)
find_library(MPG123_LIBRARY NAMES mpg123)
mark_as_advanced(MPG123_INCLUDE_DIR MPG123_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(mpg123
    REQUIRED_VARS MPG123_LIBRARY MPG123_INCLUDE_DIR)

if(mpg123_FOUND AND NOT TARGET mpg123::mpg123)
    add_library(mpg123::mpg123 UNKNOWN IMPORTED)
    set_target_properties(mpg123::mpg123 PROPERTIES
        IMPORTED_LOCATION "${MPG123_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${MPG123_INCLUDE_DIR}")
endif()
