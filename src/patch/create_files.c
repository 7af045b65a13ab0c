/* What goes into the game as a whole: [InstallList], and scripts with their sources as [CompileList]. */
#include "core/text.h"
#include "patch/create.h"

#include <reliquary/nwscript.h>

static struct install *folder_of(struct creation *c, const char *folder)
{
    for (uint32_t i = 0; i < c->install_count; i++)
        if (rq_casecmp(c->installs[i].folder, folder) == 0)
            return &c->installs[i];
    struct install *more =
        rq_arena_more(&c->arena, &c->installs, c->install_count, &c->install_room, sizeof *more);
    if (!more)
        return NULL;
    more[c->install_count] = (struct install){.folder = folder};
    return &more[c->install_count++];
}

static const struct mod_file *shipped_as(const struct creation *c, const char *name)
{
    for (uint32_t i = 0; i < c->file_count; i++)
        if (rq_casecmp(c->files[i].name, name) == 0)
            return &c->files[i];
    return NULL;
}

/* Whether the mod has a file with that name and these bytes. */
static bool is_shipped(const struct creation *c, const struct mod_file *file)
{
    const struct mod_file *there = shipped_as(c, file->name);
    return there && rq_same(there->bytes, file->bytes);
}

void create_install(struct creation *c, struct item *item)
{
    struct install *in = folder_of(c, item->folder);
    if (!in)
        return;
    const char *name = item->name;
    struct mod_file file = {name, item->fresh};
    /* The source of a script that is compiled lies there already. */
    bool shipped = strcmp(rq_path_extension(name), "nss") == 0 && is_shipped(c, &file);
    name = shipped ? name : create_name(c, name);
    bool replace = item->has_old && !item->from_game;
    create_line(&in->lines, create_printf(c, "%s%u", replace ? "Replace" : "File", in->count++),
                name);
    if (strcmp(name, item->name) != 0) {
        rq_putf(&c->bodies[LIST_INSTALL], "[%s]\r\n", name);
        create_line(&c->bodies[LIST_INSTALL], "!SaveAs", item->name);
    }
    if (!shipped)
        create_file(c, name, item->fresh);
}

/* ---- scripts ---- */

/* A source in Override of the second game: there patchers compile. */
static const struct rq_map *find_source(struct creation *c, const char *name)
{
    struct side *side = &c->sides[1];
    const char *wanted = create_printf(c, "override/%s", name);
    for (size_t i = 0; i < side->walk.count; i++) {
        const char *relative = side->walk.items[i].relative;
        const char *place = c->flat ? create_printf(c, "override/%s", relative) : relative;
        if (rq_casecmp(place, wanted) != 0)
            continue;
        if (!side->maps[i].bytes.data &&
            !rq_map_open(&side->maps[i], side->walk.items[i].path, NULL))
            return NULL;
        return &side->maps[i];
    }
    return NULL;
}

struct sources {
    struct creation *c;
    struct mod_file files[32]; /* includes; scripts of mods have a few */
    size_t count;
};

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    struct sources *s = ctx;
    const char *file = create_printf(s->c, "%s.nss", name);
    const struct rq_map *map = find_source(s->c, file);
    if (!map || s->count == sizeof s->files / sizeof s->files[0])
        return false;
    s->files[s->count++] = (struct mod_file){file, map->bytes};
    *text = map->bytes;
    *path = file;
    return true;
}

/* The sources lie beside the instructions under their own names, once. */
static void ship(struct creation *c, const struct mod_file *file)
{
    if (!is_shipped(c, file))
        create_file(c, create_name(c, file->name), file->bytes);
}

static bool can_ship(const struct creation *c, const struct mod_file *file)
{
    return !shipped_as(c, file->name) || is_shipped(c, file);
}

static bool gives(struct creation *c, const struct item *item, const char *name,
                  struct rq_bytes source, struct sources *s)
{
    struct rq_nss_options options = {.game = c->game_number, .ctx = s, .include = find_include};
    struct rq_out out = {0};
    struct rq_error err = {0};
    enum rq_nss_kind kind = RQ_NSS_INCLUDE;
    bool same = rq_nss_compile(source, name, &options, &out, &kind, &err) &&
                kind != RQ_NSS_INCLUDE && rq_same(rq_out_bytes(&out), item->fresh);
    rq_out_free(&out);
    for (size_t i = 0; same && i < s->count; i++)
        same = can_ship(c, &s->files[i]);
    return same;
}

bool create_compile(struct creation *c, struct item *item)
{
    struct sources s = {.c = c};
    size_t stem = (size_t)(rq_path_extension(item->name) - item->name);
    const char *name = create_printf(c, "%.*snss", (int)stem, item->name);
    const struct rq_map *source = find_source(c, name);
    struct mod_file file = {name, source ? source->bytes : (struct rq_bytes){0}};
    bool override = !item->in_archive && rq_casecmp(item->folder, "override") == 0;
    if (!source || (!item->in_archive && !override) || !can_ship(c, &file) ||
        !gives(c, item, name, source->bytes, &s))
        return false;
    ship(c, &file);
    for (size_t i = 0; i < s.count; i++)
        ship(c, &s.files[i]);
    create_listed(c, LIST_COMPILE, item->has_old, name);
    if (item->in_archive) {
        rq_putf(&c->bodies[LIST_COMPILE], "[%s]\r\n", name);
        create_line(&c->bodies[LIST_COMPILE], "!Destination", create_path(c, item->folder));
    }
    return true;
}
