/* The debugger of run: commands from standard input, answers on standard output, so that a pipe can
 * drive it as well as a person. */
#include "run.h"

#include <ctype.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <io.h>
#define isatty _isatty
#else
#include <unistd.h>
#endif

enum { MOST_BREAKS = 64, MOST_COMMAND = 256 };

struct debugger {
    struct run *run;
    size_t break_count;
    uint32_t breaks[MOST_BREAKS];
};

static const char help[] = "break PC     stop before the instruction at PC: 31, 0x1F or #1F\n"
                           "delete PC    stop there no more\n"
                           "step [N]     run an instruction, or N\n"
                           "next         the same, with all of a Gosub\n"
                           "continue     run on\n"
                           "print NAME   var2, a flag by name or as flag52, locals, flags, world\n"
                           "where        the threads and their Gosubs\n"
                           "quit\n";

/* ---- moving ---- */

static int next_thread(const struct debugger *d)
{
    const struct run *run = d->run;
    if (!run->threads)
        return rq_soup_thread(run->machine, 0).state == RQ_SOUP_RUNS ? 0 : -1;
    return rq_soup_ticks(run->machine) < run->ticks ? rq_soup_next(run->machine) : -1;
}

/* False when nothing is left to run. */
static bool move(struct debugger *d)
{
    if (next_thread(d) < 0)
        return false;
    if (d->run->threads)
        rq_soup_step(d->run->machine);
    else
        rq_soup_run(d->run->machine, 1);
    return true;
}

static bool at_break(const struct debugger *d)
{
    int thread = next_thread(d);
    if (thread < 0)
        return false;
    struct rq_soup_thread t = rq_soup_thread(d->run->machine, (size_t)thread);
    for (size_t i = 0; i < d->break_count && !t.waits; i++)
        if (d->breaks[i] == t.pc)
            return true;
    return false;
}

static void say_place(const struct debugger *d)
{
    int thread = next_thread(d);
    if (thread < 0) {
        struct rq_soup_thread t = rq_soup_thread(d->run->machine, 0);
        printf("nothing is left to run: %s\n", *t.why ? t.why : "the ticks are over");
        return;
    }
    struct rq_soup_thread t = rq_soup_thread(d->run->machine, (size_t)thread);
    printf("thread %d at #%02X%s\n", thread, (unsigned)t.pc, t.waits ? ", waits" : "");
}

/* Until a break, the end, the loop guard, or, when a thread is given, its depth is back. */
static void go_on(struct debugger *d, int thread, size_t depth)
{
    uint64_t end = rq_soup_steps_done(d->run->machine) + LOOP_GUARD;
    while (move(d) && !at_break(d)) {
        if (thread >= 0 && rq_soup_thread(d->run->machine, (size_t)thread).depth <= depth)
            break;
        if (!d->run->threads && rq_soup_steps_done(d->run->machine) >= end) {
            printf("stopped after %d instructions; continue goes on\n", LOOP_GUARD);
            break;
        }
    }
}

static void do_next(struct debugger *d)
{
    int thread = next_thread(d);
    size_t depth = thread < 0 ? 0 : rq_soup_thread(d->run->machine, (size_t)thread).depth;
    if (thread < 0)
        return;
    go_on(d, thread, depth);
}

static void do_step(struct debugger *d, const char *word)
{
    unsigned long n = *word ? strtoul(word, NULL, 10) : 1;
    for (unsigned long i = 0; i < n && move(d); i++)
        ;
}

/* ---- breaks ---- */

static void do_break(struct debugger *d, const char *word, bool add)
{
    uint32_t pc;
    size_t i = 0;
    if (!take_pc(word, &pc) || !rq_soup_is_start(d->run->machine, pc)) {
        say("%s is no instruction of the script", *word ? word : "that");
        return;
    }
    while (i < d->break_count && d->breaks[i] != pc)
        i++;
    if (add && i == MOST_BREAKS)
        printf("there are %d breaks already\n", MOST_BREAKS);
    else if (add && i == d->break_count)
        d->breaks[d->break_count++] = pc;
    else if (!add && i < d->break_count)
        d->breaks[i] = d->breaks[--d->break_count];
}

