/* Sources of NWScript: the input is the script, and the include of any name that it asks for. What compiles gives a file
 * of instructions to the last byte, the same again in the same compiler. Nothing may be left behind. */
#include "core/bytes.h"

#include <reliquary/ncs.h>
#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct told {
    struct rq_bytes input;
    size_t errors, seen;
};

static void demand(bool held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "nss: %s\n", what);
    abort();
}

/* Behind the first NUL, if there is one, stands the include. */
static bool include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    const struct told *t = ctx;
    const uint8_t *nul = t->input.size ? memchr(t->input.data, 0, t->input.size) : NULL;
    if (name[0] == 'x')
        return false;
    *text = t->input;
    if (nul)
        *text = (struct rq_bytes){nul, (size_t)(t->input.data + t->input.size - nul)};
    *path = name;
    return true;
}

static void problem(void *ctx, const struct rq_script_problem *p)
{
    struct told *t = ctx;
    t->errors += p->severity == RQ_ERROR;
    t->seen += p->line + p->column + p->width + strlen(p->message) + strlen(p->hint) + p->from.size;
    demand(p->width > 0 && p->column > 0 && p->line > 0, "a place that is none");
}

static void check_code(struct rq_bytes made)
{
    const struct rq_options options = {.format = rq_format_by_name("ncs")};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(made, &options, &err);
    demand(doc != NULL, "the code can't be read");
    const struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
    demand(ncs && ncs->tail.size == 0 && ncs->size == made.size, "the code has a tail");
    for (size_t i = 0; i < ncs->count; i++)
        demand(ncs->instrs[i].to >= 0 || ncs->instrs[i].a == 0 ||
                   (ncs->instrs[i].op != RQ_NCS_OP_JMP && ncs->instrs[i].op != RQ_NCS_OP_JSR &&
                    ncs->instrs[i].op != RQ_NCS_OP_JZ && ncs->instrs[i].op != RQ_NCS_OP_JNZ),
               "a jump to nowhere");
    rq_doc_free(doc);
}

/* Lines and functions lie inside of the code, one behind the other, and the text is one that is read. */
static void check_symbols(const struct rq_ndb *ndb, size_t size)
{
    struct rq_out text = {0};
    demand(ndb && ndb->function_count && ndb->functions[0].start == 13, "no symbols");
    for (uint32_t i = 0; i < ndb->function_count; i++)
        demand(ndb->functions[i].start < ndb->functions[i].end && ndb->functions[i].end <= size &&
                   (!i || ndb->functions[i - 1].end == ndb->functions[i].start),
               "a function that is not there");
    for (uint32_t i = 0; i < ndb->line_count; i++)
        demand(ndb->lines[i].start < ndb->lines[i].end && ndb->lines[i].end <= size &&
                   (!i || ndb->lines[i - 1].end <= ndb->lines[i].start),
               "a line that is not there");
    for (uint32_t i = 0; i < ndb->variable_count; i++)
        demand(ndb->variables[i].start <= ndb->variables[i].end && ndb->variables[i].end <= size,
               "a variable that is not there");
    rq_ndb_put(ndb, &text);
    struct rq_ndb *again = rq_ndb_open(rq_out_bytes(&text), NULL);
    demand(again != NULL, "symbols that can't be read");
    rq_ndb_close(again);
    rq_out_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rq_nss_compiler
        *tables; /* made seldom: it takes longer than a script, but keeps names */
    static unsigned runs;
    static struct told told;
    const struct rq_nss_options options = {
        .game = 1, .ctx = &told, .include = include, .problem = problem, .debug = true};
    struct rq_error err = {0};
    struct rq_out first = {0}, second = {0};
    enum rq_nss_kind kind, again;
    told = (struct told){.input = {data, size}};
    /* Includes are kept by name: with one, the compiler is for this input only. */
    bool includes = size && memchr(data, '#', size);
    struct rq_nss_compiler *c = includes || !tables ? rq_nss_open(&options, &err) : tables;
    demand(c != NULL, "no compiler");
    if (!includes)
        tables = c;
    bool fine = rq_nss_compile_next(c, told.input, "fuzz.nss", &first, &kind, &err);
    demand(fine == (told.errors == 0) || err.code == RQ_LIMIT, "errors and result differ");
    demand(fine == rq_nss_compile_next(c, told.input, "fuzz.nss", &second, &again, &err),
           "not the same result again");
    demand(kind == again && rq_same(rq_out_bytes(&first), rq_out_bytes(&second)),
           "not the same bytes again");
    if (fine && kind != RQ_NSS_INCLUDE) {
        check_code(rq_out_bytes(&first));
        check_symbols(rq_nss_debug(c), first.size);
    }
    if (c != tables)
        rq_nss_close(c);
    if (++runs % 4096 == 0) {
        rq_nss_close(tables);
        tables = NULL;
    }
    rq_out_free(&first);
    rq_out_free(&second);
    return 0;
}
