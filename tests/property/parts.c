/* Pictures, sounds and texts that are put into every sample, and into the files of the demo's Redguard,
 * under names of all kinds, and taken out: what is written, or why it is refused, is held to
 * tests/contract/parts.txt. See said.h. The files that are put are those that the samples become, so each
 * meets pictures and sounds of every size and kind. */
#include "core/file.h"
#include "formats/format.h"
#include "said.h"
#include "samples.h"

enum { FILES = 200 };

struct file {
    char name[200];
    struct rq_out bytes;
};

struct record {
    struct file files[FILES]; /* parts of each sample, and what it becomes in each kind */
    size_t count;
    struct said said;
    size_t made, refused;
    struct rq_out lines;
};

static struct rq_options options_of(const struct sample *sample)
{
    return (struct rq_options){.format = rq_format_by_name(sample->format),
                               .companion = sample->companion,
                               .name = sample->name};
}

static struct rq_doc *read_sample(const struct sample *sample)
{
    const struct rq_options options = options_of(sample);
    return rq_doc_read((struct rq_bytes){sample->data, sample->size}, &options, NULL);
}

/* ---- what is put ---- */

static bool keep_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct record *r = ctx;
    (void)err;
    if (r->count < FILES && bytes.size < 20000) {
        struct file *file = &r->files[r->count++];
        snprintf(file->name, sizeof file->name, "%s", name);
        rq_put_bytes(&file->bytes, bytes);
    }
    return true;
}

static void collect_files(void *ctx, const struct sample *sample)
{
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    struct rq_doc *doc = read_sample(sample);
    REQUIRE(doc != NULL);
    rq_doc_parts(doc, &(struct rq_convert_options){.name = sample->name}, keep_file, ctx, NULL);
    rq_format_kinds(rq_doc_format(doc), RQ_WAY_CONVERT, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        const struct rq_convert_options options = {.to = kind, .name = sample->name};
        if (strcmp(kind, "csv") == 0 || strcmp(kind, "ttf") == 0 || strcmp(kind, "gif") == 0)
            rq_doc_convert(doc, &options, keep_file, ctx, NULL);
    }
    rq_doc_free(doc);
}

/* ---- into what ---- */

static void tell_error(struct record *r, const struct rq_error *err)
{
    r->refused++;
    said(&r->said, "%s at %llu: %s: %s (%d)", rq_code_name(err->code),
         (unsigned long long)err->offset, err->where, err->text, (int)err->hint);
}

static void tell_written(struct record *r, struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        said(&r->said, "%s: %s", findings[i].where, findings[i].text);
    if (rq_doc_write(doc, &out, &err)) {
        said(&r->said, "%zu bytes, %016llx", out.size,
             (unsigned long long)hash_of(out.data, out.size));
        r->made++;
    } else {
        tell_error(r, &err);
    }
    rq_out_free(&out);
}

static void put(struct record *r, const struct sample *sample, const char *name,
                struct rq_bytes bytes)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_sample(sample);
    said(&r->said, "-- put %s", name);
    if (rq_doc_put_file(doc, name, bytes, &err))
        tell_written(r, doc);
    else
        tell_error(r, &err);
    rq_doc_free(doc);
}

static void take_out(struct record *r, const struct sample *sample, const char *name)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_sample(sample);
    said(&r->said, "-- remove %s", name);
    if (rq_doc_remove_file(doc, name, &err))
        tell_written(r, doc);
    else
        tell_error(r, &err);
    rq_doc_free(doc);
}

/* Names of parts without folders, a NUL behind each. */
static bool keep_name(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    const char *slash = strrchr(name, '/');
    (void)bytes, (void)err;
    name = slash ? slash + 1 : name;
    rq_put(ctx, name, strlen(name) + 1);
    return true;
}

/* The name as it is, with another number, extension or case, and without any sense. */
static void name_variant(const char *name, size_t variant, char *to, size_t size)
{
    const char *dot = strrchr(name, '.');
    int stem = (int)(dot ? (size_t)(dot - name) : strlen(name));
    snprintf(to, size, "%s", name);
    if (variant == 1 && stem)
        to[stem - 1] = to[stem - 1] == '9' ? '8' : (char)(to[stem - 1] + 1);
    else if (variant == 2)
        snprintf(to, size, "%.*s_01%s", stem, name, dot ? dot : "");
    else if (variant == 3)
        snprintf(to, size, "%.*s.txt", stem, name);
    else if (variant == 4)
        snprintf(to, size, "folder/%.*s", stem, name);
    else if (variant == 5 && to[0])
        to[0] = (char)(to[0] ^ 0x20);
    else if (variant == 6)
        snprintf(to, size, "a_name_that_is_longer_than_any_field_for_names%s", dot ? dot : "");
    else if (variant == 7)
        snprintf(to, size, "%s", dot ? dot : "");
}

