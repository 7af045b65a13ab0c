#include "convert_kind.h"
#include "convert_save.h"
#include "core/pool.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>

/* An archive of models is looked at as one scene, not as its entries. */
static bool is_shown_whole(const struct rq_tree_node *node)
{
    return node->container && has_kind(node->format, RQ_WAY_CONVERT, "glb");
}

/* A file of no format of ours that can become one: a PNG a texture, a GLB a model. */
static bool is_source(const struct convert *c, const struct rq_tree_node *node)
{
    const struct rq_file_kind *kind = c->target ? rq_file_kind_detect(node->bytes) : NULL;
    return kind && has_kind(c->target, RQ_WAY_IMPORT, kind->name);
}

/* Of many inputs, those that can't become the kind that --to asks for are passed over; a
 * single one is an error, which says what it can become. */
bool convertible(const struct convert *c, const struct rq_tree_node *node)
{
    const char *to = c->args->values[OPT_to];
    if (!node->format && c->target)
        return is_source(c, node);
    if (!node->format || (node->container && !is_shown_whole(node)) ||
        c->is_part[node - c->tree.nodes])
        return false;
    return !to || c->tree.count == 1 || has_kind(node->format, RQ_WAY_CONVERT, to);
}

static void note_lost(void *ctx, const struct rq_finding *lost)
{
    struct target *t = ctx;
    if (strcmp(lost->id, "missing") != 0)
        add_note(t, "lost", lost->where, lost->text);
    else if (t->c->tree.count == 1 && given(t->c->args, OPT_quiet))
        return;
    else if (t->c->tree.count == 1)
        add_note(t, "not found, so left out", "", lost->text);
    else if (!t->made->missing)
        t->made->missing = need_text("%s", lost->text);
}

/* What a person has to know about a single file; of many it would be too much. */
static void note_findings(struct target *t, const struct rq_doc *doc)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    const char *second = rq_format_companion(rq_doc_format(doc));
    if (given(t->c->args, OPT_quiet) || t->c->tree.count > 1)
        return;
    if (second && !rq_doc_has_companion(doc)) {
        char text[80];
        snprintf(text, sizeof text, "its .%s was not found; the values in it are left out", second);
        add_note(t, "warning", "", text);
    }
    for (size_t i = 0; i < count; i++)
        if (findings[i].severity >= RQ_WARNING)
            add_note(t, "warning", findings[i].where, findings[i].text);
}

/* ---- textures ---- */

/* The TXI beside a picture that becomes a texture, if there is one; map is to be closed. */
static void open_txi(struct target *t, struct rq_map *map, struct rq_error *err)
{
    const struct rq_tree_node *node = t->node;
    bool has_own = node->format && node->format == rq_format_by_name("tpc");
    if (!is_texture(t->c->target) || node->depth || has_own || t->c->how.txi.size)
        return;
    char *path = with_extension(node->path, "txi"), *found = rq_path_alike(path);
    if (found && rq_map_open(map, found, err) && !given(t->c->args, OPT_quiet))
        add_note(t, "takes its text along", "", found);
    free(path);
    free(found);
}

static void save_part(struct target *t, struct rq_bytes bytes, const char *extension,
                      struct rq_error *err)
{
    char *name = with_extension(rq_path_base(t->node->name), extension);
    if (!err->code)
        save_made(t, name, bytes, err);
    free(name);
}

/* A PNG as a texture, with its text inside or beside it, or a GLB as a model of two files. */
static void import_one(struct target *t, const struct rq_texture_options *how, struct rq_error *err)
{
    const struct convert *c = t->c;
    const struct rq_format_info *info = rq_format_describe(c->target);
    const char *second = rq_format_companion(c->target);
    const char *asked = extension_of(c->args->values[OPT_to], c->target);
    char extension[8];
    char *named = asked ? with_extension(t->node->path, asked) : NULL;
    struct rq_options options = {.name = named ? named : t->node->path,
                                 .palette = c->help.palette.bytes,
                                 .texture = *how,
                                 .env = c->help.env.get ? &c->help.env : NULL};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_import(t->node->bytes, c->target, &options, err);
    snprintf(extension, sizeof extension, "%.*s",
             (int)strcspn(asked ? asked : info->extensions, " "), asked ? asked : info->extensions);
    if (doc)
        note_findings(t, doc);
    if (doc && rq_doc_write(doc, &out, err))
        save_part(t, rq_out_bytes(&out), extension, err);
    rq_out_cut(&out, 0);
    if (doc && second && !err->code && rq_doc_write_companion(doc, &out, err))
        save_part(t, rq_out_bytes(&out), second, err);
    if (doc && how->txi.size && c->target != rq_format_by_name("tpc"))
        save_part(t, how->txi, "txi", err);
    save_last(t, err);
    rq_out_free(&out);
    rq_doc_free(doc);
    free(named);
}

