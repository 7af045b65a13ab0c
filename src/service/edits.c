#include "service/edits.h"

#include "core/file.h"
#include "core/fs.h"
#include "core/json.h"
#include "core/sum.h"
#include "core/text.h"
#include "core/windows.h"
#include "service/script.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <io.h>
#define fsync  _commit
#define fileno _fileno
#else
#include <unistd.h>
#endif

enum { MOST_OPS = 100000 };

struct edits {
    char *file;
    struct edit **items;
    size_t count, room;
    uint64_t groups; /* the last number of a group */
};

static char *copy_text(const char *text, size_t size)
{
    char *copy = rq_mem_zeroed(size + 1, 1);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

static void free_edit(struct edit *e)
{
    for (size_t i = 0; i < e->all; i++)
        free(e->ops[i].text);
    free(e->ops);
    free(e->key);
    rq_out_free(&e->bytes);
    free(e);
}

static void forget(struct edits *edits, size_t index)
{
    free_edit(edits->items[index]);
    edits->items[index] = edits->items[--edits->count];
}

void edits_close(struct edits *edits)
{
    if (!edits)
        return;
    while (edits->count)
        forget(edits, edits->count - 1);
    free(edits->items);
    free(edits->file);
    free(edits);
}

struct edit *edits_at(const struct edits *edits, size_t index)
{
    return index < edits->count ? edits->items[index] : NULL;
}

struct edit *edits_find(const struct edits *edits, const char *key)
{
    for (size_t i = 0; i < edits->count; i++)
        if (strcmp(edits->items[i]->key, key) == 0)
            return edits->items[i];
    return NULL;
}

static struct edit *add_edit(struct edits *edits, const char *key, uint64_t base)
{
    if (edits->count == edits->room) {
        size_t room = edits->room * 2 + 8;
        struct edit **items = /* NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers */
            rq_mem(NULL, edits->items, room * sizeof *items);
        if (!items)
            return NULL;
        edits->items = items;
        edits->room = room;
    }
    struct edit *e = rq_mem_zeroed(1, sizeof *e);
    if (!e || !(e->key = copy_text(key, strlen(key)))) {
        free(e);
        return NULL;
    }
    e->base = base;
    edits->items[edits->count++] = e;
    return e;
}

/* Room for more operations behind those that count. */
static bool make_room(struct edit *e, size_t more)
{
    if (e->count + more <= e->room)
        return true;
    size_t room = (e->count + more) * 2 + 8;
    struct edit_op *ops = rq_mem(NULL, e->ops, room * sizeof *ops);
    if (!ops)
        return false;
    e->ops = ops;
    e->room = room;
    return true;
}

/* An operation behind those that count, where there is room; what was undone is gone then. Takes text over. */
static void put_op(struct edit *e, char *text, uint64_t group)
{
    while (e->all > e->count)
        free(e->ops[--e->all].text);
    e->ops[e->all++] = (struct edit_op){text, group};
    e->count = e->all;
    e->made = false;
}

/* ---- applying operations ---- */

struct op {
    struct rq_str what, path, value, kind, name, text;
    struct rq_bytes data;
    bool has_value, has_kind;
    uint32_t to;
};

static bool read_op(const char *text, struct rq_arena *arena, struct op *op, struct rq_error *err)
{
    struct rq_ctx ctx = {.err = err};
    struct rq_jr jr;
    struct rq_str key;
    *op = (struct op){0};
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "op"))
            op->what = rq_jr_string(&jr);
        else if (rq_str_is(key, "path"))
            op->path = rq_jr_string(&jr);
        else if (rq_str_is(key, "value"))
            op->value = rq_jr_string(&jr), op->has_value = true;
        else if (rq_str_is(key, "kind"))
            op->kind = rq_jr_string(&jr), op->has_kind = true;
        else if (rq_str_is(key, "name"))
            op->name = rq_jr_string(&jr);
        else if (rq_str_is(key, "text"))
            op->text = rq_jr_string(&jr);
        else if (rq_str_is(key, "data"))
            op->data = rq_jr_base64(&jr);
        else if (rq_str_is(key, "to"))
            op->to = rq_jr_u32(&jr);
        else
            rq_jr_unknown(&jr, key);
    }
    return rq_jr_close(&jr);
}

static const char *c_text(struct rq_arena *arena, struct rq_str s)
{
    const char *text = rq_arena_text(arena, s.text, s.size);
    return text ? text : "";
}

