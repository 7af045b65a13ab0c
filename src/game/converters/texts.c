/* Tables, other forms of a file, and text: JSON and that of other tools; and back. */
#include "convert/convert.h"
#include "core/file.h"
#include "core/line.h"
#include "dialect/dialect.h"
#include "game/converters/converter.h"

#include <reliquary/mdl_ascii.h>
#include <stdio.h>

/* The text of another tool. It keeps the file's extension, which may be all that tells its type;
 * a table of a spreadsheet needs none. */
static bool export_dialect(struct rq_export *e, const struct rq_file_kind *kind, const char *base)
{
    const struct rq_convert_options *o = e->options;
    char name[300];
    struct rq_dialect_options how = {.dialect = o->dialect,
                                     .kind = kind->name,
                                     .name = o->name,
                                     .lost = o->lost,
                                     .lost_ctx = o->lost_ctx};
    snprintf(name, sizeof name, "%.280s.%s", base, kind->extension);
    return rq_dialect_write(e->doc, &how, &e->out, e->err) && rq_export_give(e, name);
}

static const char *full_name(const struct rq_export *e)
{
    return e->options->name ? rq_path_base(e->options->name) : e->stem;
}

bool rq_export_xml(struct rq_export *e, const struct rq_file_kind *kind)
{
    return export_dialect(e, kind, full_name(e));
}

bool rq_export_json(struct rq_export *e, const struct rq_file_kind *kind)
{
    char name[300];
    if (e->options->dialect)
        return export_dialect(e, kind, full_name(e));
    snprintf(name, sizeof name, "%s.%s", full_name(e), kind->extension);
    return rq_doc_to_json(e->doc, &e->out, e->err) && rq_export_give(e, name);
}

bool rq_export_csv(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_table table = {0};
    if (e->options->dialect)
        return export_dialect(e, kind, e->stem);
    return e->doc->format->table->table(e->doc, &e->view, &table) &&
           rq_csv_write(&e->out, &table, e->err) && rq_export_give_one(e, kind) &&
           rq_dialect_own_csv(e->doc, e->options->lost, e->options->lost_ctx, e->err);
}

/* The file itself in that form. A kind that is its own extension goes behind the file's,
 * "x.wok.ascii". */
bool rq_export_form(struct rq_export *e, const struct rq_file_kind *kind)
{
    char name[300];
    bool behind = strcmp(kind->extension, kind->name) == 0;
    snprintf(name, sizeof name, "%.280s.%s", behind ? full_name(e) : e->stem, kind->extension);
    bool fine = e->doc->format->forms->write_as(e->doc, kind->name, &e->out, e->err);
    if (e->out.failed)
        rq_fail_out(e->err, &e->out);
    return fine && rq_export_give(e, name);
}

/* The text of a walkmesh has the nodes alone. */
static bool is_walkmesh(const struct rq_doc *doc)
{
    const struct rq_text *text = &((const struct rq_mdl_ascii *)doc->root)->text;
    for (size_t i = 0; i < text->line_count; i++)
        if (rq_line_is(text->lines[i].name, "newmodel") ||
            rq_line_is(text->lines[i].name, "beginmodelgeom"))
            return false;
    return true;
}

/* One file; a text that is not called x.pwk.ascii or x.dwk.ascii becomes a .wok. */
static bool export_walkmesh(struct rq_export *e, struct rq_bytes text)
{
    const char *extension = rq_path_extension(e->stem);
    bool named = rq_casecmp(extension, "wok") == 0 || rq_casecmp(extension, "pwk") == 0 ||
                 rq_casecmp(extension, "dwk") == 0;
    char name[260];
    snprintf(name, sizeof name, "%.240s%s", e->stem, named ? "" : ".wok");
    struct rq_options options = {
        .alloc = e->doc->alloc, .name = name, .format = rq_format_by_name("bwm")};
    struct rq_doc *mesh = rq_doc_from_text(text, &options, e->err);
    bool fine = mesh && rq_doc_write(mesh, &e->out, e->err) && rq_export_give(e, name);
    rq_doc_free(mesh);
    return fine;
}

/* The two files that a model is; the text may be called x.mdl.ascii or x-ascii.mdl. */
bool rq_export_model(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_out text = {.alloc = e->doc->alloc};
    struct rq_options options = {.alloc = e->doc->alloc, .env = e->options->env};
    size_t size = strlen(e->stem);
    char name[260];
    if (is_walkmesh(e->doc)) {
        bool made = rq_doc_write(e->doc, &text, e->err) && export_walkmesh(e, rq_out_bytes(&text));
        rq_out_free(&text);
        return made;
    }
    if (size > 4 && rq_casecmp(e->stem + size - 4, ".mdl") == 0)
        size -= 4;
    else if (size > 6 && rq_casecmp(e->stem + size - 6, "-ascii") == 0)
        size -= 6;
    struct rq_doc *model = rq_doc_write(e->doc, &text, e->err)
                               ? rq_mdl_from_ascii(rq_out_bytes(&text), &options, e->err)
                               : NULL;
    snprintf(name, sizeof name, "%.*s.%s", (int)size, e->stem, kind->extension);
    bool fine = model && rq_doc_write(model, &e->out, e->err) && rq_export_give(e, name);
    if (fine)
        snprintf(name, sizeof name, "%.*s.%s", (int)size, e->stem, model->format->pair->extension);
    fine = fine && rq_doc_write_companion(model, &e->out, e->err) && rq_export_give(e, name);
    rq_doc_free(model);
    rq_out_free(&text);
    return fine;
}

