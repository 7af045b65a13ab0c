/* layout and findings: what the library knows of formats, from its own tables. */
#include "core/json.h"
#include "tool.h"

#include <reliquary/record.h>
#include <stdio.h>

static const char *const kind_names[] = {"u8",  "i8",   "u16", "i16",  "u32",  "i32",
                                         "x32", "be32", "f32", "text", "bytes"};
static const char *const mark_names[] = {"", "derived", "pointer", "constant", "mostly 0"};
static const char *const severity_names[] = {"info", "warning", "error"};

/* "u32", "f32[3]"; text and bytes have their size beside them. */
static void type_of(const struct rq_rec_field *f, char text[24])
{
    bool plain = f->count == 1 || f->kind == RQ_KIND_text || f->kind == RQ_KIND_bytes;
    snprintf(text, 24, plain ? "%s" : "%s[%zu]", kind_names[f->kind], f->count);
}

static void field_json(struct rq_json *j, const struct rq_rec_field *f, size_t offset)
{
    char type[24];
    type_of(f, type);
    rq_json_object_row(j);
    rq_json_key(j, "offset");
    rq_json_u64(j, offset);
    rq_json_key(j, "size");
    rq_json_u64(j, f->size * f->count);
    rq_json_key(j, "type");
    rq_json_str(j, type);
    rq_json_key(j, "name");
    rq_json_str(j, f->name);
    if (f->mark) {
        rq_json_key(j, "mark");
        rq_json_str(j, mark_names[f->mark]);
    }
    rq_json_key(j, "meaning");
    rq_json_str(j, f->doc);
    rq_json_end_object(j);
}

static void record_json(struct rq_json *j, const struct rq_format_record *record)
{
    size_t offset = 0;
    rq_json_object(j);
    rq_json_key(j, "record");
    rq_json_str(j, record->rec->name);
    rq_json_key(j, "where");
    rq_json_str(j, record->where);
    rq_json_key(j, "size");
    rq_json_u64(j, record->rec->size);
    rq_json_key(j, "fields");
    rq_json_array(j);
    for (size_t i = 0; i < record->rec->field_count; i++) {
        const struct rq_rec_field *f = &record->rec->fields[i];
        field_json(j, f, offset);
        offset += f->size * f->count;
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void record_text(const struct rq_format_record *record)
{
    size_t offset = 0, widest = 4;
    for (size_t i = 0; i < record->rec->field_count; i++) {
        size_t size = strlen(record->rec->fields[i].name);
        widest = size > widest ? size : widest;
    }
    printf("\n%s: %s, %zu bytes\n", record->where, record->rec->name, record->rec->size);
    printf("  offset  size  %-9s %-*s  meaning\n", "type", (int)widest, "name");
    for (size_t i = 0; i < record->rec->field_count; i++) {
        const struct rq_rec_field *f = &record->rec->fields[i];
        char type[24];
        type_of(f, type);
        printf("  0x%04zx %5zu  %-9s %-*s  %s%s%s%s\n", offset, f->size * f->count, type,
               (int)widest, f->name, f->doc, f->mark ? " (" : "", mark_names[f->mark],
               f->mark ? ")" : "");
        offset += f->size * f->count;
    }
}

static const struct rq_format *format_named(const char *name)
{
    const struct rq_format *format = rq_format_by_name(name);
    if (!format)
        complain("no format is named %s; reliquary formats lists them", name);
    return format;
}

int run_layout(const struct args *args)
{
    const struct rq_format *format = format_named(args->paths[0]);
    const struct rq_format_record *records;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    if (!format)
        return EXIT_USAGE;
    const struct rq_format_info *info = rq_format_describe(format);
    size_t count = rq_format_records(format, &records);
    rq_json_array(&j);
    for (size_t i = 0; i < count; i++)
        record_json(&j, &records[i]);
    rq_json_end_array(&j);
    if (given(args, OPT_json)) {
        print_whole(&out);
    } else {
        printf("%s: %s, of %s\n", info->name, info->title, info->family);
        for (size_t i = 0; i < count; i++)
            record_text(&records[i]);
        if (!count)
            printf("It has no records of a fixed size; docs/formats/%s.md describes it.\n",
                   info->name);
    }
    rq_out_free(&out);
    return EXIT_FINE;
}

/* ---- findings ---- */

static void finding_json(struct rq_json *j, const char *format, const struct rq_finding_kind *kind)
{
    char id[80];
    snprintf(id, sizeof id, "%s-%s", format, kind->id);
    rq_json_object(j);
    rq_json_key(j, "id");
    rq_json_str(j, id);
    rq_json_key(j, "severity");
    rq_json_str(j, severity_names[kind->severity]);
    rq_json_key(j, "text");
    rq_json_str(j, kind->text);
    rq_json_key(j, "why");
    rq_json_str(j, kind->why);
    rq_json_end_object(j);
}

static void findings_of(const struct rq_format *format, bool text, struct rq_json *j)
{
    const char *name = rq_format_describe(format)->name;
    const struct rq_finding_kind *kinds;
    size_t count = rq_format_findings(format, &kinds);
    for (size_t i = 0; i < count; i++) {
        if (text)
            printf("%s-%s: %s: %s\n    %s\n", name, kinds[i].id, severity_names[kinds[i].severity],
                   kinds[i].text, kinds[i].why);
        else
            finding_json(j, name, &kinds[i]);
    }
}

int run_findings(const struct args *args)
{
    const struct rq_format *only = args->count ? format_named(args->paths[0]) : NULL;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    bool text = !given(args, OPT_json);
    if (args->count && !only)
        return EXIT_USAGE;
    rq_json_array(&j);
    for (size_t i = 0; i < rq_format_count(); i++)
        if (!only || rq_format_at(i) == only)
            findings_of(rq_format_at(i), text, &j);
    rq_json_end_array(&j);
    if (!text)
        print_whole(&out);
    rq_out_free(&out);
    return EXIT_FINE;
}
