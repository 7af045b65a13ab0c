/* All that assembler, decompiler and the analysis of the stack say of a script of KotOR. */
#ifndef TESTS_PROPERTY_NCS_TELL_H
#define TESTS_PROPERTY_NCS_TELL_H

#include "nss_sources.h"
#include "words.h"

#include <reliquary/ncs.h>
#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>

static inline bool find(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)ctx;
    *text = text_of(source_include);
    *path = "inc.nss";
    return name[0] == 'i';
}

/* symbols may be NULL. */
static inline bool compile(const char *source, bool exact, struct rq_out *out,
                           struct rq_out *symbols)
{
    const struct rq_nss_options options = {
        .game = 1, .include = find, .debug = true, .exact_floats = exact};
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    bool fine = c && rq_nss_compile_next(c, text_of(source), "x.nss", out, NULL, NULL);
    if (fine && symbols)
        rq_ndb_put(rq_nss_debug(c), symbols);
    rq_nss_close(c);
    return CHECK(fine);
}

struct trial {
    struct said said;
    struct rq_ncs_decompiler *decompilers[2]; /* without and with functions of an include */
    size_t good, tried;
};

static inline void tell_listing(struct trial *t, const struct rq_ncs *ncs,
                                struct rq_ncs_text_options options)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    rq_ncs_list(ncs, &options, &out, &err);
    said_text(&t->said, "listing", rq_out_bytes(&out));
    said_error(&t->said, &err);
    rq_out_free(&out);
}

static inline void tell_source(struct trial *t, struct rq_ncs *ncs)
{
    for (size_t i = 0; i < 2; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        struct rq_ncs_report report = {0};
        bool fine = rq_ncs_decompile(t->decompilers[i], ncs, &out, &report, &err);
        said(&t->said, "%d, verdict %d, exact %d, older %d, at %u, %u included: %s", fine,
             (int)report.verdict, report.exact_floats, report.older_nwscript, report.offset,
             report.included, report.text);
        said_text(&t->said, "source", rq_out_bytes(&out));
        t->good += i == 0 && report.verdict == RQ_NCS_SAME;
        rq_out_free(&out);
    }
}

/* All that can be said of the bytes of a file. */
static inline void tell_file(struct trial *t, struct rq_bytes file)
{
    const struct rq_options options = {.name = "x.ncs"};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    struct rq_ncs *ncs = doc ? rq_doc_root(doc, "ncs") : NULL;
    said_bytes(&t->said, "file", file);
    said_error(&t->said, &err);
    if (ncs) {
        tell_listing(t, ncs, (struct rq_ncs_text_options){.game = 1, .depth = true});
        tell_source(t, ncs);
    }
    rq_doc_free(doc);
}

static inline void tell(void *ctx, const struct rq_script_problem *p)
{
    said_problem(&((struct trial *)ctx)->said, p);
}

static inline void tell_assembled(struct trial *t, const char *listing, unsigned game)
{
    const struct rq_ncs_text_options options = {.game = game};
    struct rq_out out = {0};
    struct rq_error err = {0};
    t->tried++;
    bool fine = rq_ncs_assemble(text_of(listing), "x.txt", &options, tell, t, &out, &err);
    said(&t->said, "assembled: %d", fine);
    said_error(&t->said, &err);
    if (fine)
        tell_file(t, rq_out_bytes(&out));
    rq_out_free(&out);
}

/* ---- edited listings ---- */

static const char *const others[] = {
    "0",           "4",     "-4",         "-8",       "8",       "12",         "-12",      "1",
    "65536",       "\"a\"", "RSADDI",     "RSADDF",   "RSADDT",  "CONSTI",     "NOP",      "RETN",
    "ADDII",       "ADDVV", "EQTT",       "CPTOPSP",  "CPTOPBP", "MOVSP",      "JZ",       "JMP",
    "LOGANDII",    "NEGI",  "SAVEBP",     "DESTRUCT", "INCSPI",  "STORESTATE", "main",     "gone:",
    "PrintString", "SUBFI", "EQII",       "JNZ",      "DECBPI",  "CPDOWNSP",   "CPDOWNBP", "JSR",
    "NOTI",        "0x10",  "2147483648", "1.5",      "nan",     ",",          "CONSTO",   "E0",
};
enum { OTHERS = sizeof others / sizeof others[0], KINDS = WORD_OTHER + OTHERS };

/* Every word with one edit in `step`, another one for each word. */
static inline void tell_edits(struct trial *t, const char *listing, unsigned game, unsigned step)
{
    struct rq_out words = {0};
    words_of(&words, listing);
    for (size_t i = 0; i < words.size / sizeof(struct word); i++)
        for (unsigned kind = (unsigned)(i % step); kind < KINDS; kind += step) {
            struct rq_out edited = {0};
            const char *other = kind < WORD_OTHER ? NULL : others[kind - WORD_OTHER];
            put_word_edit(&edited, listing, &words, i, kind, other);
            said(&t->said, "word %zu: %s", i, word_edit_name(kind, other));
            tell_assembled(t, (const char *)edited.data, game);
            rq_out_free(&edited);
        }
    rq_out_free(&words);
}

static inline void open_trial(struct trial *t, const char *name)
{
    *t = (struct trial){.said = {hash_of("", 0), said_file(name)}};
    for (size_t i = 0; i < 2; i++)
        t->decompilers[i] = rq_ncs_decompiler_open(1, NULL);
    CHECK(rq_ncs_decompiler_include(t->decompilers[1], "inc_a", find, NULL, NULL));
}

static inline void close_trial(struct trial *t, struct rq_out *lines, const char *name)
{
    put_said(lines, &t->said, "code", name, t->good, t->tried);
    rq_ncs_decompiler_close(t->decompilers[0]);
    rq_ncs_decompiler_close(t->decompilers[1]);
    if (t->said.show)
        fclose(t->said.show);
}

#endif
