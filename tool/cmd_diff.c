/* diff: two files field by field; folders, games and archives file by file. */
#include "core/json.h"
#include "core/text.h"
#include "game/pair.h"
#include "mod.h"

#include <math.h>
#include <reliquary/media.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- one difference ---- */

enum { MOST_SHOWN = 120, CONTEXT = 20 };

/* A file of a folder or archive, and what is said of its differences. */
struct printing {
    struct rq_json *j; /* NULL: as text */
    const char *file;  /* NULL: the two that were named */
    bool color, stat;
    bool media; /* its pictures and sounds are told of as such: what their bytes are is left out */
    size_t count;
};

static bool inside_letter(char c)
{
    return ((uint8_t)c & 0xC0) == 0x80;
}

/* One line of a value: blanks once, and no more than fits. */
static const char *shortened(const char *value, char text[MOST_SHOWN])
{
    size_t n = 0;
    bool blank = false;
    if (!value)
        return "(nothing)";
    for (; *value && n + 4 < MOST_SHOWN; value++) {
        bool space = *value == '\n' || *value == ' ';
        if (!(space && blank))
            text[n++] = space ? ' ' : *value;
        blank = space;
    }
    if (inside_letter(*value)) {
        while (n && inside_letter(text[n - 1]))
            n--;
        n -= n > 0;
    }
    snprintf(text + n, MOST_SHOWN - n, "%s", *value ? "..." : "");
    return text;
}

/* Where two long texts begin to differ, less what shows where that is; 0 of short ones. */
static size_t changed_from(const char *a, const char *b)
{
    size_t at = 0;
    if (!a || !b || (strlen(a) < MOST_SHOWN - 4 && strlen(b) < MOST_SHOWN - 4))
        return 0;
    while (a[at] && a[at] == b[at])
        at++;
    if (at < (size_t)CONTEXT * 2)
        return 0;
    at -= CONTEXT;
    while (inside_letter(a[at]))
        at--;
    return at;
}

static void print_side(const struct printing *p, const char *color, const char *value, size_t from)
{
    char text[MOST_SHOWN];
    if (p->color)
        printf("\033[%sm", color);
    say_part("%s%s", from ? "..." : "", shortened(value ? value + from : NULL, text));
    if (p->color)
        printf("\033[m");
}

/* Pixels and samples as they stand in JSON. */
static bool is_blob(const char *value)
{
    size_t size = value ? strlen(value) : 0;
    return size > MOST_SHOWN &&
           strspn(value + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                             "0123456789+/=") == size - 2;
}

/* An object with what was compared, left open. */
static void begin_json(struct printing *p, const char *path)
{
    rq_json_object(p->j);
    if (p->file) {
        rq_json_key(p->j, "file");
        rq_json_str(p->j, p->file);
    }
    rq_json_key(p->j, "path");
    rq_json_str(p->j, path);
}

static void print_json(struct printing *p, const char *path, const char *a, const char *b)
{
    const char *const keys[] = {"a", "b"}, *const sides[] = {a, b};
    begin_json(p, path);
    for (size_t i = 0; i < 2; i++) {
        if (!sides[i])
            continue;
        rq_json_key(p->j, keys[i]);
        rq_json_raw(p->j, (struct rq_bytes){(const uint8_t *)sides[i], strlen(sides[i])});
    }
    rq_json_end_object(p->j);
}

static void print_difference(void *ctx, const char *path, const char *a, const char *b)
{
    struct printing *p = ctx;
    p->count++;
    if (p->stat)
        return;
    if (p->j) {
        print_json(p, path, a, b);
        return;
    }
    if (p->media && is_blob(a) && is_blob(b))
        return;
    size_t from = changed_from(a, b);
    if (p->file)
        say_part("%s: ", p->file);
    say_part("%s: ", path);
    print_side(p, "31", a, from);
    printf(" -> ");
    print_side(p, "32", b, from);
    printf("\n");
}

