# The page of a converted game (tool/gallery.h): built by npm and put into the program. Without npm convert writes a
# plain index.

set(rq_web "${PROJECT_SOURCE_DIR}/studio/web")
set(RQ_GALLERY_ASSETS "${CMAKE_CURRENT_BINARY_DIR}/gallery/assets.c")
find_program(RQ_NPM npm)
find_program(RQ_NODE node)
if(RQ_NPM AND RQ_NODE AND EXISTS "${rq_web}/node_modules/.stamp")
    file(GLOB_RECURSE rq_gallery CONFIGURE_DEPENDS "${rq_web}/gallery/*")
    add_custom_command(OUTPUT "${RQ_GALLERY_ASSETS}"
        COMMAND "${RQ_NPM}" run --silent gallery -- "${CMAKE_CURRENT_BINARY_DIR}/gallery/dist"
        COMMAND "${RQ_NODE}" scripts/embed.mjs "${CMAKE_CURRENT_BINARY_DIR}/gallery/dist" "${RQ_GALLERY_ASSETS}" gallery
        WORKING_DIRECTORY "${rq_web}"
        DEPENDS ${rq_gallery} "${rq_web}/src/parts/virtual.tsx" "${rq_web}/package-lock.json" "${rq_web}/scripts/embed.mjs"
            "${rq_web}/scripts/gallery.mjs"
        VERBATIM)
    message(STATUS "Reliquary: gallery: page by npm")
else()
    file(WRITE "${RQ_GALLERY_ASSETS}" "#include \"server/assets.h\"\n\nconst struct rq_asset rq_gallery_assets[] = {{0}};\n")
    message(STATUS "Reliquary: gallery: absent, npm or its packages are (scripts/deps.sh build)")
endif()