/* ---- worlds ---- */

/* The entries of WORLD.INI with a map or ground, to be freed; how many. */
static size_t find_worlds(const struct convert *c, const char *name, struct rq_world **worlds)
{
    struct rq_resource found = {0};
    struct rq_error err = {0};
    size_t count = 0;
    struct rq_doc *doc = c->help.game && rq_game_find(c->help.game, "WORLD.INI", &found)
                             ? rq_game_read(c->help.game, &found, NULL, &err)
                             : NULL;
    const struct rq_ini *ini = doc ? rq_doc_root(doc, "ini") : NULL;
    size_t all = ini ? rq_world_variants(ini, rq_path_base(name), NULL, 0) : 0;
    int *numbers = need(all + 1, sizeof *numbers);
    *worlds = need(all + 1, sizeof **worlds);
    if (all)
        rq_world_variants(ini, rq_path_base(name), numbers, all);
    for (size_t i = 0; i < all; i++)
        count += rq_world_read(ini, numbers[i], &(*worlds)[count]);
    free(numbers);
    rq_doc_free(doc);
    return count;
}

/* A map by day is the same file as by night: says so when nobody chose. */
static void note_worlds(struct target *t, const struct rq_world *worlds, size_t count)
{
    char text[200];
    size_t size = 0;
    for (size_t i = 0; i < count && size < sizeof text - 40; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%d (%.20s)", i ? ", " : "",
                                 worlds[i].number, worlds[i].palette);
    snprintf(text + size, sizeof text - size, "; --world N or all");
    add_note(t, "is several worlds, the first is shown", "", text);
}

/* An entry that says the same as one before it would make the same files. */
static bool is_repeated(struct target *t, const struct rq_world *worlds, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        struct rq_world like = worlds[i];
        char text[60];
        like.number = worlds[index].number;
        if (memcmp(&like, &worlds[index], sizeof like) != 0)
            continue;
        snprintf(text, sizeof text, "world %d is as world %d, and not made", worlds[index].number,
                 worlds[i].number);
        add_note(t, "made once", "", text);
        return true;
    }
    return false;
}

/* Once, or once for each of its worlds. */
static bool convert_doc(struct target *t, struct rq_doc *doc, struct rq_convert_options *how,
                        struct rq_error *err)
{
    const struct convert *c = t->c;
    const char *format = rq_format_describe(rq_doc_format(doc))->name;
    bool map = strcmp(format, "rgm") == 0 || strcmp(format, "wld") == 0;
    bool asks = map && (!how->to || strcmp(how->to, "glb") == 0) && c->tree.count == 1 &&
                !given(c->args, OPT_quiet) && !how->has_world;
    struct rq_world *worlds = NULL;
    size_t count = c->all_worlds || asks ? find_worlds(c, t->node->name, &worlds) : 0;
    bool fine = true;
    if (!c->all_worlds) {
        fine = rq_doc_convert(doc, how, save_made, t, err);
        if (fine && count > 1)
            note_worlds(t, worlds, count);
    } else if (!count) {
        fine = rq_fail(err, RQ_USAGE, 0, t->node->name, "is the map of no world of WORLD.INI");
    }
    for (size_t i = 0; c->all_worlds && i < count && fine; i++) {
        if (is_repeated(t, worlds, i))
            continue;
        how->has_world = true;
        how->world = t->world = worlds[i].number;
        fine = rq_doc_convert(doc, how, save_made, t, err);
    }
    free(worlds);
    return save_last(t, err) && fine;
}

static const char not_tried[] = "not tried: nothing can be written any more";

/* A figure; or the area of --module, with what stands in it. */
static bool is_whole(const struct convert *c, const struct rq_tree_node *node)
{
    const char *to = c->args->values[OPT_to];
    bool area = given(c->args, OPT_module) && c->tree.count == 1 &&
                (!to || strcmp(to, "glb") == 0) && node->format == rq_format_by_name("lyt");
    return figure_of(c->args) || area;
}

