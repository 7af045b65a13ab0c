/* The debugger of run: commands from standard input, answers on standard output, so that a pipe can drive it as well
 * as a person. What the commands do is the machine's: run_debug_soup.c, run_debug_ncs.c. */
#include "run.h"

#include <stdlib.h>

#if defined(_WIN32)
#include <io.h>
#define isatty _isatty
#else
#include <unistd.h>
#endif

enum { MOST_COMMAND = 256 };

static void list_commands(const struct debugger *d)
{
    for (size_t i = 0; i < d->count; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", d->commands[i].name, d->commands[i].argument);
        printf("%-12s %s\n", left, d->commands[i].help);
    }
    puts("quit");
}

/* False: quit. The first command that begins so counts. */
static bool obey(const struct debugger *d, const char *verb, const char *word)
{
    size_t size = strlen(verb), i = 0;
    while (i < d->count && strncmp(verb, d->commands[i].name, size) != 0)
        i++;
    if (i < d->count) {
        d->commands[i].run(d->machine, word);
        if (d->commands[i].moves)
            d->say_place(d->machine);
    } else if (strncmp(verb, "quit", size) == 0) {
        return false;
    } else if (strncmp(verb, "help", size) == 0) {
        list_commands(d);
    } else {
        say("there is no command %s; help lists them", verb);
    }
    return true;
}

bool take_count(const char *word, unsigned long absent, unsigned long *count)
{
    size_t digits = strspn(word, "0123456789");
    *count = *word ? strtoul(word, NULL, 10) : absent;
    if (!*word || (!word[digits] && digits < 8 && *count <= 1000000))
        return true;
    say("a number is from 0 to 1000000, not %s", word);
    return false;
}

void debug_with(const struct debugger *d)
{
    char line[MOST_COMMAND];
    bool prompts = isatty(0) && isatty(1), more = true;
    d->say_place(d->machine);
    while (more) {
        char verb[32] = "", word[96] = "";
        if (prompts)
            fputs("> ", stdout);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
        if (sscanf(line, " %31s %95s", verb, word) > 0)
            more = obey(d, verb, word);
    }
}