/* ---- looking ---- */

static void print_flag(const struct debugger *d, unsigned id)
{
    int32_t value;
    bool written;
    if (rq_soup_get_flag(d->run->machine, id, &value, &written))
        printf("%s = %d\n", rq_soup_flag_name(id), value);
    else
        printf("there is no flag %u\n", id);
}

static void print_world(const struct debugger *d)
{
    struct rq_out out = {0};
    if (rq_soup_put_world(d->run->machine, &out, NULL))
        fwrite(out.data, 1, out.size, stdout);
    rq_out_free(&out);
}

static bool numbered(const char *word, const char *prefix, unsigned *number)
{
    size_t size = strlen(prefix);
    char *end;
    if (strncmp(word, prefix, size) != 0 || !isdigit((unsigned char)word[size]))
        return false;
    *number = (unsigned)strtoul(word + size, &end, 10);
    return !*end;
}

static void do_print(struct debugger *d, const char *word)
{
    size_t count;
    const int32_t *locals = rq_soup_locals(d->run->machine, &count);
    int32_t value;
    unsigned id;
    bool written;
    if (numbered(word, "var", &id) && id < count) {
        printf("var%u = %d\n", id, locals[id]);
    } else if (numbered(word, "flag", &id)) {
        print_flag(d, id);
    } else if (strcmp(word, "locals") == 0) {
        for (size_t i = 0; i < count; i++)
            printf("var%zu = %d\n", i, locals[i]);
    } else if (strcmp(word, "flags") == 0) {
        for (unsigned i = 0; rq_soup_get_flag(d->run->machine, i, &value, &written); i++)
            if (value || written)
                print_flag(d, i);
    } else if (strcmp(word, "world") == 0) {
        print_world(d);
    } else if (rq_soup_flag_number(word) >= 0) {
        print_flag(d, (unsigned)rq_soup_flag_number(word));
    } else {
        say("there is no %s: var2, a flag by name, flag52, locals, flags or world", word);
    }
}

static void do_where(const struct debugger *d)
{
    uint32_t pc;
    for (size_t i = 0; i < rq_soup_threads(d->run->machine); i++) {
        struct rq_soup_thread t = rq_soup_thread(d->run->machine, i);
        printf("thread %zu at #%02X%s%s\n", i, (unsigned)t.pc, *t.why ? ", " : "", t.why);
        for (size_t level = 0; rq_soup_caller(d->run->machine, i, level, &pc); level++)
            printf("  returns to #%02X\n", (unsigned)pc);
    }
    printf("%llu instructions, %llu ticks\n",
           (unsigned long long)rq_soup_steps_done(d->run->machine),
           (unsigned long long)rq_soup_ticks(d->run->machine));
}

/* ---- commands ---- */

/* False: quit. */
static bool command(struct debugger *d, const char *verb, const char *word)
{
    static const char *const names[] = {"break", "delete", "step", "next", "continue",
                                        "print", "where",  "quit", "help"};
    size_t size = strlen(verb), i = 0;
    while (i < sizeof names / sizeof names[0] && strncmp(verb, names[i], size) != 0)
        i++;
    switch (i) {
    case 0:
    case 1: do_break(d, word, i == 0); return true;
    case 2: do_step(d, word); break;
    case 3: do_next(d); break;
    case 4: go_on(d, -1, 0); break;
    case 5: do_print(d, word); return true;
    case 6: do_where(d); return true;
    case 7: return false;
    case 8: fputs(help, stdout); return true;
    default: say("there is no command %s; help lists them", verb); return true;
    }
    say_place(d);
    return true;
}

void debug_soup(struct run *run)
{
    struct debugger d = {.run = run};
    char line[MOST_COMMAND];
    bool prompts = isatty(0) && isatty(1), more = true;
    say_place(&d);
    while (more) {
        char verb[32] = "", word[96] = "";
        if (prompts)
            fputs("> ", stdout);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
        if (sscanf(line, " %31s %95s", verb, word) > 0)
            more = command(&d, verb, word);
    }
}
