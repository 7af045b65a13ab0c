# Outside libraries. What is absent is said, and the feature stays away; only one of
# libdeflate and zlib, and threads, are required.
#
# RQ_DEPENDENCIES   targets to link
# RQ_PC_REQUIRES    the same for pkg-config, as modules (Requires.private)
# RQ_PC_LIBS        the same for pkg-config, as flags (Libs.private)
# RQ_PACKAGE_FINDS  the same for the CMake package (find_dependency calls)

set(RQ_DEPENDENCIES)
set(RQ_PC_REQUIRES)
set(RQ_PC_LIBS)
set(RQ_PACKAGE_FINDS)

macro(rq_use define target pc_module package)
    add_compile_definitions(${define}=1)
    list(APPEND RQ_DEPENDENCIES ${target})
    list(APPEND RQ_PC_REQUIRES ${pc_module})
    string(APPEND RQ_PACKAGE_FINDS "find_dependency(${package})\n")
endmacro()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
list(APPEND RQ_DEPENDENCIES Threads::Threads)
string(APPEND RQ_PACKAGE_FINDS "find_dependency(Threads)\n")
list(APPEND RQ_PC_LIBS -pthread)

if(UNIX)
    list(APPEND RQ_DEPENDENCIES m)
    list(APPEND RQ_PC_LIBS -lm)
endif()

# The tool for Windows is one file: libraries are static there (scripts/windows-sysroot.sh).
if(MINGW)
    set(ZLIB_USE_STATIC_LIBS ON)
    add_compile_definitions(LZMA_API_STATIC)
endif()

find_package(libdeflate QUIET)
if(libdeflate_FOUND)
    set(rq_deflate libdeflate)
    rq_use(RQ_HAVE_LIBDEFLATE libdeflate::libdeflate libdeflate libdeflate)
else()
    find_package(ZLIB QUIET)
    if(NOT ZLIB_FOUND)
        message(FATAL_ERROR "Reliquary needs libdeflate or zlib, with headers; "
            "on Debian: scripts/deps.sh build")
    endif()
    set(rq_deflate "zlib (libdeflate, which is faster, is absent)")
    rq_use(RQ_HAVE_ZLIB ZLIB::ZLIB zlib ZLIB)
endif()

find_package(PNG QUIET)
if(PNG_FOUND)
    set(rq_png libpng)
    rq_use(RQ_HAVE_PNG PNG::PNG libpng PNG)
else()
    set(rq_png "absent: PNG files are written, not read")
endif()

# Streams without an end marker came with 5.4.
find_package(LibLZMA 5.4 QUIET)
if(LIBLZMA_FOUND)
    set(rq_lzma liblzma)
    rq_use(RQ_HAVE_LZMA LibLZMA::LibLZMA liblzma LibLZMA)
else()
    set(rq_lzma "absent: BZF archives are neither read nor written")
endif()

find_package(mpg123 QUIET)
if(mpg123_FOUND)
    set(rq_mpg123 libmpg123)
    rq_use(RQ_HAVE_MPG123 mpg123::mpg123 libmpg123 mpg123)
    if(MINGW)
        list(APPEND RQ_DEPENDENCIES shlwapi) # its functions for paths
    endif()
else()
    set(rq_mpg123 "absent: MP3 is unwrapped, not decoded")
endif()

if(NOT MINGW)
    find_package(Iconv QUIET)
endif()
if(Iconv_FOUND AND Iconv_IS_BUILT_IN)
    set(rq_iconv "iconv of the C library")
    add_compile_definitions(RQ_HAVE_ICONV=1)
elseif(WIN32)
    set(rq_iconv "the Windows API")
else()
    set(rq_iconv "absent: code pages 932, 936, 949 and 950 are not decoded")
endif()

message(STATUS "Reliquary: deflate: ${rq_deflate}")
message(STATUS "Reliquary: PNG reading: ${rq_png}")
message(STATUS "Reliquary: LZMA: ${rq_lzma}")
message(STATUS "Reliquary: MP3 decoding: ${rq_mpg123}")
message(STATUS "Reliquary: multi-byte code pages: ${rq_iconv}")
