/* One resource as it is with its edits: what it is, its values, its text forms, its bytes. */
#include "core/file.h"
#include "core/text.h"
#include "formats/dump.h"
#include "service/call.h"

#include <reliquary/blueprint.h>
#include <stdlib.h>

/* ---- taking ---- */

/* Bytes without edits; data NULL when there is no such resource. */
static bool base_bytes(struct call *c, struct taken *t, struct rq_bytes *base)
{
    *base = (struct rq_bytes){0};
    if (!find_key(t->game, t->key, &t->found))
        return true;
    static const uint8_t nothing[1];
    if (!rq_game_bytes(t->game, &t->found, base, &c->err))
        return false;
    if (!base->data) /* an empty file is there */
        base->data = nothing;
    return true;
}

/* The key of the second file of a pair; NULL: this is no first one. */
static const char *second_key(struct call *c, const struct taken *t)
{
    const struct rq_format *format = rq_format_detect(t->bytes, rq_path_base(t->key));
    const char *extension = format ? rq_format_companion(format) : NULL;
    const char *old = rq_path_extension(t->key);
    return extension && *old
               ? rq_arena_printf(&c->arena, "%.*s%s", (int)(old - t->key), t->key, extension)
               : NULL;
}

/* The second file of a pair as it is edited; of an edited first one also as it is. */
static bool take_second(struct call *c, struct taken *t)
{
    const char *key = second_key(c, t);
    struct rq_bytes bytes = {0};
    struct rq_resource found = {0};
    bool fine = true;
    if (!key)
        return true;
    if (!find_key(t->game, key, &found))
        rq_game_find(t->game, rq_path_base(key), &found);
    pthread_mutex_lock(&c->service->lock);
    struct edit *e = edits_find(t->opened->edits, key);
    bool edited = e && e->count;
    if (edited || t->edited) {
        fine = !found.at || rq_game_bytes(t->game, &found, &bytes, &c->err);
        fine = fine && (!edited || edits_bytes(e, t->game, bytes, &bytes, &c->err));
        if (fine && !(edited && e->deleted))
            rq_put_bytes(&t->second, bytes);
    }
    pthread_mutex_unlock(&c->service->lock);
    return fine;
}

bool take_resource(struct call *c, struct taken *t)
{
    struct rq_bytes base;
    *t = (struct taken){.key = parameter(c, "res")};
    t->game = take_game(c, &t->opened);
    if (!t->game)
        return false;
    bool fine = base_bytes(c, t, &base);
    pthread_mutex_lock(&c->service->lock);
    struct edit *e = fine ? edits_find(t->opened->edits, t->key) : NULL;
    t->edited = e && e->count;
    if (t->edited) {
        fine = edits_bytes(e, t->game, base, &t->bytes, &c->err);
        c->status = e->conflict ? 409 : 0;
        if (fine && e->count)
            rq_put_bytes(&t->own, t->bytes);
        base = fine && e->count && !e->deleted ? rq_out_bytes(&t->own) : base;
    }
    pthread_mutex_unlock(&c->service->lock);
    t->bytes = base;
    if (fine && !base.data)
        fine = refuse(c, 404, t->key, "the game has no such resource");
    fine = fine && take_second(c, t);
    if (!fine)
        leave_resource(t);
    return fine;
}

void leave_resource(struct taken *t)
{
    rq_out_free(&t->own);
    rq_out_free(&t->second);
    rq_game_close(t->game);
    t->game = NULL;
}

struct rq_doc *read_taken(struct call *c, const struct taken *t)
{
    struct rq_options options = {.name = rq_path_base(t->key),
                                 .env = rq_game_env(t->game),
                                 .companion = rq_out_bytes(&t->second)};
    return t->edited ? rq_doc_read(t->bytes, &options, &c->err)
                     : rq_game_read(t->game, &t->found, &options, &c->err);
}

/* Takes the resource and reads it; the caller frees the document and leaves the resource. */
static struct rq_doc *take_doc(struct call *c, struct taken *t)
{
    if (!take_resource(c, t))
        return NULL;
    struct rq_doc *doc = read_taken(c, t);
    if (!doc)
        leave_resource(t);
    return doc;
}

static void leave_doc(struct taken *t, struct rq_doc *doc)
{
    rq_doc_free(doc);
    leave_resource(t);
}

/* ---- info ---- */