/* An operation on values of a document. */
static bool change_doc(struct rq_doc *doc, const struct rq_game *game, const struct op *op,
                       struct rq_arena *arena, struct rq_error *err)
{
    const char *path = c_text(arena, op->path), *value = c_text(arena, op->value);
    if (rq_str_is(op->what, "set"))
        return rq_blueprint_set(doc, game, path, value, err);
    if (rq_str_is(op->what, "insert"))
        return rq_doc_insert(doc, path, op->has_kind ? c_text(arena, op->kind) : NULL,
                             op->has_value ? value : NULL, err);
    if (rq_str_is(op->what, "remove"))
        return rq_doc_remove(doc, path, err);
    if (rq_str_is(op->what, "move"))
        return rq_doc_move(doc, path, op->to, err);
    if (rq_str_is(op->what, "put"))
        return rq_doc_put_file(doc, c_text(arena, op->name), op->data, err);
    return rq_fail(err, RQ_USAGE, 0, "op",
                   "%.*s is no operation: set, insert, remove, move, put, "
                   "replace, json, compile, delete",
                   (int)op->what.size, op->what.text);
}

/* What several operations in a row are applied to: read once, written when its bytes are needed. */
struct work {
    const struct rq_game *game;
    const char *name; /* of the file */
    struct rq_arena arena;
    struct rq_doc *doc; /* NULL: bytes are what counts */
    struct rq_bytes bytes;
    struct rq_out *outs; /* what documents borrow from; one for each that was written */
    size_t out_count;
    bool deleted;
};

static bool add_out(struct work *w, struct rq_out **out, struct rq_error *err)
{
    struct rq_out *outs = rq_mem(NULL, w->outs, (w->out_count + 1) * sizeof *outs);
    if (!outs) {
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
        return false;
    }
    w->outs = outs;
    *out = &outs[w->out_count++];
    **out = (struct rq_out){0};
    return true;
}

/* The document as bytes, for an operation on the whole file and at the end. */
static bool flush(struct work *w, struct rq_error *err)
{
    struct rq_out *out = NULL;
    if (!w->doc)
        return true;
    if (!add_out(w, &out, err) || !rq_doc_write(w->doc, out, err))
        return false;
    w->bytes = rq_out_bytes(out);
    rq_doc_free(w->doc);
    w->doc = NULL;
    return true;
}

static bool open_doc(struct work *w, struct rq_error *err)
{
    struct rq_options options = {.name = w->name, .env = w->game ? rq_game_env(w->game) : NULL};
    if (w->doc)
        return true;
    if (w->deleted || !w->bytes.data)
        return rq_fail(err, RQ_USAGE, 0, w->name, "there is no such file");
    w->doc = rq_doc_read(w->bytes, &options, err);
    return w->doc && rq_doc_settle(w->doc, err);
}

/* The whole file from a text form of it. */
static bool from_text(struct work *w, const struct op *op, struct rq_error *err)
{
    struct rq_options options = {.name = w->name, .env = w->game ? rq_game_env(w->game) : NULL};
    struct rq_bytes text = {(const uint8_t *)op->text.text, op->text.size};
    if (!flush(w, err))
        return false;
    w->doc = rq_doc_from_text(text, &options, err);
    return w->doc && flush(w, err);
}

/* A script in a text form, compiled into the file. */
static bool from_script(struct work *w, const struct op *op, struct rq_error *err)
{
    struct rq_out *out = NULL;
    struct rq_bytes text = {(const uint8_t *)op->text.text, op->text.size};
    if (!w->game)
        return rq_fail(err, RQ_USAGE, 0, w->name, "scripts need a game");
    if (!flush(w, err) || !add_out(w, &out, err) ||
        !service_compile(w->game, w->name, w->bytes, c_text(&w->arena, op->kind), text, out, err))
        return false;
    w->bytes = rq_out_bytes(out);
    return true;
}

static bool do_op(struct work *w, const char *text, struct rq_error *err)
{
    struct op op;
    if (!read_op(text, &w->arena, &op, err))
        return false;
    if (rq_str_is(op.what, "json"))
        return from_text(w, &op, err);
    if (rq_str_is(op.what, "compile"))
        return from_script(w, &op, err);
    if (rq_str_is(op.what, "delete") || rq_str_is(op.what, "replace")) {
        if (!flush(w, err))
            return false;
        w->deleted = rq_str_is(op.what, "delete");
        w->bytes = w->deleted ? (struct rq_bytes){0} : op.data;
        return true;
    }
    return open_doc(w, err) && change_doc(w->doc, w->game, &op, &w->arena, err);
}

