/* Resources as open files, and what forms need to choose values. */
#include "core/file.h"
#include "core/text.h"
#include "service/call.h"

#include <reliquary/nwscript.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- open files ---- */

struct making {
    struct call *c;
    const char *wanted; /* one file, "": the first; NULL: the names of all */
    bool found;
    struct made made; /* all files, for the cache */
    bool too_large;   /* for the cache */
    bool enough;      /* the one that is wanted was found, and nothing else is kept */
};

/* What a request asks for of a file that was made. */
static void give_made(struct making *m, const char *name, struct rq_bytes bytes)
{
    if (!m->wanted) {
        rq_json_array(&m->c->j);
        rq_json_str(&m->c->j, name);
        rq_json_u64(&m->c->j, bytes.size);
        rq_json_end_array(&m->c->j);
    } else if (!m->found && (!*m->wanted || strcmp(m->wanted, name) == 0)) {
        rq_put_bytes(&m->c->response->body, bytes);
        m->found = true;
    }
}

static bool take_made(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct making *m = ctx;
    (void)err;
    give_made(m, name, bytes);
    m->too_large = m->too_large || !made_add(&m->made, name, bytes);
    m->enough = m->too_large && m->found;
    return !m->enough;
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

/* What files depend on: what is asked for, and the state of the game. */
static const char *made_key(struct call *c, const struct opened *o)
{
    return rq_arena_printf(&c->arena, "%p %llu\n%s\n%s\n%s\n%s", (const void *)o,
                           (unsigned long long)o->version, parameter(c, "res"), parameter(c, "to"),
                           parameter(c, "palette"), parameter(c, "levels"));
}

/* Gives what the cache has; false: nothing. */
static bool give_kept(struct call *c, struct making *m, const char *key)
{
    pthread_mutex_lock(&c->service->lock);
    const struct made *kept = key ? made_find(&c->service->made, key) : NULL;
    for (size_t i = 0; kept && i < kept->count; i++)
        give_made(m, kept->files[i].name, rq_out_bytes(&kept->files[i].bytes));
    pthread_mutex_unlock(&c->service->lock);
    return kept != NULL;
}

static void keep(struct call *c, struct making *m, const char *key)
{
    pthread_mutex_lock(&c->service->lock);
    made_keep(&c->service->made, key, &m->made);
    pthread_mutex_unlock(&c->service->lock);
}

static bool convert_taken(struct call *c, const struct taken *t, struct making *m)
{
    struct rq_doc *doc = read_taken(c, t);
    const char *to = parameter(c, "to");
    struct rq_convert_options options = {.to = *to ? to : NULL,
                                         .name = rq_path_base(t->key),
                                         .env = rq_game_env(t->game),
                                         .all_levels = *parameter(c, "levels") != 0};
    bool fine = doc && take_palette(c, t, &options.palette) &&
                (rq_doc_convert(doc, &options, take_made, m, &c->err) || m->enough);
    rq_doc_free(doc);
    return fine;
}

/* The key of a request, taken before the files are read: an edit in between makes another. NULL after refuse. */
static const char *key_now(struct call *c)
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return NULL;
    pthread_mutex_lock(&c->service->lock);
    const char *key = made_key(c, o);
    pthread_mutex_unlock(&c->service->lock);
    rq_game_close(game);
    return key;
}

static bool convert(struct call *c, struct making *m)
{
    struct taken t;
    const char *key = key_now(c);
    if (!key)
        return false;
    if (give_kept(c, m, key))
        return true;
    if (!take_resource(c, &t))
        return false;
    bool fine = convert_taken(c, &t, m);
    leave_resource(&t);
    if (fine && !m->too_large && rq_memory_lasted(c->refusals, NULL))
        keep(c, m, key);
    made_free(&m->made);
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
    char first[32];
    snprintf(first, sizeof first, "x.%s", kind ? kind->extension : "");
    c->response->type = media_type(*m.wanted ? m.wanted : first);
    return convert(c, &m) &&
           (m.found || refuse(c, 404, m.wanted, "the resource becomes no file of this name"));
}

/* ---- pictures of models ---- */

static float degrees(const struct call *c, const char *name, float absent)
{
    const char *text = parameter(c, name);
    return *text ? (float)((int64_t)parameter_number(c, name, 0) % 360) : absent;
}

bool answer_render(struct call *c)
{
    enum { SMALL = 160, MOST = 1024 };
    struct taken t;
    const char *animation = parameter(c, "animation");
    uint64_t size = parameter_number(c, "size", SMALL);
    if (!size || size > MOST)
        return refuse(c, 400, "size", "is from 1 to %d", MOST);
    if (!take_resource(c, &t))
        return false;
    struct rq_doc *doc = read_taken(c, &t);
    struct rq_convert_options scene = {.name = rq_path_base(t.key), .env = rq_game_env(t.game)};
    struct rq_render_options options = {.width = (uint32_t)size,
                                        .height = (uint32_t)size,
                                        .yaw = degrees(c, "yaw", 30),
                                        .pitch = degrees(c, "pitch", 20),
                                        .animation = *animation ? animation : NULL,
                                        .frame = (uint32_t)parameter_number(c, "frame", 0)};
    c->response->type = "image/png";
    bool fine = doc && rq_doc_render(doc, &scene, &options, &c->response->body, &c->err);
    rq_doc_free(doc);
    leave_resource(&t);
    return fine;
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
            char key[24];
            snprintf(key, sizeof key, "%llu", number);
            rq_json_key(&c->j, key);
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
