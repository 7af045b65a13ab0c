# What `make install` puts where. The pkg-config file and the CMake package find
# their prefix from where they lie, so a staged or moved tree works as it is.
include(CMakePackageConfigHelpers)

set(rq_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/reliquary")

install(TARGETS ${rq_libraries} EXPORT reliquaryTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# gcc optimises a program anew when it meets fat objects, also without -flto: 38 s for the smallest one. The
# machine code in them is all that a program needs.
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_OBJCOPY)
    install(CODE "
        execute_process(COMMAND \"${CMAKE_OBJCOPY}\" --wildcard --remove-section=.gnu.lto_*
            --remove-section=.gnu.debuglto_* --strip-symbol=__gnu_lto_v1
            \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:reliquary_static>\"
            COMMAND_ERROR_IS_FATAL ANY)")
endif()
install(DIRECTORY include/reliquary DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")

# pkg-config
set(rq_pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH RQ_PC_PREFIX "/${rq_pc_dir}" "/")
string(REGEX REPLACE "/$" "" RQ_PC_PREFIX "${RQ_PC_PREFIX}")
list(JOIN RQ_PC_REQUIRES ", " RQ_PC_REQUIRES)
list(JOIN RQ_PC_LIBS " " RQ_PC_LIBS)
configure_file(cmake/reliquary.pc.in reliquary.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/reliquary.pc" DESTINATION "${rq_pc_dir}")

# CMake package
configure_package_config_file(cmake/reliquaryConfig.cmake.in
    "${CMAKE_CURRENT_BINARY_DIR}/reliquaryConfig.cmake" INSTALL_DESTINATION "${rq_package_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/reliquaryConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(EXPORT reliquaryTargets NAMESPACE reliquary:: DESTINATION "${rq_package_dir}")
install(FILES
    "${CMAKE_CURRENT_BINARY_DIR}/reliquaryConfig.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/reliquaryConfigVersion.cmake"
    cmake/Findlibdeflate.cmake
    cmake/Findmpg123.cmake
    DESTINATION "${rq_package_dir}")

# manual pages, by section
file(GLOB rq_man CONFIGURE_DEPENDS man/*.[1-8])
foreach(page IN LISTS rq_man)
    string(REGEX REPLACE ".*\\." "" section "${page}")
    install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}")
endforeach()

if(TARGET reliquary)
    install(TARGETS reliquary RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# completion: the tool prints it from its option tables
if(TARGET reliquary AND NOT CMAKE_CROSSCOMPILING)
    install(CODE "
        foreach(shell bash zsh fish)
            execute_process(COMMAND \"$<TARGET_FILE:reliquary>\" completion \${shell}
                OUTPUT_FILE \"${CMAKE_CURRENT_BINARY_DIR}/completion.\${shell}\"
                COMMAND_ERROR_IS_FATAL ANY)
        endforeach()")
    foreach(place IN ITEMS
            "bash:bash-completion/completions:reliquary"
            "zsh:zsh/site-functions:_reliquary"
            "fish:fish/vendor_completions.d:reliquary.fish")
        string(REPLACE ":" ";" place "${place}")
        list(GET place 0 shell)
        list(GET place 1 dir)
        list(GET place 2 name)
        install(FILES "${CMAKE_CURRENT_BINARY_DIR}/completion.${shell}"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/${dir}" RENAME "${name}")
    endforeach()
endif()