/* An operation that lacked memory for a text may have done another thing: it has failed. */
static bool apply_op(struct work *w, const char *text, struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    return do_op(w, text, err) && rq_memory_lasted(refusals, err);
}

static void end_work(struct work *w)
{
    rq_doc_free(w->doc);
    for (size_t i = 0; i < w->out_count; i++)
        rq_out_free(&w->outs[i]);
    free(w->outs);
    rq_arena_free(&w->arena);
}

/* Makes e->bytes of the base and all operations that count. */
static bool make_bytes(struct edit *e, const struct rq_game *game, struct rq_bytes base,
                       struct rq_error *err)
{
    struct work w = {.game = game, .name = rq_path_base(e->key), .bytes = base};
    bool fine = true;
    for (size_t i = 0; fine && i < e->count; i++)
        fine = apply_op(&w, e->ops[i].text, err);
    fine = fine && flush(&w, err);
    if (fine) {
        rq_out_cut(&e->bytes, 0);
        rq_put_bytes(&e->bytes, w.bytes);
        e->deleted = w.deleted;
        fine = !e->bytes.failed || rq_fail_out(err, &e->bytes);
    }
    e->made = fine;
    end_work(&w);
    return fine;
}

static uint64_t sum_of(struct rq_bytes base)
{
    return base.data ? rq_sum(1, base.data, base.size) : 0;
}

bool edits_bytes(struct edit *e, const struct rq_game *game, struct rq_bytes base,
                 struct rq_bytes *bytes, struct rq_error *err)
{
    if (e->count && e->result && sum_of(base) == e->result)
        e->count = 0; /* the program ended between an apply and this word in the journal */
    e->conflict = e->count && sum_of(base) != e->base;
    if (e->conflict)
        return rq_fail(err, RQ_USAGE, 0, e->key,
                       "another program has changed the file after it was edited here; discard the "
                       "edits, or put the file back");
    if (e->count && !e->made && !make_bytes(e, game, base, err))
        return false;
    *bytes = e->count ? rq_out_bytes(&e->bytes) : base;
    return true;
}

/* ---- the journal ---- */

static FILE *open_append(const char *path)
{
#if defined(_WIN32)
    wchar_t *wide = rq_wide_path(path);
    FILE *f = wide ? _wfopen(wide, L"ab") : NULL;
    free(wide);
    return f;
#else
    return fopen(path, "ab");
#endif
}

/* Appends a line, on the disk when it returns. */
static bool append(const struct edits *edits, const struct rq_out *line, struct rq_error *err)
{
    FILE *f = open_append(edits->file);
    bool fine = f && fwrite(line->data, 1, line->size, f) == line->size && fflush(f) == 0 &&
                fsync(fileno(f)) == 0;
    if (f)
        fine = fclose(f) == 0 && fine;
    return fine || rq_fail(err, RQ_IO, 0, edits->file, "the journal of edits can't be written");
}

/* What happens to a resource, as a word of the journal. */
struct word {
    const char *word, *key;
    uint64_t base, group; /* 0: none */
    const char *op;       /* or NULL */
};

/* {"do":KEY,"base":"SUM","group":"NUMBER","op":{...}}, {"undo":KEY}, {"redo":KEY}, {"discard":KEY}, and before an apply
 * {"applying":KEY,"base":"SUM"} with the sum of what is written. */
static void put_word(struct rq_json *j, const struct word *w)
{
    const uint64_t numbers[] = {w->base, w->group};
    static const char *const names[] = {"base", "group"};
    rq_json_object(j);
    rq_json_key(j, w->word);
    rq_json_str(j, w->key);
    for (size_t i = 0; i < 2; i++) {
        char sum[24];
        snprintf(sum, sizeof sum, "%016llx", (unsigned long long)numbers[i]);
        if (numbers[i]) {
            rq_json_key(j, names[i]);
            rq_json_str(j, sum);
        }
    }
    if (w->op) {
        rq_json_key(j, "op");
        rq_json_raw(j, (struct rq_bytes){(const uint8_t *)w->op, strlen(w->op)});
    }
    rq_json_end_object(j);
}

/* A line that is being written; several words are one object, so that a crash leaves all of them or none. */
struct line {
    struct rq_out text;
    struct rq_json j;
    bool several;
};

static void begin_line(struct line *line, bool several)
{
    *line = (struct line){.several = several};
    line->j = (struct rq_json){.out = &line->text, .compact = true};
    if (several) {
        rq_json_object(&line->j);
        rq_json_key(&line->j, "all");
        rq_json_array(&line->j);
    }
}