/* "ENGLISH/abcd.txt": the text and a line end, which rq_put_text takes off again. A text that ends with
 * half of one gets a whole one. */
bool rq_export_texts(struct rq_export *e, const struct rq_file_kind *kind)
{
    const struct rq_named_text *texts = NULL;
    size_t count = 0;
    if (!e->doc->format->texts->texts(e->doc, &e->view, &texts, &count))
        return false;
    struct rq_part_name *names = rq_arena_get(&e->arena, count, sizeof *names);
    struct rq_out path = {.alloc = e->doc->alloc};
    bool fine = names != NULL;
    for (size_t i = 0; fine && i < count; i++)
        names[i].name = texts[i].name;
    fine = (fine && rq_part_names_compare(&e->arena, names, count)) ||
           rq_fail(e->err, RQ_NO_MEMORY, 0, e->stem, "out of memory");
    for (size_t i = 0; fine && i < count; i++) {
        size_t size = strlen(texts[i].text);
        rq_out_cut(&path, 0);
        rq_putf(&path, "%s/", e->stem);
        rq_part_name_put(&path, &names[i], false);
        rq_putf(&path, ".%s", kind->extension);
        rq_put8(&path, 0);
        fine = !path.failed || rq_fail_out(e->err, &path);
        if (!fine || !rq_export_wants(e, (const char *)path.data))
            continue;
        rq_putf(&e->out, "%s%s", texts[i].text,
                size && texts[i].text[size - 1] == '\r' ? "\r\n" : "\n");
        fine = rq_export_give(e, (const char *)path.data);
    }
    rq_out_free(&path);
    return fine;
}

/* ---- the way back ---- */

static bool is_named(const struct rq_file_kind *kind, const char *extension)
{
    return rq_casecmp(extension, kind->extension) == 0;
}

bool rq_is_xml(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    return extension ? is_named(kind, extension) : rq_text_first(file) == '<';
}

bool rq_is_json(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    return extension ? is_named(kind, extension) : rq_text_first(file) == '{';
}

bool rq_is_plain_text(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    return extension ? is_named(kind, extension)
                     : rq_text_first(file) != '<' && rq_text_first(file) != '{';
}

struct rq_doc *rq_import_text(struct rq_bytes file, const struct rq_format *format,
                              const struct rq_options *options, struct rq_error *err)
{
    struct rq_options with = *options;
    with.format = format;
    return rq_doc_from_text(file, &with, err);
}

/* The JSON of glTF in a file of its own. */
static bool is_gltf(struct rq_bytes file)
{
    static const char sign[] = "\"asset\"";
    size_t most = file.size < 1 << 20 ? file.size : 1 << 20, size = sizeof sign - 1;
    for (size_t i = 0; i + size <= most && file.data[0] == '{'; i++)
        if (memcmp(file.data + i, sign, size) == 0)
            return true;
    return false;
}

struct rq_doc *rq_import_json(struct rq_bytes file, const struct rq_format *format,
                              const struct rq_options *options, struct rq_error *err)
{
    if (format->scene && format->scene->from_scene && is_gltf(file)) {
        rq_fail(err, RQ_UNSUPPORTED, 0, format->info.name,
                "a .gltf keeps its numbers in other files: export a .glb");
        return NULL;
    }
    return rq_import_text(file, format, options, err);
}

bool rq_put_csv(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err)
{
    struct rq_table table;
    (void)part;
    return rq_csv_read(file, &doc->arena, &table, err) &&
           doc->format->table->put_table(doc, &table, err);
}

bool rq_put_text(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const char *data =
        file.size ? (const char *)file.data : ""; /* an empty file is mapped to NULL */
    size_t from = file.size >= 3 && memcmp(data, mark, 3) == 0 ? 3 : 0, size = file.size;
    if (size > from && data[size - 1] == '\n')
        size -= size > from + 1 && data[size - 2] == '\r' ? 2 : 1;
    rq_part_name_take(part);
    if (memchr(data + from, 0, size - from))
        return rq_fail(err, RQ_USAGE, 0, part, "is not a text: it has a NUL");
    rq_doc_allow(doc, size - from + 1);
    char *text = rq_arena_text(&doc->arena, data + from, size - from);
    if (!text)
        return rq_fail(err, RQ_NO_MEMORY, 0, part, "out of memory");
    return doc->format->texts->put_text(doc, part, text, err);
}

bool rq_remove_text(struct rq_doc *doc, char *part, struct rq_error *err)
{
    rq_part_name_take(part);
    return doc->format->texts->remove_text(doc, part, err);
}
