# Cross build for 64-bit Windows with Debian's mingw-w64; tests run under wine.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# The libraries of scripts/windows-sysroot.sh, before those of the system.
set(CMAKE_FIND_ROOT_PATH "${CMAKE_CURRENT_LIST_DIR}/../build/windows-sysroot" /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The loader itself where there is one: Debian's `wine` wrapper asks for wine32 in
# the output of every program.
find_program(RQ_WINE NAMES wine64 wine PATHS /usr/lib/wine)
if(RQ_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${RQ_WINE}")
endif()