static bool end_line(const struct edits *edits, struct line *line, struct rq_error *err)
{
    if (line->several) {
        rq_json_end_array(&line->j);
        rq_json_end_object(&line->j);
    }
    rq_put8(&line->text, '\n');
    bool fine = line->text.failed ? rq_fail_out(err, &line->text) : append(edits, &line->text, err);
    rq_out_free(&line->text);
    return fine;
}

static bool note(const struct edits *edits, const struct word *word, struct rq_error *err)
{
    struct line line;
    begin_line(&line, false);
    put_word(&line.j, word);
    return end_line(edits, &line, err);
}

/* What a word of before says is done again. */
static void replay_word(struct edits *edits, const char *word, const char *name, uint64_t base,
                        uint64_t group, struct rq_bytes op)
{
    struct edit *e = *name ? edits_find(edits, name) : NULL;
    edits->groups = group > edits->groups ? group : edits->groups;
    if (*name && strcmp(word, "do") == 0 && op.size) {
        e = e ? e : add_edit(edits, name, base);
        if (e && !e->count)
            e->base = base;
        if (e && e->count < MOST_OPS && make_room(e, 1))
            put_op(e, copy_text((const char *)op.data, op.size), group);
    } else if (e && strcmp(word, "applying") == 0) {
        e->result = base;
    } else if (e && strcmp(word, "undo") == 0 && e->count) {
        e->count--;
    } else if (e && strcmp(word, "redo") == 0 && e->count < e->all) {
        e->count++;
    } else if (e && strcmp(word, "discard") == 0) {
        for (size_t i = 0; i < edits->count; i++)
            if (edits->items[i] == e)
                forget(edits, i--);
    }
}

static uint64_t read_sum(struct rq_jr *jr, struct rq_arena *arena)
{
    return strtoull(c_text(arena, rq_jr_string(jr)), NULL, 16);
}

/* One line of before, or with `all` an element of it; a damaged one changes nothing. */
static void replay(struct edits *edits, struct rq_bytes line, bool element)
{
    struct rq_arena arena = {.limit = line.size * 8 + (1 << 16)};
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_jr jr;
    struct rq_str word, key = {0}, first = {0};
    struct rq_bytes op = {0}, all = {0};
    uint64_t base = 0, group = 0;
    rq_jr_open(&jr, line, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &word)) {
        if (rq_str_is(word, "base"))
            base = read_sum(&jr, &arena);
        else if (rq_str_is(word, "group"))
            group = read_sum(&jr, &arena);
        else if (rq_str_is(word, "op"))
            op = rq_jr_raw(&jr);
        else if (rq_str_is(word, "all") && !element)
            all = rq_jr_raw(&jr);
        else
            first = word, key = rq_jr_string(&jr);
    }
    bool fine = rq_jr_close(&jr);
    if (fine && all.size) {
        rq_jr_open(&jr, all, &arena, &ctx);
        rq_jr_array(&jr);
        while (rq_jr_more(&jr))
            replay(edits, rq_jr_raw(&jr), true);
    } else if (fine) {
        replay_word(edits, c_text(&arena, first), c_text(&arena, key), base, group, op);
    }
    rq_arena_free(&arena);
}

struct edits *edits_open(const char *file, struct rq_error *err)
{
    struct rq_map map;
    size_t refusals = rq_memory_refusals();
    struct edits *edits = rq_mem_zeroed(1, sizeof *edits);
    if (!edits || !(edits->file = copy_text(file, strlen(file)))) {
        rq_fail(err, RQ_NO_MEMORY, 0, file, "out of memory");
        free(edits);
        return NULL;
    }
    if (rq_path_kind(file, NULL) != RQ_PATH_FILE)
        return edits;
    if (!rq_map_open(&map, file, err)) {
        edits_close(edits);
        return NULL;
    }
    for (size_t at = 0; at < map.bytes.size;) {
        const uint8_t *start = map.bytes.data + at;
        const uint8_t *end = memchr(start, '\n', map.bytes.size - at);
        if (!end) /* a crash has cut it */
            break;
        replay(edits, (struct rq_bytes){start, (size_t)(end - start)}, false);
        at += (size_t)(end - start) + 1;
    }
    rq_map_close(&map);
    if (rq_memory_lasted(refusals, err)) /* else lines were passed over */
        return edits;
    edits_close(edits);
    return NULL;
}

/* ---- changes ---- */

