/* Models, settings and names of Redguard. */
#include "core/file.h"
#include "refs/refs.h"

#include <reliquary/ini.h>
#include <reliquary/model3d.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- models ---- */

/* Each image once, with the first face that shows it. */
void rq_collect_model3d(struct rq_collect *c)
{
    const struct rq_model3d *m = rq_doc_root(c->doc, "model3d");
    struct rq_arena arena = {0};
    struct rq_key_set seen;
    uint32_t number, before = 0;
    bool fine = rq_key_set_open(&seen, &arena, 0);
    for (uint32_t i = 0; fine && i < m->face_count; i++) {
        struct rq_model3d_texture t = rq_model3d_texture(m, m->faces[i].texture);
        char text[32];
        if (t.kind != RQ_MODEL3D_IMAGE)
            continue;
        fine = rq_key_set_put(&seen, &arena, (const uint32_t[4]){t.bank, t.image, 0, 0}, &number);
        if (!fine || number != before)
            continue;
        before++;
        int length = snprintf(text, sizeof text, "%u:%u", t.bank, t.image);
        size_t size = rq_collect_at(c, "faces/%u/texture", i);
        rq_collect_put(c, RQ_THING_IMAGE, RQ_USE_PLAIN,
                       (struct rq_bytes){(const uint8_t *)text, (size_t)length}, "");
        rq_collect_back(c, size);
    }
    rq_arena_free(&arena);
}

/* ---- settings ---- */

void rq_collect_path(struct rq_collect *c, enum rq_use_kind kind, struct rq_bytes path)
{
    char text[200], type[8];
    snprintf(text, sizeof text, "%.*s", (int)(path.size < sizeof text ? path.size : 0),
             (const char *)path.data);
    for (char *p = text; *p; p++)
        *p = *p == '\\' ? '/' : rq_lower(*p);
    const char *name = rq_path_base(text), *extension = rq_path_extension(name);
    size_t stem = extension[0] ? (size_t)(extension - name) - 1 : strlen(name);
    bool model = strcmp(extension, "3d") == 0 || strcmp(extension, "3dc") == 0;
    snprintf(type, sizeof type, "%s", model ? "3d|3dc" : extension);
    rq_collect_put(c, RQ_THING_RESOURCE, kind, (struct rq_bytes){(const uint8_t *)name, stem},
                   type);
}

/* A number, or numbers with commas; those below 0 end a list. */
static void put_numbers(struct rq_collect *c, enum rq_thing thing, struct rq_bytes value)
{
    char text[600];
    char *p = text, *end;
    snprintf(text, sizeof text, "%.*s", (int)(value.size < sizeof text ? value.size : 0),
             (const char *)value.data);
    for (;; p = end + strspn(end, ", \t")) {
        long number = strtol(p, &end, 10);
        if (end == p)
            return;
        if (number >= 0)
            rq_collect_number(c, thing, RQ_USE_PLAIN, number);
    }
}

/* Keys that name or define something beside a file; # is a number. */
static const struct setting {
    const char *file, *key;
    enum rq_thing thing;
    bool defines; /* the number in the key is that of a thing */
} settings[] = {
    {"ITEM.INI", "name[#]", RQ_THING_ITEM, true},
    {"ITEM.INI", "name[#]", RQ_THING_LINE, false},
    {"ITEM.INI", "description[#]", RQ_THING_LINE, false},
    {"WORLD.INI", "world_map[#]", RQ_THING_MAP, true},
    {"COMBAT.INI", "rtx_label", RQ_THING_LINE, false},
    {"COMBAT.INI", "sword_clank_1", RQ_THING_SOUND, false},
    {"COMBAT.INI", "sword_clank_2", RQ_THING_SOUND, false},
};

static void take_setting(struct rq_collect *c, const struct rq_ini_key *key, const char *name,
                         struct rq_bytes value)
{
    const char *bracket = strchr(name, '[');
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        const struct setting *s = &settings[i];
        if (strcmp(s->file, key->file) != 0 || strcmp(s->key, key->key) != 0)
            continue;
        if (s->defines && bracket)
            rq_collect_number(c, s->thing, RQ_USE_DEFINES, strtol(bracket + 1, NULL, 10));
        else if (s->thing == RQ_THING_SOUND)
            put_numbers(c, s->thing, value);
        /* "&051" counts lines in another way. */
        else if (s->thing == RQ_THING_LINE && value.size && *value.data != '&')
            rq_collect_put(c, s->thing, RQ_USE_PLAIN, value, "");
    }
}

/* Scripts of items were never shipped, films are on the CD; what is for developers is not read. */
static enum rq_use_kind kind_of(const struct rq_ini_key *key)
{
    if (strcmp(key->section, "debug") == 0)
        return RQ_USE_IGNORED;
    bool elsewhere =
        strcmp(key->key, "use_script[#]") == 0 || strcmp(key->key, "movie_name[#]") == 0;
    return elsewhere ? RQ_USE_OPTIONAL : RQ_USE_PLAIN;
}

void rq_collect_ini(struct rq_collect *c)
{
    const struct rq_ini *ini = rq_doc_root(c->doc, "ini");
    char section[100] = "", name[100];
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        if (line->name.size >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)line->name.size, (const char *)line->name.data);
        if (line->kind == RQ_INI_SECTION)
            memcpy(section, name, sizeof section);
        const struct rq_ini_key *key =
            line->kind == RQ_INI_ENTRY ? rq_ini_key(c->name, section, name) : NULL;
        if (!key)
            continue;
        size_t size = rq_collect_at(c, "%s/%s", section, name);
        if (key->type == RQ_INI_PATH)
            rq_collect_path(c, kind_of(key), line->value);
        if (key->refers && strcmp(key->refers, "name[#]") == 0)
            put_numbers(c, RQ_THING_ITEM, line->value);
        if (key->refers && strcmp(key->refers, "world_map[#]") == 0)
            put_numbers(c, RQ_THING_MAP, line->value);
        take_setting(c, key, name, line->value);
        rq_collect_back(c, size);
    }
}

/* ---- SOUP386.DEF ---- */

static void take_list(struct rq_collect *c, const struct rq_def_list *list, const char *part,
                      enum rq_thing thing)
{
    for (size_t i = 0; i < list->count; i++) {
        size_t size = rq_collect_at(c, "%s/%zu", part, i);
        rq_collect_put(c, thing, RQ_USE_DEFINES, list->lines[i]->name, "");
        rq_collect_back(c, size);
    }
}

void rq_collect_def(struct rq_collect *c)
{
    const struct rq_def *def = rq_doc_root(c->doc, "def");
    take_list(c, &def->flags, "flags", RQ_THING_FLAG);
    take_list(c, &def->attributes, "attributes", RQ_THING_ATTRIBUTE);
}