enum { VARIANTS = 8 };

static bool fits(const char *name, const char *file)
{
    const char *a = strrchr(name, '.'), *b = strrchr(file, '.');
    return a && b && strcmp(a, b) == 0;
}

static void change_parts(struct record *r, const struct sample *sample)
{
    struct rq_out names = {0};
    struct rq_doc *doc = read_sample(sample);
    const struct rq_convert_options options = {.name = sample->name};
    REQUIRE(doc != NULL);
    rq_doc_parts(doc, &options, keep_name, &names, NULL);
    rq_doc_free(doc);
    if (!names.size) {
        char kinds[RQ_KINDS_SIZE], *rest = NULL;
        rq_format_kinds(rq_format_by_name(sample->format), RQ_WAY_PUT, kinds);
        rq_putf(&names, "part0.%s", strtok_r(kinds, " ", &rest));
        rq_put8(&names, 0);
    }
    /* Of many names those at about every eighth of the way. */
    size_t turn = 0, next = 0;
    for (size_t at = 0; at < names.size; at += strlen((char *)names.data + at) + 1) {
        const char *name = (char *)names.data + at;
        if (at < next)
            continue;
        next = at + names.size / 8;
        for (size_t variant = 0; variant < VARIANTS; variant++) {
            char changed[300];
            name_variant(name, variant, changed, sizeof changed);
            take_out(r, sample, changed);
            /* The first names meet every file, later ones some. */
            for (size_t i = 0; i < r->count; i++)
                if (fits(changed, r->files[i].name) ? at == 0 || turn++ % 3 == 0
                                                    : at == 0 && variant == 0 && i % 8 == 0)
                    put(r, sample, changed, rq_out_bytes(&r->files[i].bytes));
        }
        const uint8_t few[] = "RIFF, but not one";
        put(r, sample, name, (struct rq_bytes){few, 4});
        put(r, sample, name, (struct rq_bytes){few, sizeof few});
        put(r, sample, name, (struct rq_bytes){few, 0});
    }
    rq_out_free(&names);
}

static void visit_sample(void *ctx, const struct sample *sample)
{
    struct record *r = ctx;
    char kinds[RQ_KINDS_SIZE];
    const struct rq_format *format = rq_format_by_name(sample->format);
    if (rq_format_is_container(format) || !rq_format_kinds(format, RQ_WAY_PUT, kinds)[0])
        return;
    check_note("%s", sample->name);
    r->made = r->refused = 0;
    r->said =
        (struct said){hash_of("", 0), strchr(sample->name, '/') ? NULL : said_file(sample->name)};
    change_parts(r, sample);
    rq_putf(&r->lines, "%016llx %zu %zu %s\n", (unsigned long long)r->said.hash, r->made,
            r->refused, sample->name);
    if (r->said.show)
        fclose(r->said.show);
}

/* Other libraries may decode a damaged picture with other words. */
static bool is_packed(const char *line, size_t size)
{
    (void)line, (void)size;
    return true;
}

static void visit_file(struct record *r, const struct rq_found *found)
{
    struct rq_map map;
    if (!CHECK(rq_map_open(&map, found->path, NULL)))
        return;
    const struct rq_format *format = rq_format_detect(map.bytes, found->relative);
    struct sample sample = {
        found->relative, format ? format->info.name : "", map.bytes.data, map.bytes.size, {0}};
    struct rq_doc *doc = format ? read_sample(&sample) : NULL;
    if (doc)
        visit_sample(r, &sample);
    rq_doc_free(doc);
    rq_map_close(&map);
}

static void visit_demo(struct record *r)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    struct rq_walk walk = {0};
    char *folder = rq_path_join(demo ? demo : "", "redguard");
    if (!demo || rq_path_kind(folder, NULL) != RQ_PATH_FOLDER)
        SKIP_PART("RQ_DEMO_DIR names no folder");
    else
        CHECK(rq_walk_add(&walk, folder, NULL));
    for (size_t i = 0; i < walk.count; i++)
        if (walk.items[i].size <= 65536)
            visit_file(r, &walk.items[i]);
    rq_walk_free(&walk);
    free(folder);
}

static void test_parts(void)
{
    static struct record r;
    each_sample(collect_files, &r);
    CHECK(r.count > 10);
    each_sample(visit_sample, &r);
    visit_demo(&r);
    said_compare("parts", &r.lines, is_packed);
    for (size_t i = 0; i < r.count; i++)
        rq_out_free(&r.files[i].bytes);
    rq_out_free(&r.lines);
}

TESTS(test_parts)
