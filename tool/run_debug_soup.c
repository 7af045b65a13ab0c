/* The debugger of run, for scripts of Redguard. */
#include "run.h"

#include <ctype.h>
#include <stdlib.h>

enum { MOST_BREAKS = 64 };

struct soup_debug {
    struct run *run;
    size_t break_count;
    uint32_t breaks[MOST_BREAKS];
};

/* ---- moving ---- */

static int next_thread(const struct soup_debug *d)
{
    const struct run *run = d->run;
    if (!run->threads)
        return rq_soup_thread(run->machine, 0).state == RQ_SOUP_RUNS ? 0 : -1;
    return rq_soup_ticks(run->machine) < run->ticks ? rq_soup_next(run->machine) : -1;
}

/* False when nothing is left to run. */
static bool move(struct soup_debug *d)
{
    if (next_thread(d) < 0)
        return false;
    if (d->run->threads)
        rq_soup_step(d->run->machine);
    else
        rq_soup_run(d->run->machine, 1);
    return true;
}

static bool at_break(const struct soup_debug *d)
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

static void say_place(void *machine)
{
    const struct soup_debug *d = machine;
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
static void go_on(struct soup_debug *d, int thread, size_t depth)
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

static void do_next(void *machine, const char *word)
{
    struct soup_debug *d = machine;
    (void)word;
    int thread = next_thread(d);
    size_t depth = thread < 0 ? 0 : rq_soup_thread(d->run->machine, (size_t)thread).depth;
    if (thread < 0)
        return;
    go_on(d, thread, depth);
}

static void do_step(void *machine, const char *word)
{
    struct soup_debug *d = machine;
    unsigned long n;
    if (!take_count(word, 1, &n))
        return;
    for (unsigned long i = 0; i < n && move(d); i++)
        ;
}

/* ---- breaks ---- */

static void set_break(struct soup_debug *d, const char *word, bool add)
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

static void do_break(void *machine, const char *word)
{
    set_break(machine, word, true);
}

static void do_delete(void *machine, const char *word)
{
    set_break(machine, word, false);
}

static void do_continue(void *machine, const char *word)
{
    (void)word;
    go_on(machine, -1, 0);
}

/* ---- looking ---- */

static void print_flag(const struct soup_debug *d, unsigned id)
{
    int32_t value;
    bool written;
    if (rq_soup_get_flag(d->run->machine, id, &value, &written))
        printf("%s = %d\n", rq_soup_flag_name(id), value);
    else
        printf("there is no flag %u\n", id);
}

static void print_world(const struct soup_debug *d)
{
    struct rq_out out = {0};
    if (rq_soup_put_world(d->run->machine, &out, NULL))
        print_whole(&out);
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

static void do_print(void *machine, const char *word)
{
    struct soup_debug *d = machine;
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

static void do_where(void *machine, const char *word)
{
    const struct soup_debug *d = machine;
    (void)word;
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

void debug_soup(struct run *run)
{
    static const struct debug_command commands[] = {
        {"break", "PC", "stop before the instruction at PC: 31, 0x1F or #1F", false, do_break},
        {"delete", "PC", "stop there no more", false, do_delete},
        {"step", "[N]", "run an instruction, or N", true, do_step},
        {"next", "", "the same, with all of a Gosub", true, do_next},
        {"continue", "", "run on", true, do_continue},
        {"print", "NAME", "var2, a flag by name or as flag52, locals, flags, world", false,
         do_print},
        {"where", "", "the threads and their Gosubs", false, do_where},
    };
    struct soup_debug machine = {.run = run};
    debug_with(&(struct debugger){.machine = &machine,
                                  .commands = commands,
                                  .count = sizeof commands / sizeof commands[0],
                                  .say_place = say_place});
}
