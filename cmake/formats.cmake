# src/formats/formats.def is the one list of formats. A line
#
#     FORMAT(redguard, col)
#
# stands for src/formats/redguard/col.c, and for col_*.c beside it where one file
# would grow too long; or, for a format of more than six files, for everything in the
# folder src/formats/redguard/col, of which col.c is the first to read. Nobody else
# lists formats.
#
# RQ_FORMATS          names, in the order of the list
# RQ_FORMAT_SOURCES   their files

set(rq_formats_dir "${PROJECT_SOURCE_DIR}/src/formats")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${rq_formats_dir}/formats.def")

set(RQ_FORMATS)
set(RQ_FORMAT_SOURCES)
file(STRINGS "${rq_formats_dir}/formats.def" rq_lines REGEX "^[ \t]*FORMAT[ \t]*\\(")
foreach(line IN LISTS rq_lines)
    if(NOT line MATCHES
            "^[ \t]*FORMAT\\([ \t]*([a-z0-9_]+)[ \t]*,[ \t]*([a-z0-9_]+)[ \t]*\\)")
        message(FATAL_ERROR "src/formats/formats.def: can't read: ${line}")
    endif()
    set(family ${CMAKE_MATCH_1})
    set(name ${CMAKE_MATCH_2})
    if(name IN_LIST RQ_FORMATS)
        message(FATAL_ERROR "src/formats/formats.def: ${name} is there twice")
    endif()
    set(first "${rq_formats_dir}/${family}/${name}")
    if(EXISTS "${first}.c")
        file(GLOB parts CONFIGURE_DEPENDS "${first}.c" "${first}_*.c")
    elseif(EXISTS "${first}/${name}.c")
        file(GLOB_RECURSE parts CONFIGURE_DEPENDS "${first}/*.c")
    else()
        message(FATAL_ERROR
            "src/formats/formats.def names ${family}/${name}, but there is no "
            "src/formats/${family}/${name}.c and no src/formats/${family}/${name}/${name}.c")
    endif()
    list(APPEND RQ_FORMATS ${name})
    list(APPEND RQ_FORMAT_SOURCES ${parts})
endforeach()
list(REMOVE_DUPLICATES RQ_FORMAT_SOURCES)

# A file that no line stands for would be left out without a word.
file(GLOB_RECURSE rq_present CONFIGURE_DEPENDS "${rq_formats_dir}/kotor/*.c"
    "${rq_formats_dir}/redguard/*.c")
foreach(file IN LISTS rq_present)
    if(NOT file IN_LIST RQ_FORMAT_SOURCES)
        file(RELATIVE_PATH file "${PROJECT_SOURCE_DIR}" "${file}")
        message(WARNING "${file} is not built: src/formats/formats.def does not name it")
    endif()
endforeach()