/* Without its texture. */
static struct rq_convert_options convert_options_of(struct target *t, size_t index)
{
    const struct convert *c = t->c;
    const struct args *args = c->args;
    const struct rq_tree_node *node = t->node;
    return (struct rq_convert_options){.to = args->values[OPT_to],
                                       .name = node->name,
                                       .full_names = c->shares_stem[index],
                                       .palette = c->help.palette.bytes,
                                       .env = &c->help.env,
                                       .all_levels = given(args, OPT_all_levels),
                                       .best = given(args, OPT_best),
                                       .has_world = given(args, OPT_world) && !c->all_worlds,
                                       .world = c->world,
                                       .whole = is_whole(c, node),
                                       .lightmaps = args->values[OPT_lightmaps],
                                       .no_markers = given(args, OPT_no_markers),
                                       .item = args->values[OPT_item],
                                       .actor = args->values[OPT_actor],
                                       .hold = args->values[OPT_hold],
                                       .text_names = given(args, OPT_text_names),
                                       .dialect = args->values[OPT_dialect],
                                       .lost = note_lost,
                                       .lost_ctx = t,
                                       .pictures = c->pictures};
}

static void export_one(struct target *target, size_t index,
                       const struct rq_texture_options *texture, struct rq_error *err)
{
    struct convert *c = target->c;
    const struct rq_tree_node *node = target->node;
    struct rq_options options;
    read_options(c->args, node->name, &options);
    options.format = node->format;
    options.companion = node->companion;
    struct rq_doc *doc = rq_doc_read(node->bytes, &options, err);
    struct rq_convert_options how = convert_options_of(target, index);
    how.texture = *texture;
    if (doc && convert_doc(target, doc, &how, err) && c->tree.count == 1 && !target->made->count)
        rq_fail(err, RQ_UNSUPPORTED, 0, node->name, "nothing in it can be shown; info says why");
    if (doc)
        note_findings(target, doc);
    if (doc && !err->code)
        gallery_look_inside(&c->gallery, target->made, doc, &how, err);
    /* A file that is the first of several is none of those that were asked for. */
    if (c->one_file && err->code == RQ_USAGE && target->made->count && strcmp(c->out, "-") != 0)
        forget_made(target->made, rq_remove_file(c->out));
    rq_doc_free(doc);
}

static void convert_one(void *ctx, size_t index)
{
    struct convert *c = ctx;
    const struct rq_tree_node *node = &c->tree.nodes[index];
    struct target target = {.c = c, .node = node, .made = &c->made[index], .world = -1};
    if (!convertible(c, node))
        return;
    if (atomic_load(&c->stopped)) {
        rq_fail(&c->errors[index], RQ_IO, 0, node->path, "%s", not_tried);
        return;
    }
    struct rq_error *err = &c->errors[index];
    struct rq_texture_options texture = c->how;
    struct rq_map txi = {0};
    open_txi(&target, &txi, err);
    if (txi.bytes.data)
        texture.txi = txi.bytes;
    if (!err->code && node->format)
        export_one(&target, index, &texture, err);
    else if (!err->code)
        import_one(&target, &texture, err);
    rq_map_close(&txi);
    if (err->hint == RQ_HINT_FULL)
        atomic_store(&c->stopped, true);
}

static void convert_done(void *ctx, size_t index)
{
    struct convert *c = ctx;
    const struct rq_tree_node *node = &c->tree.nodes[index];
    if (c->errors[index].code) {
        if (strcmp(c->errors[index].text, not_tried) != 0)
            report(node->path, &c->errors[index], EXIT_UNREADABLE);
        c->failed++;
    }
    if (c->made[index].notes && !c->errors[index].code) {
        progress_wipe();
        fprintf(stderr, "%s\n", c->made[index].notes);
    }
    for (size_t i = 0; i < c->made[index].count; i++)
        *(c->made[index].files[i].kept ? &c->kept : &c->files) += 1;
    c->skipped += !node->container && !c->is_part[index] && !convertible(c, node);
    progress_show(&c->progress, index + 1, c->tree.count);
}

/* BARREL.3D and BARREL.3DC would both be BARREL.glb: then both keep their extension. */
static size_t stem_size(const char *below)
{
    const char *extension = rq_path_extension(below);
    return extension[0] ? (size_t)(extension - below) - 1 : strlen(below);
}

