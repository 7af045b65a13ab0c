/* Three versions of a text. What comes of them is worked out by hand from docs/merge.md: what one side changed counts, what both
 * changed is a conflict, and new lines of both at one place are one where the order is nobody's to know. */
#include "core/bytes.h"
#include "patch/merge.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static void note(void *ctx, const struct rq_merge_conflict *c)
{
    rq_putf(ctx, "%s: %s, %s, %s;", c->path, c->base ? c->base : "-", c->a ? c->a : "-",
            c->b ? c->b : "-");
}

struct merge {
    const char *base, *a, *b;
    bool ini;
    const char *ours, *theirs; /* what comes of it; theirs NULL: the same */
    const char *conflicts;
};

static void check_choice(const struct merge *t, enum rq_merge_choice choice, const char *expected)
{
    struct rq_out told = {0}, out = {0};
    struct merging m = {.file = "",
                        .refusals = rq_memory_refusals(),
                        .options = {.choice = choice, .conflict = note, .ctx = &told}};
    const char *const texts[] = {t->base, t->a, t->b};
    struct rq_bytes bytes[3];
    size_t conflicts = 0;
    for (size_t i = 0; i < 3; i++)
        bytes[i] = (struct rq_bytes){(const uint8_t *)texts[i], strlen(texts[i])};
    check_note("%s, %s, %s", t->base, t->a, t->b);
    CHECK(merge_lines(&m, bytes, t->ini, &out));
    rq_put8(&told, 0);
    rq_put8(&out, 0);
    CHECK_STR((const char *)told.data, t->conflicts);
    CHECK_STR((const char *)out.data, expected);
    for (const char *c = t->conflicts; *c; c++)
        conflicts += *c == ';' && (!c[1] || c[1] == 'l');
    CHECK_INT(m.conflicts, conflicts);
    rq_out_free(&told);
    rq_out_free(&out);
    rq_arena_free(&m.arena);
}

static void check_merges(const struct merge *merges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_choice(&merges[i], RQ_MERGE_NONE, merges[i].ours);
        check_choice(&merges[i], RQ_MERGE_OURS, merges[i].ours);
        check_choice(&merges[i], RQ_MERGE_THEIRS,
                     merges[i].theirs ? merges[i].theirs : merges[i].ours);
    }
}

/* clang-format off */
static const struct merge texts[] = {
    {"a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\nd\n", false, "a\nB\nc\nd\n", NULL, ""},
    {"a\nb\nc\n", "a\nc\n", "a\nb\nc\n", false, "a\nc\n", NULL, ""},
    {"a\nb\nc\n", "a\nb\nc\n", "b\nc\n", false, "b\nc\n", NULL, ""},
    {"a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n", false, "a\nB\nc\n", NULL, ""},
    {"a\nb\nc\n", "a\nB\nc\n", "a\nX\nc\n", false, "a\nB\nc\n", "a\nX\nc\n", "line 2: b, B, X;"},
    {"a\nb\nc\n", "z\na\nB\nc\n", "a\nX\nc\n", false, "z\na\nB\nc\n", "z\na\nX\nc\n", "line 3: b, B, X;"},
    {"a\nb\nc\n", "a\nc\n", "a\nX\nc\n", false, "a\nc\n", "a\nX\nc\n", "line 2: b, -, X;"},
    {"a\nb\nc\n", "a\nX\nc\n", "a\nc\n", false, "a\nX\nc\n", "a\nc\n", "line 2: b, X, -;"},
    {"a\nb\n", "a\nx\nb\n", "a\nx\nb\n", false, "a\nx\nb\n", NULL, ""},
    {"a\nb\n", "a\nx\nb\n", "a\ny\nb\n", false, "a\nx\nb\n", "a\ny\nb\n", "line 2: -, x, y;"},
    {"a\nb\n", "a\nx1\nx2\nb\n", "a\ny1\ny2\nb\n", false, "a\nx1\nx2\nb\n", "a\ny1\ny2\nb\n", "line 2: -, x1, y1;"},
    {"a\nb\n", "a\nx\np\nb\n", "a\nx\nq\nb\n", false, "a\nx\np\nb\n", "a\nx\nq\nb\n", "line 3: -, p, q;"},
    {"a\nb\n", "x\na\nb\n", "a\nb\ny\n", false, "x\na\nb\ny\n", NULL, ""},
    {"a\nb\n", "x\na\nb\np\n", "y\na\nb\nq\n", false, "x\na\nb\np\n", "y\na\nb\nq\n", "line 1: -, x, y;line 4: -, p, q;"},
    {"", "x\n", "y\n", false, "x\n", "y\n", "line 1: -, x, y;"},
    {"", "", "y\n", false, "y\n", NULL, ""},
    {"", "x", "", false, "x", NULL, ""},
    {"a\nb", "a\nb", "a\nb\nc", false, "a\nb\nc", NULL, ""},
    {"a\r\nb\r\n", "a\r\nB\r\n", "a\r\nX\r\n", false, "a\r\nB\r\n", "a\r\nX\r\n", "line 2: b, B, X;"},
    {"a\n\nc\n", "a\nc\n", "a\n\nc\nd\n", false, "a\nc\nd\n", NULL, ""},
};

static const struct merge settings[] = {
    {"[s]\nk=1\nm=2\n", "[s]\nk=5\nm=2\n", "[s]\nk=1\nm=3\n", true, "[s]\nk=5\nm=3\n", NULL, ""},
    {"[s]\nk=1\nm=2\n", "[s]\nk=5\nm=2\n", "[s]\nk=6\nm=2\n", true, "[s]\nk=5\nm=2\n", "[s]\nk=6\nm=2\n", "line 2: k=1, k=5, k=6;"},
    {"[s]\n", "[s]\np=1\n", "[s]\nq=2\n", true, "[s]\np=1\nq=2\n", NULL, ""},
    {"[s]\n", "[s]\nk=1\n", "[s]\nk=2\n", true, "[s]\nk=1\n", "[s]\nk=2\n", "line 2: -, k=1, k=2;"},
    {"[s]\n", "[s]\nk=1\n", "[s]\n K = 1\n", true, "[s]\nk=1\n", "[s]\n K = 1\n", "line 2: -, k=1,  K = 1;"},
    /* By key where more stands between, in any case and with any blanks. */
    {"k=1\nend\n", "x=0\nK =5\nend\n", "k=7\nend\n", true, "x=0\nK =5\nend\n", "x=0\nk=7\nend\n", "line 2: k=1, K =5, k=7;"},
    {"k=1\nend\n", "x=0\nkk=5\nend\n", "k=7\nend\n", true, "x=0\nkk=5\nend\n", "x=0\nkk=5\nk=7\nend\n", "line 1: k=1, -, k=7;"},
    {";k=1\nend\n", "x\n;k=5\nend\n", ";k=7\nend\n", true, "x\n;k=5\nend\n", "x\n;k=5\n;k=7\nend\n", "line 1: ;k=1, -, ;k=7;"},
    {"=1\nend\n", "x\n=5\nend\n", "=7\nend\n", true, "x\n=5\nend\n", "x\n=5\n=7\nend\n", "line 1: =1, -, =7;"},
};
/* clang-format on */

static void test_texts(void)
{
    check_merges(texts, sizeof texts / sizeof texts[0]);
}

static void test_settings(void)
{
    check_merges(settings, sizeof settings / sizeof settings[0]);
}

TESTS(test_texts, test_settings)
