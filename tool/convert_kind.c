#include "convert_kind.h"

#include "core/text.h"

#include <stdio.h>

/* A kind that is called like its extension, and whose files are of no format of the games. */
static bool is_open(const struct rq_file_kind *kind)
{
    return !kind->format && strcmp(kind->name, kind->extension) == 0;
}

/* A format by one of its extensions, small letters. */
static const struct rq_format *format_of(const char *extension)
{
    for (size_t i = 0; extension[0] && i < rq_format_count(); i++)
        if (rq_word_in(rq_format_describe(rq_format_at(i))->extensions, extension,
                       strlen(extension)))
            return rq_format_at(i);
    return NULL;
}

const char *kind_of_extension(const char *path)
{
    char lower[16];
    size_t size = 0;
    for (const char *c = rq_path_extension(path); *c && size + 1 < sizeof lower; c++)
        lower[size++] = rq_lower(*c);
    lower[size] = 0;
    const struct rq_file_kind *kind = rq_file_kind_by_name(lower);
    if (kind && is_open(kind))
        return kind->name;
    const struct rq_format *format = format_of(lower);
    return format ? rq_format_describe(format)->name : NULL;
}

bool fits_kind(const char *path, const char *to)
{
    const char *extension = rq_path_extension(path), *named = kind_of_extension(path);
    const struct rq_file_kind *kind = rq_file_kind_by_name(to);
    return (named && rq_casecmp(named, to) == 0) ||
           (kind && rq_casecmp(extension, kind->extension) == 0) ||
           (kind && kind->is_text && rq_casecmp(extension, "txt") == 0);
}

bool has_kind(const struct rq_format *format, enum rq_way way, const char *kind)
{
    char kinds[RQ_KINDS_SIZE];
    return rq_word_in(rq_format_kinds(format, way, kinds), kind, strlen(kind));
}

const char *extension_of(const char *to, const struct rq_format *format)
{
    const struct rq_format_info *info = rq_format_describe(format);
    bool is = to && strcmp(to, info->name) != 0 && rq_word_in(info->extensions, to, strlen(to));
    return is ? to : NULL;
}

bool is_texture(const struct rq_format *format)
{
    const char *name = format ? rq_format_describe(format)->name : "";
    const struct rq_file_kind *kind = rq_file_kind_by_name(name);
    return kind && kind->format && has_kind(format, RQ_WAY_IMPORT, name);
}

int take_output(struct args *args)
{
    static const char foreign[] = "jpg jpeg webp obj fbx dae gltf ogg flac";
    const char *out = args->values[OPT_output], *to = args->values[OPT_to];
    const char *kind = kind_of_extension(out), *extension = rq_path_extension(out);
    const char *from = args->count ? rq_path_extension(args->paths[0]) : "";
    const struct rq_file_kind *known = kind ? rq_file_kind_by_name(kind) : NULL;
    bool open = known && is_open(known);
    if (rq_path_kind(out, NULL) == RQ_PATH_FOLDER || args->count > 1)
        return 0;
    if (!to && extension[0] && rq_word_in(foreign, extension, strlen(extension))) {
        complain("%s: .%s is nothing that convert makes; PNG, GLB and WAV are", out, extension);
        return EXIT_USAGE;
    }
    if (!to && kind && !open && rq_casecmp(from, extension) == 0) {
        complain("%s is of that kind already; --to or another extension of -o says what to make",
                 args->paths[0]);
        return EXIT_USAGE;
    }
    if (!to)
        args->values[OPT_to] = kind;
    if (to && open && rq_casecmp(to, kind) != 0) {
        complain("%s: --to %s makes no .%s; omit --to, or give the file another extension", out, to,
                 extension);
        return EXIT_USAGE;
    }
    return 0;
}

int take_wrapper(const struct args *args, const struct rq_format **format)
{
    const char *to = args->values[OPT_to];
    if (!given(args, OPT_as))
        return 0;
    if (!to || strcmp(to, "wav") != 0 || args->count != 1 ||
        rq_path_kind(args->paths[0], NULL) == RQ_PATH_FOLDER) {
        complain("--as makes a sound of KotOR of one MP3 or WAV: it needs --to wav, and one file");
        return EXIT_USAGE;
    }
    *format = rq_format_by_name("wav");
    return 0;
}

int take_kind(const struct args *args, const struct rq_format **format)
{
    const char *to = args->values[OPT_to], *dialect = args->values[OPT_dialect];
    const struct rq_file_kind *kind = to ? rq_file_kind_by_name(to) : NULL;
    /* "wav" is a kind of open file and the name of a format: it is the former. */
    *format = to && (!kind || kind->format) ? rq_format_by_name(to) : NULL;
    if (to && !kind && !*format)
        *format = format_of(to);
    if (to && !*format && !kind) {
        char known[RQ_KINDS_SIZE] = "";
        for (size_t i = 0, size = 0; i < rq_file_kind_count() && size < sizeof known; i++)
            size += (size_t)snprintf(known + size, sizeof known - size, " %s",
                                     rq_file_kind_at(i)->name);
        complain("--to knows%s and the names and extensions of formats, not %s", known, to);
        return EXIT_USAGE;
    }
    if (dialect && !rq_word_in("xoreos pykotor", dialect, strlen(dialect))) {
        complain("--dialect knows xoreos and pykotor, not %s", dialect);
        return EXIT_USAGE;
    }
    return 0;
}