static void put_fact(void *ctx, const char *key, const char *text)
{
    struct rq_json *j = ctx;
    rq_json_array(j);
    rq_json_str(j, key);
    rq_json_str(j, text);
    rq_json_end_array(j);
}

static void put_facts(struct call *c, const struct taken *t, struct rq_doc *doc)
{
    const struct rq_fact *facts;
    struct rq_error ignored = {0};
    size_t count = 0;
    rq_json_key(&c->j, "facts");
    rq_json_array(&c->j);
    if (doc && rq_doc_facts(doc, &facts, &count, &ignored))
        for (size_t i = 0; i < count; i++)
            put_fact(&c->j, facts[i].key, facts[i].value);
    if (doc)
        rq_blueprint_facts(doc, t->game, put_fact, &c->j, NULL);
    rq_json_end_array(&c->j);
}

static const char *const severities[] = {"info", "warning", "error"};

static void put_findings(struct call *c, struct rq_doc *doc)
{
    const struct rq_finding *findings = NULL;
    size_t count = doc ? rq_doc_findings(doc, &findings) : 0;
    rq_json_key(&c->j, "findings");
    rq_json_array(&c->j);
    for (size_t i = 0; i < count; i++) {
        rq_json_object(&c->j);
        put_text(&c->j, "id", findings[i].id);
        put_text(&c->j, "severity", severities[findings[i].severity]);
        put_text(&c->j, "where", findings[i].where);
        put_text(&c->j, "text", findings[i].text);
        put_number(&c->j, "offset", findings[i].offset);
        rq_json_end_object(&c->j);
    }
    rq_json_end_array(&c->j);
}

/* Every location of its name, the one that the game takes first. */
static void put_locations(struct call *c, const struct taken *t)
{
    struct rq_resource r = {0};
    rq_json_key(&c->j, "locations");
    rq_json_array(&c->j);
    while (rq_game_find(t->game, rq_path_base(t->key), &r)) {
        rq_json_object(&c->j);
        put_text(&c->j, "res", key_of(&c->arena, &r));
        put_text(&c->j, "kind", r.source->kind);
        put_bool(&c->j, "wins", r.wins);
        rq_json_end_object(&c->j);
    }
    rq_json_end_array(&c->j);
}

/* The type of a GFF, which names its blueprint; "" of all else. */
static const char *blueprint_of(struct call *c, struct rq_doc *doc)
{
    const struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (!gff)
        return "";
    size_t size = sizeof gff->type;
    while (size && (gff->type[size - 1] == ' ' || !gff->type[size - 1]))
        size--;
    const char *kind = rq_arena_text(&c->arena, gff->type, size);
    return kind && rq_schema_root(kind) ? kind : "";
}

bool answer_info(struct call *c)
{
    struct taken t;
    char kinds[RQ_KINDS_SIZE];
    if (!take_resource(c, &t))
        return false;
    struct rq_doc *doc = read_taken(c, &t);
    const struct rq_format *format =
        doc ? rq_doc_format(doc) : rq_format_detect(t.bytes, rq_path_base(t.key));
    rq_json_object(&c->j);
    put_text(&c->j, "res", t.key);
    put_text(&c->j, "format", format ? rq_format_describe(format)->name : "");
    put_text(&c->j, "title", format ? rq_format_describe(format)->title : "unknown");
    put_text(&c->j, "blueprint", blueprint_of(c, doc));
    put_number(&c->j, "size", t.bytes.size);
    put_bool(&c->j, "edited", t.edited);
    put_bool(&c->j, "settable", format && rq_format_has_set(format));
    put_text(&c->j, "becomes", format ? rq_format_kinds(format, RQ_WAY_CONVERT, kinds) : "");
    put_text(&c->j, "takes", format ? rq_format_kinds(format, RQ_WAY_PUT, kinds) : "");
    if (!doc)
        put_error(&c->j, &c->err);
    put_facts(c, &t, doc);
    put_findings(c, doc);
    put_locations(c, &t);
    rq_json_end_object(&c->j);
    c->err = (struct rq_error){0};
    leave_doc(&t, doc);
    return true;
}

/* ---- pieces of a list ---- */

struct piece {
    uint64_t from, limit, seen;
};

enum turn { BEFORE, INSIDE, BEHIND };

static struct piece piece_of(const struct call *c, uint64_t limit)
{
    return (struct piece){parameter_number(c, "from", 0), parameter_number(c, "limit", limit), 0};
}

