# Language, warnings, hardening and instrumentation, for every target alike.

add_compile_definitions(RQ_VERSION="${PROJECT_VERSION}"
    _POSIX_C_SOURCE=200809L _FILE_OFFSET_BITS=64)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    add_compile_definitions(_DEFAULT_SOURCE)
endif()
if(MINGW)
    # C99 printf instead of the system's; Windows 7 or newer; small windows.h.
    add_compile_definitions(__USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0601
        WIN32_LEAN_AND_MEAN NOMINMAX)
    add_link_options(-static)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef)
if(RQ_WERROR)
    add_compile_options(-Werror)
endif()

# What is derived has the same bits on every machine, also where it could multiply and add at once.
add_compile_options(-ffp-contract=off)

# __FILE__ is relative to the project: builds do not depend on where they stand.
add_compile_options("-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")

# The library's own calls to its public functions may be inlined.
add_compile_options(-fno-semantic-interposition)

if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT WIN32)
    add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    add_link_options(LINKER:-z,relro,-z,now)
endif()

if(RQ_LTO)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT rq_ipo OUTPUT rq_ipo_why LANGUAGES C)
    if(rq_ipo)
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
        if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
            # Fat objects: the installed archive links without the same compiler too.
            set(CMAKE_C_COMPILE_OPTIONS_IPO -flto=auto -ffat-lto-objects)
        endif()
    else()
        message(STATUS "Reliquary: no link-time optimisation here: ${rq_ipo_why}")
    endif()
endif()

if(RQ_SANITIZE)
    add_compile_options(-fsanitize=${RQ_SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${RQ_SANITIZE})
endif()
if(RQ_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "RQ_FUZZ needs clang: cmake --preset fuzz")
    endif()
    # Tracing of compares takes half of the time. Seeds have the magic numbers already: without it
    # targets cover more in the same time (docs/notes/fuzz.md).
    add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp)
endif()
