/* [TLKList]: strings of the talk table, and their numbers as tokens. */
#include "core/line.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/value.h"
#include "patch/parts.h"

#include <reliquary/tlk.h>
#include <stdio.h>

/* A talk table of the game with the mod's table that goes into it. */
struct table {
    struct res *res;
    struct rq_doc *doc;
    struct rq_tlk *tlk;
};

struct talk {
    struct table tables[2]; /* dialog.tlk, and dialogf.tlk where the game has one */
    const char *sources[2]; /* append.tlk, appendf.tlk */
    struct ini_section *section;
};

/* ---- tables ---- */

static bool open_table(struct rq_patch *p, struct table *t, const char *name)
{
    t->res = plan_res(p, 0, "", name);
    if (!t->res || !t->res->exists)
        return false;
    t->doc = plan_doc(p, 0, t->res, "tlk");
    t->tlk = t->doc ? rq_doc_root(t->doc, "tlk") : NULL;
    return t->tlk != NULL;
}

/* The mod's table; freed by the caller. */
static struct rq_doc *open_source(struct rq_patch *p, unsigned line, const char *name,
                                  struct rq_tlk **tlk)
{
    struct rq_error err = {0};
    struct rq_bytes bytes;
    const char *clean = disk_clean(p, line, name);
    struct rq_options options = {.name = name, .codepage = p->page};
    options.format = rq_format_by_name("tlk");
    if (!clean)
        return NULL;
    if (!plan_source(p, "", clean, &bytes)) {
        tell(p, RQ_PATCH_ERROR, line, "%s is not in the mod", name);
        return NULL;
    }
    struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
    *tlk = doc ? rq_doc_root(doc, "tlk") : NULL;
    if (!doc)
        tell_error(p, line, name, &err);
    return doc;
}

/* The table for a female player has texts of its own where the mod has appendf.tlk. */
static const char *female_source(struct rq_patch *p, const struct talk *talk)
{
    const char *below = keepf(p, "%s%s%s", p->below, *p->below ? "/" : "", talk->sources[1]);
    return plan_has_source(p, below) ? talk->sources[1] : NULL;
}

/* ---- strings ---- */

static bool is_same(const struct rq_tlk_string *a, const struct rq_tlk_string *b)
{
    return rq_same(a->text, b->text) && a->entry.flags == b->entry.flags &&
           a->entry.sound_length == b->entry.sound_length &&
           strncmp(a->entry.sound, b->entry.sound, sizeof a->entry.sound) == 0;
}

static bool append(struct rq_patch *p, struct table *t, const struct rq_tlk_string *s)
{
    struct rq_tlk_string *strings =
        rq_doc_one_more(t->doc, t->tlk->strings, t->tlk->string_count, sizeof *strings);
    if (!strings)
        return false;
    t->tlk->strings = strings;
    struct rq_tlk_string added = *s;
    added.text = keep_bytes(p, s->text);
    added.outside = false;
    strings[t->tlk->string_count++] = added;
    t->res->changed = true;
    return true;
}

/* Appends string i, or finds the one that is there. The table for a female player always gets a new one, as with
 * the other patchers. */
static void add_string(struct rq_patch *p, struct talk *talk, const struct ini_key *key,
                       struct rq_tlk *const sources[2], uint32_t i, uint32_t token)
{
    struct table *male = &talk->tables[0], *female = &talk->tables[1];
    char number[16];
    if (i >= sources[0]->string_count) {
        tell(p, RQ_PATCH_ERROR, key->line, "the mod's talk table has no string %u", i);
        return;
    }
    const struct rq_tlk_string *s = &sources[0]->strings[i];
    size_t at = 0;
    while (at < male->tlk->string_count && !is_same(&male->tlk->strings[at], s))
        at++;
    const struct rq_tlk *other =
        sources[1] && i < sources[1]->string_count ? sources[1] : sources[0];
    if (female->tlk && !append(p, female, &other->strings[i]))
        return;
    if (at == male->tlk->string_count) {
        if (!append(p, male, s))
            return;
        wrote(p, male->res, key->line, "", "+");
        tell(p, RQ_PATCH_NOTE, key->line, "StrRef%u is string %zu of dialog.tlk", token, at);
    } else {
        tell(p, RQ_PATCH_NOTE, key->line, "StrRef%u is string %zu, which dialog.tlk has already",
             token, at);
    }
    snprintf(number, sizeof number, "%zu", at);
    token_set(p, false, token, number, false);
}

static bool is_number(const char *text, uint32_t *number)
{
    int64_t v;
    if (starts_with(text, "StrRef"))
        text += 6;
    if (!rq_line_number(rq_line_of(text), &v) || v < 0 || v > UINT32_MAX)
        return false;
    *number = (uint32_t)v;
    return true;
}

/* Text and sound of a string; an empty one keeps the old. */
static void replace_string(struct rq_patch *p, struct table *t, const struct ini_key *key,
                           uint32_t at, const struct rq_tlk_string *s)
{
    if (at >= t->tlk->string_count) {
        tell(p, RQ_PATCH_ERROR, key->line, "%s has no string %u", t->res->path, at);
        return;
    }
    struct rq_tlk_string *to = &t->tlk->strings[at];
    if (s->text.size) {
        to->text = keep_bytes(p, s->text);
        to->entry.flags |= RQ_TLK_TEXT;
        to->outside = false;
    }
    if (s->entry.sound[0]) {
        memcpy(to->entry.sound, s->entry.sound, sizeof to->entry.sound);
        to->entry.flags |= s->entry.flags & (RQ_TLK_SOUND | RQ_TLK_LENGTH);
        to->entry.sound_length = s->entry.sound_length;
    }
    t->res->changed = true;
    wrote(p, t->res, key->line, "", "%u", at);
}