int print_differences(const struct args *args, const char *path, struct rq_doc *a, struct rq_doc *b,
                      size_t *count)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct printing p = {.j = given(args, OPT_json) ? &j : NULL, .color = use_color(args)};
    int code = 0;
    rq_json_array(&j);
    if (!rq_doc_diff(a, b, print_difference, &p, count, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    rq_json_end_array(&j);
    if (p.j && !code)
        print_whole(&out);
    rq_out_free(&out);
    return code;
}

/* ---- pictures and sounds ---- */

struct pixels {
    uint32_t width, height;
    uint8_t *rgba; /* NULL: there is none */
};

static struct pixels pixels_of(const struct rq_media *media, size_t index)
{
    struct pixels p = {0};
    if (rq_media_level(media, index, 0, 0, 0, &p.width, &p.height)) {
        p.rgba = need((size_t)p.width * p.height, 4);
        rq_media_pixels(media, index, 0, 0, 0, p.rgba);
    }
    return p;
}

/* How many pixels differ, and the mean square of all differences. */
static size_t count_pixels(const struct pixels *a, const struct pixels *b, double *square)
{
    size_t count = (size_t)a->width * a->height, differ = 0;
    *square = 0;
    for (size_t i = 0; i < count; i++) {
        differ += memcmp(a->rgba + i * 4, b->rgba + i * 4, 4) != 0;
        for (size_t k = 0; k < 4; k++) {
            double gap = a->rgba[i * 4 + k] - b->rgba[i * 4 + k];
            *square += gap * gap;
        }
    }
    *square /= (double)count * 4;
    return differ;
}

/* Black where both are the same; the largest difference is as bright as can be. */
static int save_difference(const struct args *args, const struct pixels *a, const struct pixels *b)
{
    struct rq_error err = {0};
    struct rq_out png = {0};
    size_t size = (size_t)a->width * a->height * 4;
    uint8_t *rgba = need(size, 1), most = 1;
    int code = 0;
    for (size_t i = 0; i < size; i++) {
        rgba[i] = (uint8_t)abs(a->rgba[i] - b->rgba[i]);
        most = rgba[i] > most ? rgba[i] : most;
    }
    for (size_t i = 0; i < size; i += 4) {
        /* A difference of alpha alone is shown as grey. */
        for (size_t k = 0; k < 3; k++)
            rgba[i + k] =
                (uint8_t)((rgba[i + k] > rgba[i + 3] ? rgba[i + k] : rgba[i + 3]) * 255 / most);
        rgba[i + 3] = 255;
    }
    if (!rq_png_from_rgba(rgba, a->width, a->height, &png, &err))
        code = report(args->values[OPT_output], &err, EXIT_UNWRITTEN);
    else
        code = save_output(args, args->values[OPT_output], rq_out_bytes(&png));
    rq_out_free(&png);
    free(rgba);
    return code;
}

/* A line about a part that is not a field; b NULL: one remark about both sides. */
static void print_part(struct printing *p, const char *kind, const char *name, const char *a,
                       const char *b)
{
    char path[300];
    p->count++;
    if (p->stat)
        return;
    snprintf(path, sizeof path, "%s%s%s", kind, *name ? " " : "", name);
    if (!p->j) {
        if (p->file)
            say_part("%s: ", p->file);
        say(b ? "%s: %s -> %s" : "%s: %s", path, a, b);
        return;
    }
    begin_json(p, path);
    rq_json_key(p->j, b ? "a" : "note");
    rq_json_str(p->j, a);
    if (b) {
        rq_json_key(p->j, "b");
        rq_json_str(p->j, b);
    }
    rq_json_end_object(p->j);
}

static void compare_picture(const struct args *args, struct printing *p, const char *name,
                            const struct pixels *a, const struct pixels *b, int *code)
{
    char left[100], right[40];
    double square;
    snprintf(left, sizeof left, "%u x %u", a->width, a->height);
    snprintf(right, sizeof right, "%u x %u", b->width, b->height);
    if (a->width != b->width || a->height != b->height) {
        print_part(p, "picture", name, left, right);
        return;
    }
    size_t differ = count_pixels(a, b, &square);
    if (!differ)
        return;
    snprintf(left, sizeof left, "%zu of %zu pixels differ, PSNR %.2f dB", differ,
             (size_t)a->width * a->height, 10 * log10(255.0 * 255.0 / square));
    print_part(p, "picture", name, left, NULL);
    if (given(args, OPT_output) && !*code)
        *code = save_difference(args, a, b);
}

static void compare_pictures(const struct args *args, struct printing *p, const struct rq_media *a,
                             const struct rq_media *b, int *code)
{
    size_t count = rq_media_picture_count(a), other = rq_media_picture_count(b);
    for (size_t i = 0; i < count && i < other; i++) {
        struct pixels left = pixels_of(a, i), right = pixels_of(b, i);
        if (left.rgba && right.rgba)
            compare_picture(args, p, rq_media_picture(a, i)->name, &left, &right, code);
        free(left.rgba);
        free(right.rgba);
    }
}

/* The first sample frame that differs; the length of the shorter one when none does. */
static uint64_t first_difference(const struct rq_media *a, const struct rq_media *b, size_t index)
{
    enum { BLOCK = 512 };
    int16_t left[BLOCK * 8], right[BLOCK * 8];
    size_t channels = rq_media_sound(a, index)->channels;
    uint64_t at = 0;
    for (;;) {
        size_t n = rq_media_samples(a, index, at, BLOCK, left);
        size_t m = rq_media_samples(b, index, at, BLOCK, right);
        size_t least = n < m ? n : m;
        for (size_t i = 0; i < least; i++)
            if (memcmp(left + i * channels, right + i * channels, channels * 2) != 0)
                return at + i;
        at += least;
        if (least < BLOCK)
            return at;
    }
}

static void compare_sound(struct printing *p, const struct rq_media *a, const struct rq_media *b,
                          size_t index)
{
    const struct rq_media_sound *x = rq_media_sound(a, index), *y = rq_media_sound(b, index);
    char left[80], right[80];
    bool one_kind = x->rate == y->rate && x->channels == y->channels && x->channels <= 8;
    snprintf(left, sizeof left, "%.3f s, %u Hz, %u channels", (double)x->frames / x->rate, x->rate,
             x->channels);
    snprintf(right, sizeof right, "%.3f s, %u Hz, %u channels", (double)y->frames / y->rate,
             y->rate, y->channels);
    uint64_t at = one_kind ? first_difference(a, b, index) : 0;
    if (one_kind && at == x->frames && at == y->frames)
        return;
    if (strcmp(left, right) != 0)
        print_part(p, "sound", x->name, left, right);
    snprintf(left, sizeof left, "differs from %.3f s on", (double)at / x->rate);
    if (one_kind && at < x->frames && at < y->frames)
        print_part(p, "sound", x->name, left, NULL);
}

/* Said before the fields: what a person would see and hear. */
static int compare_media(const struct args *args, struct printing *p, struct rq_doc *a,
                         struct rq_doc *b)
{
    struct rq_error ignored = {0};
    struct rq_map palette = {0};
    int code = open_palette(args, &palette);
    struct rq_convert_options options = {.palette = palette.bytes};
    if (code)
        return code;
    char kinds[RQ_KINDS_SIZE];
    rq_format_kinds(rq_doc_format(a), RQ_WAY_CONVERT, kinds);
    bool shows =
        rq_doc_format(a) == rq_doc_format(b) && (strstr(kinds, "png") || strstr(kinds, "wav"));
    struct rq_media *x = shows ? rq_media_open(a, &options, &ignored) : NULL;
    struct rq_media *y = x ? rq_media_open(b, &options, &ignored) : NULL;
    if (x && y) {
        size_t had = p->count;
        compare_pictures(args, p, x, y, &code);
        for (size_t i = 0; i < rq_media_sound_count(x) && i < rq_media_sound_count(y); i++)
            compare_sound(p, x, y, i);
        p->media = p->count > had;
    }
    rq_media_close(x);
    rq_media_close(y);
    rq_map_close(&palette);
    return code;
}

/* ---- two documents ---- */

static int compare_documents(const struct args *args, struct printing *p, const char *path,
                             struct rq_doc *a, struct rq_doc *b)
{
    struct rq_error err = {0};
    size_t fields = 0;
    p->media = false;
    int code = compare_media(args, p, a, b);
    if (!rq_doc_diff(a, b, print_difference, p, &fields, &err))
        return report(path, &err, EXIT_UNREADABLE);
    return code;
}

static int diff_files(const struct args *args, struct printing *p)
{
    struct rq_doc_file a, b;
    int code = open_input(args, args->paths[0], &a);
    if (code)
        return code;
    code = open_input(args, args->paths[1], &b);
    if (code) {
        rq_doc_file_close(&a);
        return code;
    }
    code = compare_documents(args, p, args->paths[0], a.doc, b.doc);
    bool other_bytes = !rq_same(a.map.bytes, b.map.bytes);
    if (!code && p->stat && !p->j)
        printf("%zu differences\n", p->count);
    else if (!code && p->count == 0 && other_bytes && !p->j)
        printf("the same in every field, but not in every byte\n");
    rq_doc_file_close(&a);
    rq_doc_file_close(&b);
    return code ? code : p->count || other_bytes ? EXIT_FINDINGS : EXIT_FINE;
}

/* ---- folders and archives ---- */

struct item {
    const char *name; /* below the folder, or of the entry */
    const char *path; /* of a file; NULL: an entry */
    struct rq_bytes bytes;
};

struct side {
    struct rq_walk walk;
    struct rq_archive *archive; /* NULL: a folder */
    struct item *items;
    size_t count;
};

static int by_item_name(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = rq_casecmp(x->name, y->name);
    return order ? order : strcmp(x->name, y->name);
}

/* Second files of pairs are compared with the first. */
static bool is_second(const char *path)
{
    char *first = rq_pair_first(path);
    free(first);
    return first != NULL;
}

static int open_folder(struct side *side, const char *path)
{
    struct rq_error err = {0};
    size_t skipped = strlen(path);
    if (!rq_walk_add(&side->walk, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    side->items = need(side->walk.count, sizeof *side->items);
    for (size_t i = 0; i < side->walk.count; i++) {
        const char *whole = side->walk.items[i].path, *name = whole + skipped;
        if (is_second(whole))
            continue;
        side->items[side->count++] =
            (struct item){.name = name + strspn(name, "/\\"), .path = whole};
    }
    return 0;
}

static int open_side(const struct args *args, struct side *side, const char *path)
{
    struct rq_error err = {0};
    struct rq_options options;
    const struct rq_entry *entries;
    size_t count;
    if (rq_path_kind(path, NULL) == RQ_PATH_FOLDER)
        return open_folder(side, path);
    if (!read_options(args, path, &options))
        return EXIT_USAGE;
    side->archive = rq_archive_open(path, NULL, &options, &err);
    if (!side->archive || !rq_archive_entries(side->archive, &entries, &count, &err))
        return report(path, &err, EXIT_UNREADABLE);
    side->items = need(count, sizeof *side->items);
    for (size_t i = 0; i < count; i++)
        side->items[side->count++] =
            (struct item){.name = entries[i].name, .bytes = entries[i].bytes};
    return 0;
}

static void close_side(struct side *side)
{
    free(side->items);
    rq_archive_close(side->archive);
    rq_walk_free(&side->walk);
}

struct totals {
    size_t same, differ, only[2];
};

static void print_only(struct printing *p, const struct args *args, size_t which, const char *name)
{
    if (!p->j) {
        say("only in %s: %s", args->paths[which], name);
        return;
    }
    rq_json_object(p->j);
    rq_json_key(p->j, "file");
    rq_json_str(p->j, name);
    rq_json_key(p->j, "only");
    rq_json_str(p->j, which ? "b" : "a");
    rq_json_end_object(p->j);
}

static void print_stat(struct printing *p, const char *name)
{
    if (!p->j) {
        say("%6zu  %s", p->count, name);
        return;
    }
    rq_json_object_row(p->j);
    rq_json_key(p->j, "file");
    rq_json_str(p->j, name);
    rq_json_key(p->j, "differences");
    rq_json_u64(p->j, p->count);
    rq_json_end_object(p->j);
}

/* Reads one side of a pair of files; false: it is no document that can be read. */
static bool read_item(const struct item *item, struct rq_map *map, struct rq_doc_file *file)
{
    struct rq_error ignored = {0};
    struct rq_options options = {.name = item->name};
    *file = (struct rq_doc_file){0};
    if (item->path)
        return rq_doc_file_open(file, item->path, &options, &ignored);
    file->doc = rq_doc_read(map->bytes, &options, &ignored);
    return file->doc != NULL;
}

static int compare_readable(const struct args *args, struct printing *p, const struct item *a,
                            const struct item *b, struct rq_map maps[2], bool *read)
{
    struct rq_doc_file x, y;
    int code = 0;
    bool left = read_item(a, &maps[0], &x), right = left && read_item(b, &maps[1], &y);
    *read = left && right;
    if (*read)
        code = compare_documents(args, p, a->name, x.doc, y.doc);
    if (left)
        rq_doc_file_close(&x);
    if (right)
        rq_doc_file_close(&y);
    return code;
}

/* Two files of one name. */
static int compare_items(const struct args *args, struct printing *p, const struct item *a,
                         const struct item *b, struct totals *t)
{
    struct rq_error err = {0};
    struct rq_map maps[2] = {{.bytes = a->bytes}, {.bytes = b->bytes}};
    char left[40], right[40];
    bool read = false;
    int code = 0;
    if ((a->path && !rq_map_open(&maps[0], a->path, &err)) ||
        (b->path && !rq_map_open(&maps[1], b->path, &err))) {
        code = report(a->name, &err, EXIT_UNREADABLE);
    } else {
        bool same = rq_same(maps[0].bytes, maps[1].bytes);
        p->file = a->name;
        p->count = 0;
        /* A model whose second file differs alone differs. */
        const struct rq_format *format = rq_format_detect(maps[0].bytes, a->name);
        bool pair = a->path && format && rq_format_companion(format);
        if (!same || pair)
            code = compare_readable(args, p, a, b, maps, &read);
        if (!same && !p->count) {
            snprintf(left, sizeof left, "%zu bytes", maps[0].bytes.size);
            snprintf(right, sizeof right, "%zu bytes", maps[1].bytes.size);
            print_part(p, read ? "the same in every field, but not in every byte" : "bytes", "",
                       left, right);
        }
        if (p->stat && p->count)
            print_stat(p, a->name);
        t->differ += p->count > 0;
        t->same += p->count == 0;
    }
    if (a->path)
        rq_map_close(&maps[0]);
    if (b->path)
        rq_map_close(&maps[1]);
    return code;
}

static int compare_sides(const struct args *args, struct printing *p, const struct side *a,
                         const struct side *b, struct totals *t)
{
    struct progress progress;
    int code = 0;
    progress_open(&progress, args, "compared");
    for (size_t i = 0, k = 0; i < a->count || k < b->count;) {
        int order = i == a->count   ? 1
                    : k == b->count ? -1
                                    : rq_casecmp(a->items[i].name, b->items[k].name);
        if (order == 0) {
            int one = compare_items(args, p, &a->items[i], &b->items[k], t);
            code = one > code ? one : code;
        } else {
            t->only[order > 0]++;
            print_only(p, args, order > 0, order > 0 ? b->items[k].name : a->items[i].name);
        }
        i += order <= 0;
        k += order >= 0;
        progress_show(&progress, i, a->count);
    }
    progress_close(&progress);
    return code;
}

static int diff_sides(const struct args *args, struct printing *p)
{
    struct side a = {0}, b = {0};
    struct totals t = {0};
    int code = open_side(args, &a, args->paths[0]);
    code = code ? code : open_side(args, &b, args->paths[1]);
    if (!code) {
        if (a.count)
            qsort(a.items, a.count, sizeof *a.items, by_item_name);
        if (b.count)
            qsort(b.items, b.count, sizeof *b.items, by_item_name);
        code = compare_sides(args, p, &a, &b, &t);
    }
    if (!code && !p->j && !given(args, OPT_quiet))
        printf("%zu files differ, %zu only in %s, %zu only in %s, %zu the same\n", t.differ,
               t.only[0], args->paths[0], t.only[1], args->paths[1], t.same);
    close_side(&a);
    close_side(&b);
    return code ? code : t.differ + t.only[0] + t.only[1] ? EXIT_FINDINGS : EXIT_FINE;
}

/* ---- the verb ---- */

int run_diff(const struct args *args)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct printing p = {.j = given(args, OPT_json) ? &j : NULL,
                         .color = use_color(args),
                         .stat = given(args, OPT_stat)};
    bool folder = false;
    if (given(args, OPT_to))
        return make_mod(args);
    for (size_t i = 0; i < 2; i++)
        folder = folder || rq_path_kind(args->paths[i], NULL) == RQ_PATH_FOLDER;
    if (folder && given(args, OPT_output)) {
        complain("-o takes the difference of two pictures, not of folders");
        return EXIT_USAGE;
    }
    rq_json_array(&j);
    int code = folder ? diff_sides(args, &p) : diff_files(args, &p);
    if (p.j && p.stat && !folder)
        print_stat(&p, args->paths[1]);
    rq_json_end_array(&j);
    if (p.j && code <= EXIT_FINDINGS)
        print_whole(&out);
    rq_out_free(&out);
    return code;
}
