#include "convert_kind.h"

#include "core/text.h"

/* Kinds of files that are no formats of the games. */
#define OPEN_KINDS "png gif glb wav mp3 csv bmfont ttf ascii json xml"

const char *kind_of_extension(const char *path)
{
    static const char *const open[] = {"png", "gif", "glb", "wav",  "mp3",
                                       "csv", "ttf", "xml", "json", "ascii"};
    char lower[16];
    size_t size = 0;
    for (const char *c = rq_path_extension(path); *c && size + 1 < sizeof lower; c++)
        lower[size++] = rq_lower(*c);
    lower[size] = 0;
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        if (strcmp(lower, open[i]) == 0)
            return open[i];
    for (size_t i = 0; size && i < rq_format_count(); i++) {
        const struct rq_format_info *info = rq_format_describe(rq_format_at(i));
        if (rq_word_in(info->extensions, lower, size))
            return info->name;
    }
    return NULL;
}

bool fits_kind(const char *path, const char *to)
{
    const char *extension = rq_path_extension(path), *kind = kind_of_extension(path);
    bool text = rq_word_in("ascii json csv xml 2da-text", to, strlen(to));
    return (kind && rq_casecmp(kind, to) == 0) || (text && rq_casecmp(extension, "txt") == 0) ||
           (strncmp(to, "2da-", 4) == 0 && rq_casecmp(extension, "2da") == 0) ||
           (strcmp(to, "bmfont") == 0 && rq_casecmp(extension, "fnt") == 0);
}

int take_output(struct args *args)
{
    static const char foreign[] = "jpg jpeg webp obj fbx dae gltf ogg flac";
    const char *out = args->values[OPT_output], *to = args->values[OPT_to];
    const char *kind = kind_of_extension(out), *extension = rq_path_extension(out);
    const char *from = args->count ? rq_path_extension(args->paths[0]) : "";
    bool is_open = kind && rq_word_in(OPEN_KINDS, kind, strlen(kind));
    if (rq_path_kind(out, NULL) == RQ_PATH_FOLDER || args->count > 1)
        return 0;
    if (!to && extension[0] && rq_word_in(foreign, extension, strlen(extension))) {
        complain("%s: .%s is nothing that convert makes; PNG, GLB and WAV are", out, extension);
        return EXIT_USAGE;
    }
    if (!to && kind && !is_open && rq_casecmp(from, extension) == 0) {
        complain("%s is of that kind already; --to or another extension of -o says what to make",
                 args->paths[0]);
        return EXIT_USAGE;
    }
    if (!to)
        args->values[OPT_to] = kind;
    if (to && is_open && rq_casecmp(to, kind) != 0) {
        complain("%s: --to %s makes no .%s; leave --to away, or name the file otherwise", out, to,
                 extension);
        return EXIT_USAGE;
    }
    return 0;
}

int take_kind(const struct args *args, const struct rq_format **format)
{
    static const char known[] = OPEN_KINDS " 2da-text 2da-binary";
    const char *to = args->values[OPT_to], *dialect = args->values[OPT_dialect];
    bool kind = to && rq_word_in(known, to, strlen(to));
    /* "wav" is a kind of file and the name of a format: nothing is imported into it. */
    *format = to && !kind ? rq_format_by_name(to) : NULL;
    if (to && !*format && !kind) {
        complain("--to knows %s and the names of formats, not %s", known, to);
        return EXIT_USAGE;
    }
    if (dialect && !rq_word_in("xoreos pykotor", dialect, strlen(dialect))) {
        complain("--dialect knows xoreos and pykotor, not %s", dialect);
        return EXIT_USAGE;
    }
    return 0;
}