static void drop_if_empty(struct edits *edits, const struct edit *e)
{
    for (size_t i = 0; i < edits->count; i++)
        if (edits->items[i] == e && !e->all)
            forget(edits, i--);
}

/* A wish while it is fulfilled. */
struct attempt {
    struct edit *edit;
    struct work work;
    char **texts; /* of its operations, for the edit */
};

/* All that take_attempt needs: what is in the journal must not fail any more. */
static bool reserve(struct attempt *a, const struct edit_wish *wish, struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    a->texts = rq_mem_zeroed(wish->count + 1, sizeof *a->texts);
    for (size_t i = 0; a->texts && i < wish->count; i++)
        a->texts[i] = copy_text(wish->ops[i], strlen(wish->ops[i]));
    bool fine = make_room(a->edit, wish->count);
    return rq_memory_lasted(refusals, err) && fine;
}

static void end_attempt(struct attempt *a, const struct edit_wish *wish)
{
    for (size_t i = 0; a->texts && i < wish->count; i++)
        free(a->texts[i]);
    free(a->texts);
    end_work(&a->work);
}

/* Tries operations on what is there now, so that one that fails leaves no trace. */
static bool try_ops(struct attempt *a, const struct edit_wish *wish, struct rq_error *err)
{
    struct rq_bytes before;
    struct edit *e = a->edit;
    struct work *w = &a->work;
    if (!edits_bytes(e, w->game, wish->base, &before, err))
        return false;
    if (e->count + wish->count > MOST_OPS)
        return rq_fail(err, RQ_LIMIT, 0, e->key, "has more than %d operations; apply them first",
                       MOST_OPS);
    w->deleted = e->count && e->deleted;
    w->bytes = w->deleted ? (struct rq_bytes){0} : before;
    for (size_t i = 0; i < wish->count; i++)
        if (!apply_op(w, wish->ops[i], err))
            return false;
    return flush(w, err);
}

/* The edit of a wish, a new one where there is none. NULL with err filled. */
static struct edit *edit_of(struct edits *edits, const struct edit_wish *wish, struct rq_error *err)
{
    struct edit *e = edits_find(edits, wish->key);
    if (e && !e->count) { /* all undone: nothing binds it to the file as it was */
        while (e->all)
            free(e->ops[--e->all].text);
        e->base = sum_of(wish->base);
    }
    e = e ? e : add_edit(edits, wish->key, sum_of(wish->base));
    if (!e)
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    return e;
}

/* What was tried counts from here on. */
static void take_attempt(struct attempt *a, const struct edit_wish *wish, uint64_t group)
{
    struct edit *e = a->edit;
    for (size_t i = 0; i < wish->count; i++) {
        put_op(e, a->texts[i], group);
        a->texts[i] = NULL;
    }
    struct rq_out bytes = {0};
    rq_put_bytes(&bytes, a->work.bytes);
    rq_out_free(&e->bytes);
    e->bytes = bytes;
    e->made = !bytes.failed;
    e->deleted = a->work.deleted;
}

static bool note_wishes(const struct edits *edits, const struct attempt *attempts,
                        const struct edit_wish *wishes, size_t count, uint64_t group,
                        struct rq_error *err)
{
    struct line line;
    begin_line(&line, true);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < wishes[i].count; k++)
            put_word(&line.j, &(struct word){"do", wishes[i].key, attempts[i].edit->base, group,
                                             wishes[i].ops[k]});
    return end_line(edits, &line, err);
}

static bool do_wishes(struct edits *edits, const struct rq_game *game,
                      const struct edit_wish *wishes, size_t count, uint64_t group,
                      struct rq_error *err)
{
    struct attempt *attempts = rq_mem_zeroed(count, sizeof *attempts);
    bool fine = true;
    size_t tried = 0;
    if (!attempts)
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    for (; fine && tried < count; tried++) {
        struct attempt *a = &attempts[tried];
        a->work = (struct work){.game = game, .name = rq_path_base(wishes[tried].key)};
        a->edit = edit_of(edits, &wishes[tried], err);
        fine = a->edit && try_ops(a, &wishes[tried], err) && reserve(a, &wishes[tried], err);
    }
    fine = fine && note_wishes(edits, attempts, wishes, count, group, err);
    for (size_t i = 0; fine && i < count; i++)
        take_attempt(&attempts[i], &wishes[i], group);
    for (size_t i = 0; i < tried; i++) {
        end_attempt(&attempts[i], &wishes[i]);
        if (attempts[i].edit)
            drop_if_empty(edits, attempts[i].edit);
    }
    free(attempts);
    return fine;
}