/* Where the next row of the list stands. */
static enum turn piece_turn(struct piece *p)
{
    uint64_t row = p->seen++;
    return row < p->from ? BEFORE : row - p->from < p->limit ? INSIDE : BEHIND;
}

/* Where the next piece begins, if there is one. */
static void put_next(struct rq_json *j, const struct piece *p)
{
    if (p->seen > p->from && p->seen - p->from > p->limit)
        put_number(j, "next", p->from + p->limit);
}

/* ---- values ---- */

struct listing {
    struct call *c;
    const struct taken *t;
    const char *kind; /* of a GFF */
    struct piece piece;
};

static const char *const type_names[] = {"unsigned", "signed", "float", "double", "bool",
                                         "text",     "bytes",  "list",  "struct"};

/* What a number stands for: a text of the talk table, the name of a row, of an enum. */
static void put_meaning(struct listing *l, const struct rq_value *v, const struct rq_field *field)
{
    struct rq_out text = {0}, number = {0};
    if (v->ref == RQ_REF_STRREF && v->u < UINT32_MAX)
        rq_game_talk(l->t->game, (uint32_t)v->u, false, RQ_CP_DEFAULT, &text, NULL);
    else if (field && (v->type == RQ_VALUE_UNSIGNED || v->type == RQ_VALUE_SIGNED)) {
        struct rq_gff_field value = {.type = RQ_GFF_INT64, .v.wide = v->u};
        rq_field_say(NULL, field, &value, l->t->game, &text, NULL);
        rq_value_text(v, &number);
    }
    if (text.size && !text.failed && !rq_same(rq_out_bytes(&text), rq_out_bytes(&number))) {
        rq_json_key(&l->c->j, "means");
        rq_json_utf8(&l->c->j, rq_out_bytes(&text));
    }
    rq_out_free(&text);
    rq_out_free(&number);
}

static bool put_row(void *ctx, const struct rq_value *v)
{
    struct listing *l = ctx;
    struct rq_json *j = &l->c->j;
    enum turn turn = piece_turn(&l->piece);
    if (turn != INSIDE)
        return turn == BEFORE;
    const struct rq_field *field = *l->kind ? rq_field_at(l->kind, v->path, NULL) : NULL;
    struct rq_out text = {0};
    rq_json_object(j);
    put_text(j, "path", v->path);
    put_text(j, "type", type_names[v->type]);
    if (v->kind)
        put_text(j, "kind", v->kind);
    if (v->type == RQ_VALUE_LIST || v->type == RQ_VALUE_STRUCT) {
        put_number(j, "count", v->u);
    } else {
        rq_value_write(v, &text);
        rq_json_key(j, "value");
        rq_json_utf8(j, rq_out_bytes(&text));
    }
    if (v->ref)
        put_text(j, "ref",
                 v->ref == RQ_REF_STRREF     ? "strref"
                 : v->ref == RQ_REF_RESOURCE ? "resource"
                                             : "row");
    if (v->ref_to)
        put_text(j, "to", v->ref_to);
    if (field) {
        put_text(j, "field", field->ref);
        put_text(j, "doc", field->meaning);
    }
    put_meaning(l, v, field);
    rq_json_end_object(j);
    rq_out_free(&text);
    return true;
}

bool answer_form(struct call *c)
{
    struct taken t;
    struct rq_doc *doc = take_doc(c, &t);
    if (!doc)
        return false;
    struct listing l = {.c = c,
                        .t = &t,
                        .kind = blueprint_of(c, doc),
                        .piece = piece_of(c, 2000)};
    const char *under = parameter(c, "under");
    rq_json_object(&c->j);
    put_text(&c->j, "blueprint", l.kind);
    put_bool(&c->j, "settable", rq_format_has_set(rq_doc_format(doc)));
    rq_json_key(&c->j, "rows");
    rq_json_array(&c->j);
    bool fine = *under ? rq_doc_visit_at(doc, under, put_row, &l, &c->err)
                       : rq_doc_visit(doc, put_row, &l, &c->err);
    rq_json_end_array(&c->j);
    put_next(&c->j, &l.piece);
    rq_json_end_object(&c->j);
    leave_doc(&t, doc);
    return fine;
}

/* ---- what is known of fields ---- */

