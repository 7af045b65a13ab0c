/* Two versions of the talk table as [TLKList]: append.tlk for new strings, replace.tlk for those that changed; and
 * two versions of a set of sounds as [SSFList]. */
#include "core/text.h"
#include "formats/format.h"
#include "patch/create.h"

#include <reliquary/ssf.h>
#include <reliquary/tlk.h>

struct talks {
    struct rq_doc *docs[2];
    const struct rq_tlk *old, *fresh;
};

static bool open_talks(const struct creation *c, struct talks *t, const struct item *item)
{
    *t = (struct talks){0};
    if (!item || !item->has_old || !item->has_new)
        return false;
    t->docs[0] = create_doc(c, item->name, item->old, "tlk");
    t->docs[1] = create_doc(c, item->name, item->fresh, "tlk");
    t->old = t->docs[0] ? rq_doc_root(t->docs[0], "tlk") : NULL;
    t->fresh = t->docs[1] ? rq_doc_root(t->docs[1], "tlk") : NULL;
    return t->old && t->fresh;
}

static void close_talks(struct talks *t)
{
    rq_doc_free(t->docs[0]);
    rq_doc_free(t->docs[1]);
}

static bool is_same(const struct rq_tlk_string *a, const struct rq_tlk_string *b)
{
    return rq_same(a->text, b->text) && a->entry.flags == b->entry.flags &&
           a->entry.sound_length == b->entry.sound_length &&
           a->entry.volume_variance == b->entry.volume_variance &&
           a->entry.pitch_variance == b->entry.pitch_variance &&
           strncmp(a->entry.sound, b->entry.sound, sizeof a->entry.sound) == 0;
}

/* A table of the mod with some of the strings of `from`: all from `first` on, or those that differ from `unlike`. */
static void write_table(struct creation *c, const char *name, const struct rq_tlk *from,
                        size_t first, const struct rq_tlk *unlike)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("tlk"), NULL, &err);
    struct rq_tlk *tlk = doc ? rq_doc_root(doc, "tlk") : NULL;
    size_t most = from->string_count - first;
    struct rq_tlk_string *strings = NULL;
    if (tlk) {
        rq_doc_allow(doc, most * sizeof *strings);
        strings = rq_doc_alloc(doc, most * sizeof *strings);
    }
    if (strings) {
        memcpy(tlk->version, "V3.0", 4);
        tlk->language = from->language;
        tlk->strings = strings;
        for (size_t i = first; i < from->string_count; i++)
            if (!unlike ||
                (i < unlike->string_count && !is_same(&from->strings[i], &unlike->strings[i])))
                strings[tlk->string_count++] = from->strings[i];
    }
    if (strings && rq_doc_write(doc, &out, &err)) {
        const char *kept = create_keep(c, (char *)out.data, out.size);
        create_file(c, create_name(c, name), (struct rq_bytes){(const uint8_t *)kept, out.size});
    }
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Patchers use a string that is there already again, so that a second one like it never comes. */
static void find_twins(struct creation *c, struct item *item, const struct talks *t)
{
    for (size_t i = t->old->string_count; i < t->fresh->string_count && !item->missed; i++)
        for (size_t k = 0; k < i && !item->missed; k++)
            if (is_same(&t->fresh->strings[i], &t->fresh->strings[k]))
                item->missed = create_printf(
                    c, "string %zu is the same as string %zu, which patchers use in its place", i,
                    k);
}

static void tell_changed(struct creation *c, const struct talks *t, uint32_t *count)
{
    struct rq_out body = {0};
    for (size_t i = 0; i < t->old->string_count && i < t->fresh->string_count; i++)
        if (!is_same(&t->old->strings[i], &t->fresh->strings[i]))
            rq_putf(&body, "%zu=%u\r\n", i, (*count)++);
    if (*count) {
        write_table(c, "replace.tlk", t->fresh, 0, t->old);
        create_line(&c->heads[LIST_TLK], "Replace0", "replace.tlk");
        rq_put_str(&c->bodies[LIST_TLK], "[replace.tlk]\r\n");
        rq_put_bytes(&c->bodies[LIST_TLK], rq_out_bytes(&body));
    }
    rq_out_free(&body);
}

void create_tlk(struct creation *c, struct item *male, struct item *female)
{
    struct talks t, other;
    uint32_t replaced = 0;
    if (!open_talks(c, &t, male)) {
        close_talks(&t);
        if (male)
            male->missed = "a talk table that is missing or damaged can't be made by a patcher";
        if (female)
            female->missed = "patchers change it together with dialog.tlk, which did not change";
        return;
    }
    if (t.fresh->string_count < t.old->string_count)
        male->missed = create_printf(c, "strings were removed: %zu of %zu are left",
                                     t.fresh->string_count, t.old->string_count);
    c->old_strings = (uint32_t)t.old->string_count;
    c->new_strings = 0;
    if (t.fresh->string_count > t.old->string_count) {
        c->new_strings = (uint32_t)t.fresh->string_count;
        find_twins(c, male, &t);
        for (uint32_t i = 0; i < c->new_strings - c->old_strings; i++)
            rq_putf(&c->heads[LIST_TLK], "StrRef%u=%u\r\n", i, i);
        write_table(c, "append.tlk", t.fresh, t.old->string_count, NULL);
        if (open_talks(c, &other, female) && other.fresh->string_count > other.old->string_count)
            write_table(c, "appendf.tlk", other.fresh, other.old->string_count, NULL);
        close_talks(&other);
    }
    tell_changed(c, &t, &replaced);
    close_talks(&t);
}

/* ---- sounds ---- */

const char *create_ssf(struct creation *c, struct item *item)
{
    struct rq_doc *docs[2] = {create_doc(c, item->name, item->old, "ssf"),
                              create_doc(c, item->name, item->fresh, "ssf")};
    const struct rq_ssf *old = docs[0] ? rq_doc_root(docs[0], "ssf") : NULL;
    const struct rq_ssf *fresh = docs[1] ? rq_doc_root(docs[1], "ssf") : NULL;
    const char *why = !old || !fresh ? "it can't be read" : NULL;
    char room[16];
    if (!why && (old->sound_count != fresh->sound_count || old->sound_count > RQ_SSF_ALL))
        why = create_printf(c, "it has %zu sounds, and had %zu", fresh->sound_count,
                            old->sound_count);
    if (!why) {
        const char *name = create_name(c, item->name);
        struct rq_out *body = &c->bodies[LIST_SSF];
        create_listed(c, LIST_SSF, false, name);
        rq_putf(body, "[%s]\r\n", name);
        for (size_t i = 0; i < fresh->sound_count; i++)
            if (old->sounds[i] != fresh->sounds[i])
                create_line(body, ssf_sound(i, room), create_strref(c, fresh->sounds[i]));
        if (item->from_game)
            create_file(c, name, item->old);
    }
    rq_doc_free(docs[0]);
    rq_doc_free(docs[1]);
    return why;
}
