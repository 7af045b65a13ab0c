/* Resources as open files, and what forms need to choose values. */
#include "core/file.h"
#include "core/text.h"
#include "service/call.h"

#include <reliquary/nwscript.h>
#include <reliquary/twoda.h>
#include <stdlib.h>

/* ---- open files ---- */

struct making {
    struct call *c;
    const char *wanted; /* one file; NULL: the names of all */
    bool found;
};

static bool take_made(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct making *m = ctx;
    (void)err;
    if (!m->wanted) {
        rq_json_array(&m->c->j);
        rq_json_str(&m->c->j, name);
        rq_json_u64(&m->c->j, bytes.size);
        rq_json_end_array(&m->c->j);
    } else if (!m->found && (!*m->wanted || strcmp(m->wanted, name) == 0)) {
        rq_put_bytes(&m->c->response->body, bytes);
        m->found = true;
    }
    return true;
}

/* The bytes of a palette that the request names as a resource; false after refuse. */
static bool take_palette(struct call *c, const struct taken *t, struct rq_bytes *palette)
{
    const char *key = parameter(c, "palette");
    struct rq_resource found;
    *palette = (struct rq_bytes){0};
    if (!*key)
        return true;
    return find_key(t->game, key, &found) ? rq_game_bytes(t->game, &found, palette, &c->err)
                                          : refuse(c, 404, key, "the game has no such palette");
}

static bool convert(struct call *c, struct making *m)
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    struct rq_doc *doc = read_taken(c, &t);
    const char *to = parameter(c, "to");
    struct rq_convert_options options = {
        .to = *to ? to : NULL, .name = rq_path_base(t.key), .env = rq_game_env(t.game)};
    bool fine = doc && take_palette(c, &t, &options.palette) &&
                rq_doc_convert(doc, &options, take_made, m, &c->err);
    rq_doc_free(doc);
    leave_resource(&t);
    return fine;
}

bool answer_made(struct call *c)
{
    struct making m = {.c = c};
    rq_json_object(&c->j);
    rq_json_key(&c->j, "files");
    rq_json_array(&c->j);
    bool fine = convert(c, &m);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return fine;
}

/* Never a type that a browser would run. */
static const char *media_type(const char *name)
{
    static const char *const types[][2] = {{"png", "image/png"},         {"gif", "image/gif"},
                                           {"wav", "audio/wav"},         {"mp3", "audio/mpeg"},
                                           {"glb", "model/gltf-binary"}, {"ttf", "font/ttf"},
                                           {"json", "application/json"}};
    const char *extension = rq_path_extension(name);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (rq_casecmp(extension, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

bool answer_file(struct call *c)
{
    struct making m = {.c = c, .wanted = parameter(c, "name")};
    const struct rq_file_kind *kind = rq_file_kind_by_name(parameter(c, "to"));
    c->response->type = *m.wanted ? media_type(m.wanted)
                        : kind    ? media_type(rq_arena_printf(&c->arena, "x.%s", kind->extension))
                                  : "application/octet-stream";
    return convert(c, &m) &&
           (m.found || refuse(c, 404, m.wanted, "the resource becomes no file of this name"));
}

/* ---- texts and tables ---- */

/* "26217,26218" as an object of texts. */
bool answer_talk(struct call *c)
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    rq_json_object(&c->j);
    for (const char *p = parameter(c, "strref"); *p;) {
        char *end;
        unsigned long long number = strtoull(p, &end, 10);
        struct rq_out text = {0};
        if (end == p)
            break;
        if (number < UINT32_MAX &&
            rq_game_talk(game, (uint32_t)number, false, RQ_CP_DEFAULT, &text, NULL)) {
            rq_json_key(&c->j, rq_arena_printf(&c->arena, "%llu", number));
            rq_json_utf8(&c->j, rq_out_bytes(&text));
        }
        rq_out_free(&text);
        p = *end == ',' ? end + 1 : end;
        if (p == end)
            break;
    }
    rq_json_end_object(&c->j);
    rq_game_close(game);
    return true;
}

struct row {
    struct rq_json *j;
    struct rq_game *game;
    uint64_t number;  /* of the row at hand */
    bool open, named; /* something was said of it, its name was */
    struct rq_out label, name;
};

static void end_row(struct row *r)
{
    if (!r->open)
        return;
    rq_json_array(r->j);
    rq_json_u64(r->j, r->number);
    rq_json_utf8(r->j, rq_out_bytes(&r->label));
    rq_json_utf8(r->j, rq_out_bytes(&r->name));
    rq_json_end_array(r->j);
    rq_out_cut(&r->label, 0);
    rq_out_cut(&r->name, 0);
    r->open = false;
}

/* Columns that name a row to a person: a label, and the text that the game shows. */
static bool look_at_cell(void *ctx, const struct rq_value *v)
{
    struct row *r = ctx;
    char *slash;
    uint64_t number = strtoull(v->path, &slash, 10);
    if (slash == v->path || *slash != '/' || v->type != RQ_VALUE_TEXT)
        return true;
    if (!r->open || number != r->number) {
        end_row(r);
        r->number = number;
        r->open = true;
    }
    const char *column = slash + 1;
    struct rq_out cell = {0};
    rq_value_text(v, &cell);
    if (!r->label.size && rq_word_in("label name", column, strlen(column)) && cell.size)
        rq_put_bytes(&r->label, rq_out_bytes(&cell));
    if (!r->name.size && rq_word_in("name strref string_ref namestrref", column, strlen(column))) {
        rq_put8(&cell, 0);
        char *end = NULL;
        unsigned long text = cell.failed ? 0 : strtoul((char *)cell.data, &end, 10);
        if (end && end != (char *)cell.data && !*end && text < UINT32_MAX)
            rq_game_talk(r->game, (uint32_t)text, false, RQ_CP_DEFAULT, &r->name, NULL);
    }
    rq_out_free(&cell);
    return true;
}

/* Rows [number, label, text] of a table of the game. */
bool answer_rows(struct call *c)
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    struct rq_resource found = {0};
    const char *name = rq_arena_printf(&c->arena, "%s.2da", parameter(c, "table"));
    if (!game)
        return false;
    /* A game without the table has no rows to choose from. */
    bool there = name && rq_game_find(game, name, &found);
    struct rq_doc *doc = there ? rq_game_read(game, &found, NULL, &c->err) : NULL;
    struct row r = {.j = &c->j, .game = game};
    rq_json_object(&c->j);
    rq_json_key(&c->j, "rows");
    rq_json_array(&c->j);
    bool fine = doc ? rq_doc_visit(doc, look_at_cell, &r, &c->err) : !there;
    end_row(&r);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    rq_out_free(&r.label);
    rq_out_free(&r.name);
    rq_doc_free(doc);
    rq_game_close(game);
    return fine;
}
