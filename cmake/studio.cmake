# The studio: the server needs libmicrohttpd, the page is built by npm and put into the program. Without
# libmicrohttpd there is no verb `studio`; without npm it serves the page that --assets names.

set(RQ_STUDIO_SOURCES)
find_package(microhttpd QUIET)
if(NOT microhttpd_FOUND)
    message(STATUS "Reliquary: studio: absent, libmicrohttpd was not found")
    return()
endif()

# A shared library is loaded by its name when the studio starts (studio/server/http.h).
set(RQ_HTTP_LIBRARY)
file(REAL_PATH "${MICROHTTPD_LIBRARY}" rq_http_file)
if(rq_http_file MATCHES "/(libmicrohttpd[.]so[.][0-9]+)[^/]*$")
    set(RQ_HTTP_LIBRARY "${CMAKE_MATCH_1}")
endif()

file(GLOB RQ_STUDIO_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/studio/server/*.c")
set(rq_web "${PROJECT_SOURCE_DIR}/studio/web")
set(rq_assets "${CMAKE_CURRENT_BINARY_DIR}/studio/assets.c")
find_program(RQ_NPM npm)
find_program(RQ_NODE node)
if(RQ_NPM AND RQ_NODE AND EXISTS "${rq_web}/node_modules/.stamp")
    file(GLOB_RECURSE rq_page CONFIGURE_DEPENDS "${rq_web}/src/*" "${rq_web}/index.html")
    # Pages of the help, which vite.config.ts names.
    file(GLOB rq_help CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/formats/*.md")
    list(APPEND rq_page ${rq_help} "${PROJECT_SOURCE_DIR}/docs/studio.md" "${PROJECT_SOURCE_DIR}/docs/paths.md")
    add_custom_command(OUTPUT "${rq_assets}"
        COMMAND "${RQ_NPM}" run --silent build -- --outDir "${CMAKE_CURRENT_BINARY_DIR}/studio/dist" --emptyOutDir
        COMMAND "${RQ_NODE}" scripts/embed.mjs "${CMAKE_CURRENT_BINARY_DIR}/studio/dist" "${rq_assets}"
        WORKING_DIRECTORY "${rq_web}"
        DEPENDS ${rq_page} "${rq_web}/package-lock.json" "${rq_web}/vite.config.ts" "${rq_web}/tsconfig.json"
            "${rq_web}/scripts/embed.mjs"
        VERBATIM)
    message(STATUS "Reliquary: studio: libmicrohttpd, page by npm")
else()
    file(WRITE "${rq_assets}" "#include \"server/assets.h\"\n\nconst struct rq_asset rq_assets[] = {{0}};\n")
    message(STATUS "Reliquary: studio: libmicrohttpd, without its page: npm or its packages "
        "are absent (scripts/deps.sh build)")
endif()
list(APPEND RQ_STUDIO_SOURCES "${rq_assets}")
