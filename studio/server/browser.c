/* The user's browser: a fixed program with the address as its one argument, never through a shell. */
#include "server/server.h"

#if defined(_WIN32)

#include <windows.h>

#include <shellapi.h>

bool rq_browser_open(const char *address)
{
    return (INT_PTR)ShellExecuteA(NULL, "open", address, NULL, NULL, SW_SHOWNORMAL) > 32;
}

#else

#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>

extern char **environ;

bool rq_browser_open(const char *address)
{
#if defined(__APPLE__)
    const char *program = "open";
#else
    const char *program = "xdg-open";
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return false;
#endif
    char *const arguments[] = {(char *)(size_t)program, (char *)(size_t)address, NULL};
    pid_t pid;
    return posix_spawnp(&pid, program, NULL, NULL, arguments, environ) == 0;
}

#endif
