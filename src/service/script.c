#include "service/script.h"

#include "core/file.h"
#include "core/text.h"
#include "service/call.h"

#include <reliquary/ncs.h>
#include <reliquary/nwscript.h>
#include <reliquary/soup.h>
#include <stdio.h>

static unsigned version_of(const struct rq_game *game)
{
    unsigned version = rq_game_describe(game)->version;
    return version ? version : 1;
}

/* ---- text of scripts ---- */

/* An actor of a map: {"name","text"}. */
static bool put_actor(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    struct call *c = ctx;
    (void)file;
    rq_json_object(&c->j);
    put_text(&c->j, "name", name);
    rq_json_key(&c->j, "text");
    rq_json_utf8(&c->j, text);
    if (reason)
        put_text(&c->j, "note", reason);
    rq_json_end_object(&c->j);
    return true;
}

static bool put_map(struct call *c, const struct taken *t, struct rq_doc *doc, bool listing)
{
    struct rq_soup_game known;
    if (!rq_soup_game_open(&known, t->game, &c->err))
        return false;
    struct rq_soup_how how = {.names = known.names,
                              .notes = &known.notes,
                              .style = listing ? RQ_SOUP_FLAT : RQ_SOUP_STRUCTURED,
                              .file = rq_path_base(t->key)};
    bool fine = rq_soup_texts(doc, &how, put_actor, c, NULL, &c->err);
    rq_soup_game_close(&known);
    return fine;
}

static bool put_ncs(struct call *c, const struct taken *t, struct rq_ncs *ncs, bool listing)
{
    struct rq_out text = {0}, utf8 = {0};
    struct rq_ncs_report report = {0};
    bool fine;
    if (listing) {
        struct rq_ncs_text_options options = {.game = version_of(t->game), .depth = true};
        fine = rq_ncs_list(ncs, &options, &utf8, &c->err);
    } else {
        struct rq_ncs_decompiler *d = rq_ncs_decompiler_open(version_of(t->game), &c->err);
        fine = d && rq_ncs_decompile(d, ncs, &text, &report, &c->err);
        rq_text_decode(&utf8, RQ_CP1252, rq_out_bytes(&text));
        rq_ncs_decompiler_close(d);
    }
    if (fine)
        put_actor(c, rq_path_base(t->key), "", rq_out_bytes(&utf8),
                  *report.text ? report.text : NULL);
    rq_out_free(&text);
    rq_out_free(&utf8);
    return fine;
}

bool answer_script(struct call *c)
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    struct rq_doc *doc = read_taken(c, &t);
    bool listing = strcmp(parameter(c, "form"), "listing") == 0;
    struct rq_ncs *ncs = doc ? rq_doc_root(doc, "ncs") : NULL;
    bool map = doc && rq_doc_root(doc, "rgm"), fine = false;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "scripts");
    rq_json_array(&c->j);
    if (ncs)
        fine = put_ncs(c, &t, ncs, listing);
    else if (map)
        fine = put_map(c, &t, doc, listing);
    else if (doc)
        refuse(c, 400, t.key, "has no compiled script");
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    rq_doc_free(doc);
    leave_resource(&t);
    return fine;
}

/* ---- scripts of text ---- */

struct compiling {
    const struct rq_game *game;
    struct rq_error *err;
};

/* The first error is the one that the page shows. */
static void take_problem(void *ctx, const struct rq_script_problem *problem)
{
    struct compiling *c = ctx;
    if (problem->severity == RQ_ERROR)
        rq_fail(c->err, RQ_USAGE, 0, problem->file, "line %zu, column %zu: %s%s%s", problem->line,
                problem->column, problem->message, *problem->hint ? "; " : "", problem->hint);
}

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    struct compiling *c = ctx;
    struct rq_resource found = {0};
    char file[64];
    snprintf(file, sizeof file, "%s.nss", name);
    *path = "";
    return rq_game_find(c->game, file, &found) && rq_game_bytes(c->game, &found, text, NULL);
}

static bool compile_nss(struct compiling *c, const char *name, struct rq_bytes text,
                        struct rq_out *out)
{
    struct rq_nss_options options = {
        .game = version_of(c->game), .ctx = c, .include = find_include, .problem = take_problem};
    struct rq_bytes nwscript;
    const char *path;
    enum rq_nss_kind kind;
    if (find_include(c, "nwscript", &nwscript, &path))
        options.nwscript = nwscript;
    if (!rq_nss_compile(text, name, &options, out, &kind, c->err))
        return false;
    return kind != RQ_NSS_INCLUDE ||
           rq_fail(c->err, RQ_USAGE, 0, name,
                   "has neither void main() nor int StartingConditional(): nothing to compile");
}

static bool compile_soup(struct compiling *c, const char *name, struct rq_bytes base,
                         struct rq_bytes text, struct rq_out *out)
{
    struct rq_soup_game known;
    struct rq_doc *map = rq_doc_read(base, &(struct rq_options){.name = name}, c->err);
    struct rq_soup_source source = {name, text};
    if (!map || !rq_soup_game_open(&known, c->game, c->err)) {
        rq_doc_free(map);
        return false;
    }
    struct rq_soup_how how = {.names = known.names, .style = RQ_SOUP_STRUCTURED};
    bool fine = rq_soup_put(map, &source, 1, &how, take_problem, c, out, c->err);
    rq_soup_game_close(&known);
    rq_doc_free(map);
    return fine;
}

bool service_compile(const struct rq_game *game, const char *name, struct rq_bytes base,
                     const char *form, struct rq_bytes text, struct rq_out *out,
                     struct rq_error *err)
{
    struct compiling c = {game, err};
    struct rq_ncs_text_options listing = {.game = version_of(game)};
    const char *extension = rq_path_extension(name);
    if (rq_casecmp(extension, "ncs") == 0 && strcmp(form, "listing") == 0)
        return rq_ncs_assemble(text, name, &listing, take_problem, &c, out, err);
    if (rq_casecmp(extension, "ncs") == 0) {
        struct rq_out page = {0};
        size_t bad;
        bool fine = rq_text_encode(&page, RQ_CP1252, text, &bad) ||
                    rq_fail(err, RQ_USAGE, bad, name, "a character is not in the code page cp1252");
        fine = fine && compile_nss(&c, name, rq_out_bytes(&page), out);
        rq_out_free(&page);
        return fine;
    }
    if (rq_casecmp(extension, "rgm") == 0)
        return compile_soup(&c, name, base, text, out);
    return rq_fail(err, RQ_USAGE, 0, name, "is neither a compiled script (NCS) nor a map (RGM)");
}
