/* Kills work at the moments that matter to files: before each system call that changes the disk. */
#ifndef TESTS_SUPPORT_KILLS_H
#define TESTS_SUPPORT_KILLS_H

#include "support/check.h"

#if defined(__linux__)

#define NEEDS_KILLS() (void)0

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Which call a stopped program enters is known on x86_64; elsewhere each counts. */
static inline bool is_writing(pid_t child)
{
#if defined(__x86_64__)
    static const unsigned long long calls[] = {1,   2,   18,  20,  74,  75,  76, 77,
                                               82,  83,  84,  86,  87,  90,  91, 257,
                                               258, 263, 264, 265, 268, 316, 437};
    struct user_regs_struct regs;
    ptrace(PTRACE_GETREGS, child, NULL, &regs);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (calls[i] == regs.orig_rax)
            return true;
    return false;
#else
    (void)child;
    return true;
#endif
}

/* Does the work in a child that is killed before its n-th writing call. False: there are fewer, and it has ended
 * well. */
static inline bool run_killed(bool (*work)(void), unsigned n)
{
    pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(work() ? 0 : 3);
    }
    int status = 0;
    unsigned calls = 0;
    bool entering = true;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status));
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    waitpid(child, &status, 0);
    while (WIFSTOPPED(status)) {
        if (entering && is_writing(child) && calls++ == n) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return true;
        }
        entering = !entering;
        ptrace(PTRACE_SYSCALL, child, NULL, NULL);
        waitpid(child, &status, 0);
    }
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return false;
}

#else

#define NEEDS_KILLS()                                                                              \
    do {                                                                                           \
        SKIP_PART("kills: only where ptrace is");                                                  \
        return;                                                                                    \
    } while (0)

static inline bool run_killed(bool (*work)(void), unsigned n)
{
    (void)work;
    (void)n;
    return false;
}

#endif

#endif