static int by_stem(const void *a, const void *b)
{
    const struct rq_tree_node *x = *(const struct rq_tree_node *const *)a,
                              *y = *(const struct rq_tree_node *const *)b;
    size_t m = stem_size(x->below), n = stem_size(y->below);
    for (size_t i = 0; i < m && i < n; i++) {
        char p = rq_lower(x->below[i]), q = rq_lower(y->below[i]);
        if (p != q)
            return p < q ? -1 : 1;
    }
    if (m != n)
        return m < n ? -1 : 1;
    /* The natural kind comes first. A picture is of no format of ours, but can become a texture. */
    char p[RQ_KINDS_SIZE] = "png", q[RQ_KINDS_SIZE] = "png";
    if (x->format)
        rq_format_kinds(x->format, RQ_WAY_CONVERT, p);
    if (y->format)
        rq_format_kinds(y->format, RQ_WAY_CONVERT, q);
    return strncmp(p, q, strcspn(p, " ") + 1);
}

/* Nodes by falling size: the order in which to start. */
static int by_size(const void *a, const void *b)
{
    const struct rq_tree_node *x = *(const struct rq_tree_node *const *)a,
                              *y = *(const struct rq_tree_node *const *)b;
    if (x->bytes.size != y->bytes.size)
        return x->bytes.size > y->bytes.size ? -1 : 1;
    return x < y ? -1 : 1;
}

static size_t *order_by_size(const struct rq_tree *tree)
{
    const struct rq_tree_node **sorted = need(tree->count, sizeof(void *));
    size_t *order = need(tree->count, sizeof *order);
    for (size_t i = 0; i < tree->count; i++)
        sorted[i] = &tree->nodes[i];
    if (tree->count)
        qsort(sorted, tree->count, sizeof(void *), by_size);
    for (size_t i = 0; i < tree->count; i++)
        order[i] = (size_t)(sorted[i] - tree->nodes);
    free(sorted);
    return order;
}

static void find_parts(struct convert *c)
{
    size_t whole = SIZE_MAX; /* depth of the archive that is shown whole */
    for (size_t i = 0; i < c->tree.count; i++) {
        const struct rq_tree_node *node = &c->tree.nodes[i];
        if (node->depth <= whole)
            whole = is_shown_whole(node) ? node->depth : SIZE_MAX;
        else
            c->is_part[i] = true;
    }
}

static void find_shared_stems(struct convert *c)
{
    const struct rq_tree_node **sorted = need(c->tree.count, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; i < c->tree.count; i++)
        if (convertible(c, &c->tree.nodes[i]))
            sorted[count++] = &c->tree.nodes[i];
    if (count)
        qsort(sorted, count, sizeof(void *), by_stem);
    for (size_t i = 1; i < count; i++) {
        if (by_stem(&sorted[i - 1], &sorted[i]) == 0) {
            c->shares_stem[sorted[i - 1] - c->tree.nodes] = true;
            c->shares_stem[sorted[i] - c->tree.nodes] = true;
        }
    }
    free(sorted);
}

/* A single file may go straight to the name that -o gives, when its extension is that of what is made.
 * Others are folders: those of pictures are often called after the file that they came from. */
static bool names_a_file(const struct convert *c)
{
    const char *to = c->args->values[OPT_to];
    if (strcmp(c->out, "-") == 0)
        return true;
    bool single = c->tree.count == 1 || (c->tree.count && is_shown_whole(&c->tree.nodes[0]));
    for (size_t i = 1; i < c->tree.count && single; i++)
        single = c->is_part[i];
    return single && convertible(c, &c->tree.nodes[0]) && to && fits_kind(c->out, to) &&
           rq_path_kind(c->out, NULL) != RQ_PATH_FOLDER;
}

