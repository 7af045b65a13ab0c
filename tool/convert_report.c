#include "convert_report.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>

/* "2 .doc, 1 .txt": what was passed over, the most first. */
static void say_skipped(const struct convert *c)
{
    enum { MOST = 6 };
    struct {
        char extension[12];
        size_t count;
    } kinds[40] = {0};
    size_t known = 0;
    for (size_t i = 0; i < c->tree.count; i++) {
        const struct rq_tree_node *node = &c->tree.nodes[i];
        if (node->container || c->is_part[i] || convertible(c, node))
            continue;
        char extension[12];
        snprintf(extension, sizeof extension, "%s", rq_path_extension(node->name));
        size_t at = 0;
        while (at < known && rq_casecmp(kinds[at].extension, extension) != 0)
            at++;
        if (at == sizeof kinds / sizeof kinds[0])
            at--;
        memcpy(kinds[at].extension, extension, sizeof extension);
        kinds[at].count++;
        known = at == known ? known + 1 : known;
    }
    say_part("; %zu inputs are of no known format, or can't become that: ", c->skipped);
    for (size_t n = 0; n < MOST && n < known; n++) {
        size_t best = 0;
        for (size_t i = 1; i < known; i++)
            best = kinds[i].count > kinds[best].count ? i : best;
        bool none = !kinds[best].extension[0];
        say_part("%s%zu %s%s", n ? ", " : "", kinds[best].count, none ? "without extension" : ".",
                 kinds[best].extension);
        kinds[best].count = 0;
    }
    if (known > MOST)
        printf(" ...");
}

void say_made(const struct convert *c)
{
    size_t named = 0;
    if (c->files && c->files <= 3) {
        for (size_t i = 0; i < c->tree.count; i++)
            for (size_t k = 0; k < c->made[i].count; k++)
                if (!c->made[i].files[k].kept)
                    say_part("%s%s", named++ ? ", " : "made ", c->made[i].files[k].name);
        if (!c->one_file)
            say_part(" in %s", c->out);
    } else {
        say_part("made %zu files in %s", c->files, c->out);
    }
    if (c->kept)
        printf("; %zu were there already", c->kept);
    if (c->skipped)
        say_skipped(c);
    if (c->failed)
        printf("; %zu failed", c->failed);
    putchar('\n');
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void tell_missing(struct convert *c)
{
    enum { SHOWN = 30 };
    char **names = NULL;
    size_t count = 0, room = 0, kept = 0;
    for (size_t i = 0; i < c->tree.count; i++)
        for (char *at = c->made[i].missing; at && *at;) {
            char *end = strstr(at, ", ");
            names = need_room(names, count, &room, sizeof *names);
            names[count++] = at;
            at = end ? end + 2 : NULL;
            if (end)
                *end = 0;
        }
    if (count)
        qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++)
        if (!kept || strcmp(names[kept - 1], names[i]) != 0)
            names[kept++] = names[i];
    for (size_t i = 0; i < kept && i < SHOWN; i++)
        fprintf(stderr, "%s%s", i ? ", " : "reliquary: not found, so left out: ", names[i]);
    if (kept > SHOWN)
        fprintf(stderr, " and %zu more", kept - SHOWN);
    if (kept)
        fprintf(stderr, "%s\n", c->help.game ? "" : "; --game names the folder of the game");
    free(names);
}