bool edits_do(struct edits *edits, const struct rq_game *game, const struct edit_wish *wish,
              struct rq_error *err)
{
    return do_wishes(edits, game, wish, 1, 0, err);
}

bool edits_do_all(struct edits *edits, const struct rq_game *game, const struct edit_wish *wishes,
                  size_t count, struct rq_error *err)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(wishes[i].key, wishes[k].key) == 0)
                return rq_fail(err, RQ_USAGE, 0, wishes[i].key, "is named twice");
    return do_wishes(edits, game, wishes, count, ++edits->groups, err);
}

/* ---- undo and redo ---- */

/* The operation that undo takes back, or redo makes again; NULL: there is none. */
static const struct edit_op *next_op(const struct edit *e, bool redo)
{
    size_t at = redo ? e->count : e->count - 1;
    return redo ? (at < e->all ? &e->ops[at] : NULL) : e->count ? &e->ops[at] : NULL;
}

/* How many operations of a group follow each other there. */
static size_t run_of(const struct edit *e, uint64_t group, bool redo)
{
    size_t run = 0, most = redo ? e->all - e->count : e->count;
    while (run < most && e->ops[redo ? e->count + run : e->count - 1 - run].group == group)
        run++;
    return run;
}

static bool has_group(const struct edit *e, uint64_t group, bool redo)
{
    size_t from = redo ? e->count : 0, to = redo ? e->all : e->count;
    for (size_t i = from; i < to; i++)
        if (e->ops[i].group == group)
            return true;
    return false;
}

static bool step_all(struct edits *edits, const char *key, bool redo, size_t *others,
                     struct rq_error *err)
{
    const char *word = redo ? "redo" : "undo";
    struct edit *e = edits_find(edits, key);
    const struct edit_op *op = e ? next_op(e, redo) : NULL;
    struct line line;
    size_t changed = 0;
    if (!op)
        return rq_fail(err, RQ_USAGE, 0, key, "there is nothing to %s", word);
    uint64_t group = op->group;
    for (size_t i = 0; group && i < edits->count; i++)
        if (has_group(edits->items[i], group, redo) && !run_of(edits->items[i], group, redo))
            return rq_fail(err, RQ_USAGE, 0, key, "%s was edited since, too; %s that first",
                           edits->items[i]->key, word);
    begin_line(&line, true);
    for (size_t i = 0; i < edits->count; i++) {
        struct edit *of = edits->items[i];
        size_t run = group ? run_of(of, group, redo) : of == e;
        for (size_t k = 0; k < run; k++)
            put_word(&line.j, &(struct word){.word = word, .key = of->key});
        changed += run > 0;
    }
    if (!end_line(edits, &line, err))
        return false;
    for (size_t i = 0; i < edits->count; i++) {
        struct edit *of = edits->items[i];
        size_t run = group ? run_of(of, group, redo) : of == e;
        of->count = redo ? of->count + run : of->count - run;
        of->made = of->made && !run;
    }
    if (others)
        *others = changed - 1;
    return true;
}

bool edits_undo(struct edits *edits, const char *key, size_t *others, struct rq_error *err)
{
    return step_all(edits, key, false, others, err);
}

bool edits_redo(struct edits *edits, const char *key, size_t *others, struct rq_error *err)
{
    return step_all(edits, key, true, others, err);
}

bool edits_discard(struct edits *edits, const char *key, struct rq_error *err)
{
    if (!edits_find(edits, key))
        return rq_fail(err, RQ_USAGE, 0, key, "has no edits");
    if (!note(edits, &(struct word){.word = "discard", .key = key}, err))
        return false;
    for (size_t i = 0; i < edits->count; i++)
        if (strcmp(edits->items[i]->key, key) == 0)
            forget(edits, i--);
    return true;
}

bool edits_applying(struct edits *edits, struct edit *e, struct rq_error *err)
{
    e->result = e->deleted ? 0 : sum_of(rq_out_bytes(&e->bytes));
    return !e->result ||
           note(edits, &(struct word){.word = "applying", .key = e->key, .base = e->result}, err);
}

bool edits_clear(struct edits *edits, struct rq_error *err)
{
    while (edits->count)
        forget(edits, edits->count - 1);
    return rq_path_kind(edits->file, NULL) == RQ_PATH_NONE || rq_remove_file(edits->file) ||
           rq_fail(err, RQ_IO, 0, edits->file, "the journal of edits can't be removed");
}