static int convert_tree(struct convert *c)
{
    c->errors = need(c->tree.count, sizeof *c->errors);
    c->made = need(c->tree.count, sizeof *c->made);
    c->shares_stem = need(c->tree.count, sizeof *c->shares_stem);
    c->is_part = need(c->tree.count, sizeof *c->is_part);
    find_parts(c);
    find_shared_stems(c);
    c->one_file = names_a_file(c);
    if (!c->one_file && c->tree.count > 1 && kind_of_extension(c->out) &&
        rq_path_kind(c->out, NULL) != RQ_PATH_FOLDER) {
        complain("%s can't hold what several files become: -o must name a folder", c->out);
        return EXIT_USAGE;
    }
    if (c->tree.count == 1 && !c->tree.nodes[0].format && !convertible(c, &c->tree.nodes[0])) {
        complain("%s is of no known format; reliquary formats lists them", c->tree.nodes[0].path);
        return EXIT_UNREADABLE;
    }
    gallery_open(&c->gallery, c->args, c->help.game, !c->one_file && c->tree.count > 1);
    size_t *order = order_by_size(&c->tree);
    progress_open(&c->progress, c->args, "converted");
    c->pictures = rq_pictures_open();
    /* Two transactions in one folder would be in each other's way. */
    bool alone = c->one_file || (second_of(c) && given(c->args, OPT_force));
    rq_pool_run(&(struct rq_jobs){.count = c->tree.count,
                                  .work = convert_one,
                                  .done = convert_done,
                                  .ctx = c,
                                  .start = order,
                                  .threads = alone ? 1 : jobs_of(c->args)});
    progress_close(&c->progress);
    free(order);
    if (!given(c->args, OPT_quiet))
        tell_missing(c);
    struct rq_error err = {0};
    bool indexed = !c->one_file && c->tree.count > 1 && c->files;
    /* A full disk has room for a plain index at most. */
    c->gallery.on = c->gallery.on && !atomic_load(&c->stopped);
    if (indexed &&
        !write_index(&c->gallery, c->out, &c->tree, c->made,
                     given(c->args, OPT_force) || given(c->args, OPT_skip_existing), &err))
        return report(c->out, &err, EXIT_UNWRITTEN);
    if (!given(c->args, OPT_quiet) && strcmp(c->out, "-") != 0) {
        say_made(c);
        if (indexed)
            printf("open %s/index.html to look at them\n", c->out);
    }
    if (!c->failed)
        return EXIT_FINE;
    for (size_t i = 0; i < c->tree.count; i++)
        if (c->errors[i].code == RQ_IO)
            return EXIT_UNWRITTEN;
    for (size_t i = 0; i < c->tree.count; i++)
        if (c->errors[i].code && c->errors[i].code != RQ_USAGE)
            return EXIT_UNREADABLE;
    return EXIT_USAGE;
}

/* A PNG, CSV, text, sound or GLB back into a format that takes one. A model asks the game for its
 * supermodel. */
static int import_file(const struct convert *c, const struct rq_format *format)
{
    const struct args *args = c->args;
    /* The name of the file to make tells what it is, and how a model is called. */
    const char *output = args->values[OPT_output];
    struct rq_options options;
    if (!read_options(args, rq_path_extension(output)[0] ? output : args->paths[0], &options))
        return EXIT_USAGE;
    options.texture = c->how;
    options.wrapper = args->values[OPT_as];
    options.env = c->help.env.get ? &c->help.env : NULL;
    options.palette = c->help.palette.bytes;
    struct rq_map map;
    struct rq_error err = {0};
    const char *path = args->paths[0], *asked = extension_of(args->values[OPT_to], format);
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    char *named = asked ? with_extension(options.name, asked) : NULL;
    options.name = named ? named : options.name;
    struct rq_doc *doc = rq_doc_import(map.bytes, format, &options, &err);
    int code = doc ? save_document(args, args->values[OPT_output], doc)
                   : report(path, &err, EXIT_UNREADABLE);
    if (!doc && err.code == RQ_USAGE && rq_format_is_container(format))
        complain("pack makes an archive of files");
    rq_doc_free(doc);
    free(named);
    rq_map_close(&map);
    return code;
}

/* --world: the map of the entry is the input when no other is named. */
static int take_world(struct convert *c, struct args *inputs, const char **map)
{
    struct rq_resource found = {0};
    const char *text = c->args->values[OPT_world];
    c->all_worlds = strcmp(text, "all") == 0;
    if (c->all_worlds && !c->help.game) {
        complain("--world needs --game, the folder with WORLD.INI");
        return EXIT_USAGE;
    }
    if (c->all_worlds && (inputs->count != 1 || kind_of_extension(c->out))) {
        complain("--world all makes several files of one map: name the map, and a folder with -o");
        return EXIT_USAGE;
    }
    if (c->all_worlds)
        return 0;
    int code = find_world(&c->help, text, &c->world, &found, !inputs->count);
    if (code || inputs->count)
        return code;
    *map = found.file;
    inputs->paths = map;
    inputs->count = 1;
    return 0;
}

/* A resource of the game is the input, as a tree of one node. */
static int take_resource(struct convert *c, const struct rq_resource *found)
{
    struct rq_error err = {0};
    struct rq_bytes bytes;
    if (!rq_game_bytes(c->help.game, found, &bytes, &err))
        return report(found->name, &err, EXIT_UNREADABLE);
    struct rq_tree_node *node = need(1, sizeof *node);
    *node = (struct rq_tree_node){.path = need_text("%s", found->name),
                                  .below = need_text("%s", found->name),
                                  .bytes = bytes};
    node->name = node->path;
    node->format = rq_format_detect(node->bytes, node->name);
    c->tree.nodes = node;
    c->tree.count = 1;
    return 0;
}

