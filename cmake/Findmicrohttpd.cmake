# microhttpd::microhttpd, wherever the compiler would find it.
find_path(MICROHTTPD_INCLUDE_DIR microhttpd.h)
find_library(MICROHTTPD_LIBRARY NAMES microhttpd)
mark_as_advanced(MICROHTTPD_INCLUDE_DIR MICROHTTPD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(microhttpd
    REQUIRED_VARS MICROHTTPD_LIBRARY MICROHTTPD_INCLUDE_DIR)

if(microhttpd_FOUND AND NOT TARGET microhttpd::microhttpd)
    add_library(microhttpd::microhttpd UNKNOWN IMPORTED)
    set_target_properties(microhttpd::microhttpd PROPERTIES
        IMPORTED_LOCATION "${MICROHTTPD_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${MICROHTTPD_INCLUDE_DIR}")
    if(WIN32) # a static one does not name the sockets that it needs
        set_target_properties(microhttpd::microhttpd PROPERTIES INTERFACE_LINK_LIBRARIES ws2_32)
    endif()
endif()