bool answer_field(struct call *c)
{
    const struct rq_schema *in;
    const struct rq_field *field = rq_field_at(parameter(c, "kind"), parameter(c, "path"), &in);
    size_t count = 0;
    if (!field && !in)
        return refuse(c, 404, parameter(c, "path"), "the tables do not know this field");
    const struct rq_named_value *values = field ? rq_field_values(field, &count) : NULL;
    rq_json_object(&c->j);
    put_text(&c->j, "label", field ? field->label : "");
    put_text(&c->j, "type", field ? field->type : "Struct");
    put_text(&c->j, "ref", field ? field->ref : "");
    put_text(&c->j, "meaning", field ? field->meaning : "");
    rq_json_key(&c->j, "facts");
    rq_json_array(&c->j);
    if (field)
        rq_field_explain(field, put_fact, &c->j, &c->err);
    rq_json_end_array(&c->j);
    rq_json_key(&c->j, "values");
    rq_json_array(&c->j);
    for (size_t i = 0; values && i < count; i++)
        put_fact(&c->j, values[i].value, values[i].name);
    rq_json_end_array(&c->j);
    rq_json_key(&c->j, "fields");
    rq_json_array(&c->j);
    const struct rq_schema *of = field ? field->schema : in;
    for (const struct rq_field *f = of ? of->fields : NULL; f && f->label; f++)
        put_fact(&c->j, f->label, f->type);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_schema(struct call *c)
{
    return rq_blueprint_json_schema(parameter(c, "kind"), &c->response->body, &c->err);
}

/* ---- whole files ---- */

bool answer_json(struct call *c)
{
    struct taken t;
    struct rq_doc *doc = take_doc(c, &t);
    if (!doc)
        return false;
    bool fine = rq_doc_to_json(doc, &c->response->body, &c->err);
    leave_doc(&t, doc);
    return fine;
}

bool answer_bytes(struct call *c)
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    uint64_t from = parameter_number(c, "from", 0),
             limit = parameter_number(c, "limit", UINT64_MAX);
    from = from < t.bytes.size ? from : t.bytes.size;
    limit = limit < t.bytes.size - from ? limit : t.bytes.size - from;
    c->response->type = "application/octet-stream";
    rq_put_bytes(&c->response->body, (struct rq_bytes){t.bytes.data + from, (size_t)limit});
    leave_resource(&t);
    return true;
}

struct noted {
    struct rq_json *j;
    struct piece piece;
};

static bool put_note(void *ctx, const struct rq_dump_field *field)
{
    struct noted *n = ctx;
    enum turn turn = piece_turn(&n->piece);
    if (turn != INSIDE)
        return turn == BEFORE;
    rq_json_array(n->j);
    rq_json_u64(n->j, field->offset);
    rq_json_u64(n->j, field->size);
    rq_json_str(n->j, field->path);
    rq_json_str(n->j, field->name);
    rq_json_utf8(n->j, field->value);
    rq_json_end_array(n->j);
    return true;
}

/* Rows [offset, size, path, name, value], in the order of the file. */
bool answer_notes(struct call *c)
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    struct rq_options options = {.name = rq_path_base(t.key), .env = rq_game_env(t.game)};
    struct noted n = {&c->j, piece_of(c, 5000)};
    struct rq_error err = {0};
    rq_json_object(&c->j);
    rq_json_key(&c->j, "rows");
    rq_json_array(&c->j);
    if (!rq_doc_dump_fields(t.bytes, &options, put_note, &n, &err) && err.code == RQ_NO_MEMORY)
        c->err = err;
    rq_json_end_array(&c->j);
    put_next(&c->j, &n.piece);
    if (err.code)
        put_error(&c->j, &err);
    rq_json_end_object(&c->j);
    leave_resource(&t);
    return c->err.code == RQ_OK;
}

bool answer_verify(struct call *c)
{
    static const char *const verdicts[] = {"identical", "different", "unreadable",
                                           "opaque",    "unknown",   "unrecognised"};
    struct taken t;
    struct rq_error err = {0};
    if (!take_resource(c, &t))
        return false;
    struct rq_options options = {.name = rq_path_base(t.key), .env = rq_game_env(t.game)};
    enum rq_verdict plain = rq_doc_verify(t.bytes, &options, false, &err);
    enum rq_verdict json = rq_doc_verify(t.bytes, &options, true, &err);
    rq_json_object(&c->j);
    put_text(&c->j, "plain", verdicts[plain]);
    put_text(&c->j, "json", verdicts[json]);
    if (err.code)
        put_error(&c->j, &err);
    rq_json_end_object(&c->j);
    leave_resource(&t);
    return true;
}