/* The area of --module, or what --creature, --placeable or --door names; where that is a file, it
 * becomes the one path of the inputs. */
static int take_named(struct convert *c, struct args *inputs, const char **file)
{
    struct rq_resource found = {0};
    int code = 0;
    *file = NULL;
    if (figure_of(inputs))
        code = find_figure(&c->help, inputs, file, &found);
    else
        code = find_layout(&c->help, inputs->values[OPT_module], &found);
    if (code)
        return code;
    if (!*file)
        return take_resource(c, &found);
    inputs->paths = file;
    inputs->count = 1;
    return tree_open(&c->tree, inputs);
}

/* --txi, --no-mips and an --encoding that is one of pixels. args are the caller's own. */
static int take_texture(struct convert *c, struct args *args, const struct rq_format *format)
{
    static const char encodings[] = "dxt1 dxt5 grey rgb rgba swizzled";
    const char *encoding = args->values[OPT_encoding];
    struct rq_error err = {0};
    c->target = format;
    if (encoding && rq_word_in(encodings, encoding, strlen(encoding))) {
        c->how.encoding = encoding;
        args->values[OPT_encoding] = NULL;
    } else if (encoding && is_texture(format)) {
        complain("pixels have the encodings %s, not %s", encodings, encoding);
        return EXIT_USAGE;
    }
    c->how.no_mips = given(args, OPT_no_mips);
    const char *txi = args->values[OPT_txi];
    if ((c->how.encoding || c->how.no_mips || txi) && !is_texture(format)) {
        complain("--txi, --no-mips and --encoding of pixels are for --to tpc, tga and dds");
        return EXIT_USAGE;
    }
    if (txi && !rq_map_open(&c->txi, txi, &err))
        return report(txi, &err, EXIT_UNREADABLE);
    c->how.txi = c->txi.bytes;
    return 0;
}

/* A picture of another game has to be read in whole before it can be a texture. */
static bool is_foreign(const struct convert *c)
{
    const struct rq_format *format = c->tree.count == 1 ? c->tree.nodes[0].format : NULL;
    return is_texture(c->target) && format && !is_texture(format);
}

static void close_convert(struct convert *c)
{
    for (size_t i = 0; c->made && i < c->tree.count; i++)
        free_made(&c->made[i]);
    rq_tree_close(&c->tree);
    rq_map_close(&c->txi);
    close_help_files(&c->help);
    rq_pictures_close(c->pictures);
    free(c->errors);
    free(c->made);
    free(c->shares_stem);
    free(c->is_part);
}

int run_convert(const struct args *args)
{
    if (!given(args, OPT_output)) {
        complain("convert needs -o, a folder or file to write; see reliquary convert --help");
        return EXIT_USAGE;
    }
    struct args inputs = *args;
    struct convert c = {.args = &inputs, .out = args->values[OPT_output]};
    const struct rq_format *format = NULL;
    const char *map, *file;
    int code = take_output(&inputs);
    if (!code)
        code = take_kind(&inputs, &format);
    if (!code)
        code = take_wrapper(&inputs, &format);
    if (!code)
        code = take_texture(&c, &inputs, format);
    bool import = format && args->count == 1 && !is_texture(format) &&
                  rq_path_kind(args->paths[0], NULL) != RQ_PATH_FOLDER;
    if (!code && (!import || given(args, OPT_game) || given(args, OPT_palette)))
        code = open_help_files(&c.help, &inputs);
    if (import) {
        code = code ? code : import_file(&c, format);
        close_convert(&c);
        return code;
    }
    if (!code && given(args, OPT_world))
        code = take_world(&c, &inputs, &map);
    bool named = figure_of(args) || (given(args, OPT_module) && !inputs.count);
    if (!code && named)
        code = take_named(&c, &inputs, &file);
    if (!code && !named && !inputs.count) {
        complain("convert needs a file or folder; see reliquary convert --help");
        code = EXIT_USAGE;
    }
    if (!code && !named)
        code = tree_open(&c.tree, &inputs);
    if (!code)
        code = is_foreign(&c) ? import_file(&c, format) : convert_tree(&c);
    close_convert(&c);
    return code;
}