/* ---- the keys ---- */

/* "Replace0=f.tlk" and "Append0=f.tlk" with the section [f.tlk]. */
static void take_table(struct rq_patch *p, struct talk *talk, const struct ini_key *key,
                       bool replace)
{
    struct ini_section *section = ini_find(&p->ini, key->value);
    struct rq_tlk *tlk[2] = {0};
    struct rq_doc *doc = section ? open_source(p, key->line, key->value, &tlk[0]) : NULL;
    if (!section)
        tell(p, RQ_PATCH_ERROR, key->line, "there is no section [%s]", key->value);
    for (uint32_t i = 0; doc && i < section->count; i++) {
        const struct ini_key *row = ini_at(&p->ini, section, i);
        uint32_t to, from;
        if (row->name[0] == '!')
            continue;
        if (!is_number(row->name, &to) || !is_number(row->value, &from)) {
            tell(p, RQ_PATCH_ERROR, row->line, "expected two numbers of strings, found %s=%s",
                 row->name, row->value);
        } else if (!replace) {
            add_string(p, talk, row, tlk, from, to);
        } else if (from >= tlk[0]->string_count) {
            tell(p, RQ_PATCH_ERROR, row->line, "%s has no string %u", key->value, from);
        } else {
            char number[16];
            snprintf(number, sizeof number, "%u", to);
            for (int k = 0; k < 2; k++)
                if (talk->tables[k].tlk)
                    replace_string(p, &talk->tables[k], row, to, &tlk[0]->strings[from]);
            token_set(p, false, to, number, false);
        }
    }
    rq_doc_free(doc);
}

/* "12\Text=…" and "12\Sound=…". */
static void set_string(struct rq_patch *p, struct talk *talk, const struct ini_key *key)
{
    const char *part = strpbrk(key->name, "\\/");
    const char *name = keep(p, key->name, (size_t)(part - key->name));
    uint32_t number;
    bool sound = rq_casecmp(part + 1, "sound") == 0;
    if (!is_number(name, &number) || (!sound && rq_casecmp(part + 1, "text") != 0)) {
        tell(p, RQ_PATCH_ERROR, key->line, "expected a number with \\Text or \\Sound, found %s",
             key->name);
        return;
    }
    for (int i = 0; i < 2; i++) {
        struct table *t = &talk->tables[i];
        if (!t->tlk)
            continue;
        struct rq_error err = {0};
        if (!rq_doc_set(t->doc, keepf(p, "%u%s", number, sound ? "/sound" : ""), key->value, &err))
            tell_error(p, key->line, t->res->path, &err);
        else
            t->res->changed = true;
    }
    wrote(p, talk->tables[0].res, key->line, key->value, "%u", number);
}

static bool is_named(const struct ini_key *key)
{
    return starts_with(key->name, "StrRef");
}

static void add_named(struct rq_patch *p, struct talk *talk)
{
    struct rq_tlk *tlk[2] = {0};
    struct rq_doc *docs[2] = {0};
    const struct ini_section *s = talk->section;
    unsigned first = 0; /* line that names a string */
    for (uint32_t i = s->count; i-- > 0;)
        first = is_named(ini_at(&p->ini, s, i)) ? ini_at(&p->ini, s, i)->line : first;
    if (first)
        docs[0] = open_source(p, first, talk->sources[0], &tlk[0]);
    const char *female = docs[0] && talk->tables[1].tlk ? female_source(p, talk) : NULL;
    if (female)
        docs[1] = open_source(p, first, female, &tlk[1]);
    for (uint32_t i = 0; docs[0] && i < s->count; i++) {
        const struct ini_key *key = ini_at(&p->ini, s, i);
        uint32_t token, from;
        if (!is_named(key))
            continue;
        if (is_number(key->name, &token) && is_number(key->value, &from))
            add_string(p, talk, key, tlk, from, token);
        else
            tell(p, RQ_PATCH_ERROR, key->line,
                 "expected StrRefN=number, found %s=%s; ranges are not supported", key->name,
                 key->value);
    }
    rq_doc_free(docs[0]);
    rq_doc_free(docs[1]);
}

void tlk_list(struct rq_patch *p, struct ini_section *section)
{
    struct talk talk = {.section = section, .sources = {"append.tlk", "appendf.tlk"}};
    const char *named = ini_value(&p->ini, section, "!SourceFile");
    const char *female = ini_value(&p->ini, section, "!SourceFileF");
    bool any = false;
    for (uint32_t i = 0; i < section->count; i++)
        any = any || ini_at(&p->ini, section, i)->name[0] != '!';
    if (!any)
        return;
    talk.sources[0] = named && *named ? named : talk.sources[0];
    talk.sources[1] = female && *female ? female : talk.sources[1];
    if (!open_table(p, &talk.tables[0], "dialog.tlk")) {
        tell(p, RQ_PATCH_ERROR, section->line,
             "the game has no dialog.tlk that could take strings: nothing is installed");
        p->summary.stopped = true;
        return;
    }
    open_table(p, &talk.tables[1], "dialogf.tlk");
    add_named(p, &talk);
    for (uint32_t i = 0; i < section->count; i++) {
        const struct ini_key *key = ini_at(&p->ini, section, i);
        if (key->name[0] == '!' || is_named(key))
            continue;
        if (strpbrk(key->name, "\\/"))
            set_string(p, &talk, key);
        else if (starts_with(key->name, "Replace") || starts_with(key->name, "Append"))
            take_table(p, &talk, key, starts_with(key->name, "Replace"));
        else
            tell(p, RQ_PATCH_ERROR, key->line, "%s is no key of TLKList that patchers agree on",
                 key->name);
    }
}
