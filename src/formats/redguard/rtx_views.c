/* RTX as sounds, as lines of text and as a table of them, and back. An entry's name is its tag; of entries
 * with one tag, those after the first are "abcd~2" and so on, so that every name is one
 * entry's. A NUL, which neither a name nor a cell can have, stands there as U+F700. */
#include "formats/cells.h"
#include "formats/redguard/rtx_parts.h"

#include <stdio.h>
#include <stdlib.h>

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "rtx", "out of memory");
}

/* ---- names ---- */

struct named {
    const char *name;
    const struct rq_rtx_entry *entry;
};

static int by_tag(const void *a, const void *b)
{
    const struct rq_rtx_entry *x = *(const struct rq_rtx_entry *const *)a;
    const struct rq_rtx_entry *y = *(const struct rq_rtx_entry *const *)b;
    int order = memcmp(x->tag, y->tag, 4);
    return order ? order : x < y ? -1 : x > y;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

/* The name of every entry, in file order; NULL without memory. */
static const char **names_of(const struct rq_doc *doc, struct rq_out *temp, struct rq_arena *arena)
{
    const struct rq_rtx *rtx = doc->root;
    size_t n = rtx->entry_count, again = 0;
    const struct rq_rtx_entry **sorted = rq_arena_get(arena, n, sizeof(void *));
    const char **names = rq_arena_get(arena, n, sizeof *names);
    for (size_t i = 0; sorted && i < n; i++)
        sorted[i] = &rtx->entries[i];
    if (sorted && n)
        qsort(sorted, n, sizeof(void *), by_tag);
    for (size_t i = 0; sorted && names && i < n; i++) {
        struct rq_bytes tag = {(const uint8_t *)sorted[i]->tag, 4};
        again = i && memcmp(sorted[i]->tag, sorted[i - 1]->tag, 4) == 0 ? again + 1 : 1;
        const char *text = rq_cell_text(temp, doc->page, tag);
        const char *name = !text       ? NULL
                           : again > 1 ? rq_arena_printf(arena, "%s~%zu", text, again)
                                       : rq_arena_text(arena, text, temp->size - 1);
        if (!name)
            return NULL;
        names[sorted[i] - rtx->entries] = name;
    }
    return sorted ? names : NULL;
}

/* Scripts have the tag as a word of four letters. END would end the file. */
static bool is_new_tag(const char *name)
{
    if (strlen(name) != 4 || strcmp(name, "END ") == 0)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (name[i] <= 0x20 || name[i] >= 0x7F)
            return false;
    return true;
}

/* ---- sounds ---- */

bool rq_rtx_clips(struct rq_doc *doc, const struct rq_view *view, const struct rq_clip **clips,
                  size_t *count)
{
    const struct rq_rtx *rtx = doc->root;
    struct rq_out temp = {.alloc = doc->alloc};
    size_t voices = 0, n = 0;
    for (size_t i = 0; i < rtx->entry_count; i++)
        voices += rtx->entries[i].has_sound;
    struct rq_clip *all = rq_arena_get(view->arena, voices, sizeof *all);
    const char **names = names_of(doc, &temp, view->arena);
    bool fine = all && names;
    for (size_t i = 0; fine && i < rtx->entry_count; i++) {
        const struct rq_rtx_entry *entry = &rtx->entries[i];
        if (!entry->has_sound)
            continue;
        all[n] = rq_sound_clip(&entry->sound);
        all[n].name = names[i];
        all[n].title = rq_cell_keep(view->arena, &temp, doc->page, entry->text);
        fine = all[n++].title != NULL;
    }
    rq_out_free(&temp);
    *clips = all;
    *count = voices;
    return fine || no_memory(view->err);
}

/* The entry of that name, or of the name that stands before "_": a file name may have the
 * first words of the text behind it. */
static struct rq_rtx_entry *find_entry(const struct rq_rtx *rtx, const char **names,
                                       const char *name)
{
    struct rq_rtx_entry *like = NULL;
    for (size_t i = 0; i < rtx->entry_count; i++) {
        size_t size = strlen(names[i]);
        if (strncmp(names[i], name, size) != 0)
            continue;
        if (name[size] == 0)
            return &rtx->entries[i];
        if (name[size] == '_')
            like = &rtx->entries[i];
    }
    return like;
}

/* The entry of a name, NULL when there is none; one that is not understood is refused. */
static bool entry_of(struct rq_doc *doc, const char *name, struct rq_rtx_entry **entry,
                     struct rq_error *err)
{
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_out temp = {.alloc = doc->alloc};
    const char **names = names_of(doc, &temp, &arena);
    bool fine = names || no_memory(err);
    *entry = names ? find_entry(doc->root, names, name) : NULL;
    rq_out_free(&temp);
    rq_arena_free(&arena);
    if (*entry && (*entry)->raw)
        return rq_fail(err, RQ_USAGE, 0, name, "is not understood");
    return fine;
}

bool rq_rtx_put_clip(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                     struct rq_error *err)
{
    struct rq_rtx_entry *entry;
    if (!entry_of(doc, name, &entry, err))
        return false;
    if (!entry && is_new_tag(name))
        return rq_fail(err, RQ_USAGE, 0, name,
                       "no such entry: a new line gets its text first, %s.txt", name);
    if (!entry)
        return rq_fail(err, RQ_USAGE, 0, name, "no such entry");
    struct rq_sound sound = entry->sound;
    if (!entry->has_sound)
        sound.header = (struct rq_sound_header){.level_0c = 100, .loop_end = UINT32_MAX};
    if (!rq_sound_put(&sound, clip, name, err))
        return false;
    entry->sound = sound;
    entry->has_sound = true;
    entry->odd_length = false;
    return true;
}

/* The line stays, as text alone. */
bool rq_rtx_remove_clip(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_rtx_entry *entry;
    if (!entry_of(doc, name, &entry, err))
        return false;
    if (!entry || !entry->has_sound)
        return rq_fail(err, RQ_USAGE, 0, name, entry ? "has no voice" : "no such entry");
    entry->has_sound = entry->odd_length = false;
    entry->sound = (struct rq_sound){0};
    return true;
}

/* ---- lines ---- */

bool rq_rtx_texts(struct rq_doc *doc, const struct rq_view *view,
                  const struct rq_named_text **texts, size_t *count)
{
    const struct rq_rtx *rtx = doc->root;
    struct rq_out temp = {.alloc = doc->alloc};
    const char **names = names_of(doc, &temp, view->arena);
    struct rq_named_text *all = rq_arena_get(view->arena, rtx->entry_count, sizeof *all);
    bool fine = names && all;
    *texts = all;
    *count = 0;
    for (size_t i = 0; fine && i < rtx->entry_count; i++) {
        if (rtx->entries[i].raw)
            continue;
        const char *text = rq_cell_keep(view->arena, &temp, doc->page, rtx->entries[i].text);
        all[*count] = (struct rq_named_text){names[i], text};
        ++*count;
        fine = text != NULL;
    }
    rq_out_free(&temp);
    return fine || no_memory(view->err);
}

/* Behind the last entry; the row of an index in an order of its own comes last as well. */
static bool add_line(struct rq_doc *doc, const char *name, struct rq_bytes text,
                     struct rq_error *err)
{
    struct rq_rtx *rtx = doc->root;
    size_t n = rtx->entry_count;
    if (rtx->order == RQ_RTX_EXPLICIT) {
        struct rq_rtx_ref *refs = rq_doc_one_more(doc, rtx->refs, rtx->ref_count, sizeof *refs);
        if (!refs)
            return no_memory(err);
        rtx->refs = refs;
        refs[rtx->ref_count] = (struct rq_rtx_ref){.entry = (uint32_t)n};
    }
    struct rq_rtx_entry *entries = rq_doc_one_more(doc, rtx->entries, n, sizeof *entries);
    if (!entries)
        return no_memory(err);
    rtx->entries = entries;
    entries[n] = (struct rq_rtx_entry){.text = text};
    memcpy(entries[n].tag, name, 4);
    rtx->entry_count++;
    rtx->ref_count += rtx->order == RQ_RTX_EXPLICIT;
    return true;
}

bool rq_rtx_put_text(struct rq_doc *doc, const char *name, const char *text, struct rq_error *err)
{
    struct rq_out temp = {.alloc = doc->alloc};
    struct rq_bytes bytes = {0};
    struct rq_rtx_entry *entry;
    if (!entry_of(doc, name, &entry, err))
        return false;
    if (!entry && !is_new_tag(name))
        return rq_fail(err, RQ_USAGE, 0, name,
                       "no such entry, and no tag for a new one: that is four letters, digits or "
                       "signs, and no blank");
    rq_doc_allow(doc, strlen(text) + 1);
    bool fine = rq_cell_bytes(&doc->arena, &temp, doc->page, text, name, &bytes, err);
    rq_out_free(&temp);
    if (fine && bytes.size > RTX_MOST_TEXT)
        fine = rq_fail(err, RQ_USAGE, 0, name, "a text of %zu bytes: %d at most", bytes.size,
                       RTX_MOST_TEXT);
    if (!fine)
        return false;
    if (!entry)
        return add_line(doc, name, bytes, err);
    entry->text = bytes;
    return true;
}

/* The rows that name entries by number follow. */
bool rq_rtx_remove_text(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_rtx *rtx = doc->root;
    struct rq_rtx_entry *entry;
    if (!entry_of(doc, name, &entry, err))
        return false;
    if (!entry)
        return rq_fail(err, RQ_USAGE, 0, name, "no such entry");
    size_t at = (size_t)(entry - rtx->entries), kept = 0;
    for (size_t i = 0; i < rtx->ref_count; i++) {
        struct rq_rtx_ref ref = rtx->refs[i];
        if (ref.entry == at)
            continue;
        ref.entry -= ref.entry != RQ_RTX_STRANGER && ref.entry > at;
        rtx->refs[kept++] = ref;
    }
    rtx->ref_count = kept;
    rtx->entry_count--;
    memmove(&rtx->entries[at], &rtx->entries[at + 1],
            (rtx->entry_count - at) * sizeof *rtx->entries);
    return true;
}

/* ---- the table ---- */

static const char *const columns[] = {"tag", "type", "seconds", "text"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static const char *seconds_of(const struct rq_rtx_entry *entry, struct rq_arena *arena)
{
    struct rq_clip clip = rq_sound_clip(&entry->sound);
    uint64_t ms = (rq_clip_time(&clip) + 500000) / 1000000;
    return rq_arena_printf(arena, "%llu.%03llu", (unsigned long long)(ms / 1000),
                           (unsigned long long)(ms % 1000));
}

bool rq_rtx_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table)
{
    const struct rq_rtx *rtx = doc->root;
    struct rq_out temp = {.alloc = doc->alloc};
    const char **names = names_of(doc, &temp, view->arena);
    const char **cells = rq_arena_get(view->arena, rtx->entry_count * COLUMNS, sizeof *cells);
    bool fine = names && cells;
    *table = (struct rq_table){.column_count = COLUMNS, .columns = columns, .cells = cells};
    for (size_t i = 0; fine && i < rtx->entry_count; i++) {
        const struct rq_rtx_entry *entry = &rtx->entries[i];
        const char **row = cells + table->row_count * COLUMNS;
        if (entry->raw)
            continue;
        row[0] = names[i];
        row[1] = entry->has_sound ? "voice" : "text";
        row[2] = entry->has_sound ? seconds_of(entry, view->arena) : "";
        row[3] = rq_cell_keep(view->arena, &temp, doc->page, entry->text);
        fine = row[2] && row[3];
        table->row_count++;
    }
    rq_out_free(&temp);
    return fine || no_memory(view->err);
}

/* What put_table works with; texts: what becomes of the entries that change. */
struct change {
    struct rq_doc *doc;
    struct named *sorted;
    bool *seen;
    struct rq_bytes *texts;
    struct rq_out temp;
    struct rq_error *err;
};

/* Row as a spreadsheet counts: the headings are row 1. */
static bool change_row(struct change *ch, size_t row, const char *name, const char *text)
{
    const struct rq_rtx *rtx = ch->doc->root;
    struct named key = {.name = name};
    const struct named *found =
        rtx->entry_count ? bsearch(&key, ch->sorted, rtx->entry_count, sizeof key, by_name) : NULL;
    char where[80];
    snprintf(where, sizeof where, "row %zu, %s", row, name);
    if (!found || found->entry->raw)
        return rq_fail(ch->err, RQ_USAGE, 0, where, "there is no entry of this tag");
    size_t index = (size_t)(found->entry - rtx->entries);
    if (ch->seen[index])
        return rq_fail(ch->err, RQ_USAGE, 0, where, "this tag stands in the table twice");
    ch->seen[index] = true;
    const char *was = rq_cell_text(&ch->temp, ch->doc->page, found->entry->text);
    if (!was)
        return no_memory(ch->err);
    if (strcmp(was, text) == 0)
        return true;
    if (!rq_cell_bytes(&ch->doc->arena, &ch->temp, ch->doc->page, text, where, &ch->texts[index],
                       ch->err))
        return false;
    size_t size = ch->texts[index].size;
    return size <= RTX_MOST_TEXT || rq_fail(ch->err, RQ_USAGE, 0, where,
                                            "a text of %zu bytes: %d at most", size, RTX_MOST_TEXT);
}

static bool open_change(struct change *ch, struct rq_arena *arena)
{
    const struct rq_rtx *rtx = ch->doc->root;
    size_t n = rtx->entry_count;
    const char **names = names_of(ch->doc, &ch->temp, arena);
    ch->sorted = rq_arena_get(arena, n, sizeof *ch->sorted);
    ch->seen = rq_arena_get(arena, n, sizeof *ch->seen);
    ch->texts = rq_arena_get(arena, n, sizeof *ch->texts);
    if (!names || !ch->sorted || !ch->seen || !ch->texts)
        return no_memory(ch->err);
    for (size_t i = 0; i < n; i++)
        ch->sorted[i] = (struct named){names[i], &rtx->entries[i]};
    if (n)
        qsort(ch->sorted, n, sizeof *ch->sorted, by_name);
    return true;
}

/* All of the table is looked at before anything changes. */
bool rq_rtx_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err)
{
    struct rq_rtx *rtx = doc->root;
    size_t tag = rq_table_column(table, "tag"), text = rq_table_column(table, "text");
    if (tag == table->column_count || text == table->column_count)
        return rq_fail(err, RQ_USAGE, 0, "rtx", "the table needs the columns tag and text");
    struct rq_arena arena = {.alloc = doc->alloc};
    struct change ch = {.doc = doc, .temp = {.alloc = doc->alloc}, .err = err};
    bool fine = open_change(&ch, &arena);
    for (size_t i = 0; fine && i < table->row_count; i++) {
        const char *const *row = table->cells + i * table->column_count;
        fine = change_row(&ch, i + 2, row[tag], row[text]);
    }
    for (size_t i = 0; fine && i < rtx->entry_count; i++)
        if (ch.texts[i].data)
            rtx->entries[i].text = ch.texts[i];
    rq_out_free(&ch.temp);
    rq_arena_free(&arena);
    return fine;
}
