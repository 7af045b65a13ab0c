#include "core/text.h"
#include "core/transaction.h"
#include "game/pair.h"
#include "tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <io.h>
#define isatty _isatty
#else
#include <unistd.h>
#endif

/* ---- messages ---- */

/* A line of progress stands on the terminal and has no end yet. */
static bool progress_drawn;

void progress_wipe(void)
{
    if (progress_drawn) {
        fprintf(stderr, "\r%*s\r", 60, "");
        fflush(stderr);
    }
    progress_drawn = false;
}

/* Names of files and entries may hold anything, a terminal's commands too. */
static void put_clean(FILE *to, const char *fmt, va_list args)
{
    char fixed[400], *text = fixed;
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(fixed, sizeof fixed, fmt, args);
    if (size >= (int)sizeof fixed) {
        text = need((size_t)size + 1, 1);
        vsnprintf(text, (size_t)size + 1, fmt, again);
    }
    va_end(again);
    rq_text_clean(text);
    fputs(text, to);
    if (text != fixed)
        free(text);
}

void complain(const char *fmt, ...)
{
    va_list args;
    fflush(stdout);
    progress_wipe();
    fputs("reliquary: ", stderr);
    va_start(args, fmt);
    put_clean(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
}

void say(const char *fmt, ...)
{
    va_list args;
    progress_wipe();
    va_start(args, fmt);
    put_clean(stdout, fmt, args);
    va_end(args);
    putchar('\n');
}

void say_part(const char *fmt, ...)
{
    va_list args;
    progress_wipe();
    va_start(args, fmt);
    put_clean(stdout, fmt, args);
    va_end(args);
}

void error_text(const struct rq_error *err, char *text, size_t size)
{
    /* By enum rq_hint. */
    static const char *const hints[] = {
        "",
        "; --force writes over it",
        "; --encoding names its code page",
        "; --game names the folder of the game",
        "; build --derive works them out again",
        "; --palette names one, --game a folder of the game that has it",
        "",
        "; extract --salvage saves what is whole",
    };
    if (err->code == RQ_IO || err->code == RQ_USAGE || !err->where[0])
        snprintf(text, size, "%s%s%s%s", err->where, err->where[0] ? ": " : "", err->text,
                 hints[err->hint]);
    else
        snprintf(text, size, "%s at 0x%llx, %s: %s%s", rq_code_name(err->code),
                 (unsigned long long)err->offset, err->where, err->text, hints[err->hint]);
}

int report(const char *path, const struct rq_error *err, int code)
{
    char text[400];
    error_text(err, text, sizeof text);
    /* Errors of the file system and of usage name their path themselves. */
    bool named = err->code == RQ_IO || err->code == RQ_USAGE;
    if (named && strcmp(err->where, path) == 0)
        complain("%s", text);
    else
        complain("%s: %s", path, text);
    return err->code == RQ_USAGE ? EXIT_USAGE : code;
}

bool use_color(const struct args *args)
{
    const char *none = getenv("NO_COLOR");
    return !given(args, OPT_no_color) && !(none && none[0]) && isatty(1);
}

void progress_open(struct progress *p, const struct args *args, const char *what)
{
    *p = (struct progress){.on = !given(args, OPT_quiet) && isatty(2), .what = what};
}

void progress_show(struct progress *p, size_t done, size_t total)
{
    double now = p->on ? rq_clock() : 0;
    if (!p->on || now - p->last < 0.1)
        return;
    p->last = now;
    /* What was said so far stands above it. */
    fflush(stdout);
    fprintf(stderr, "\r%s %zu of %zu", p->what, done, total);
    fflush(stderr);
    progress_drawn = true;
}

void progress_close(struct progress *p)
{
    p->on = false;
    progress_wipe();
}

/* ---- inputs ---- */

bool read_options(const struct args *args, const char *name, struct rq_options *options)
{
    *options = (struct rq_options){.name = name};
    if (given(args, OPT_format)) {
        options->format = rq_format_by_name(args->values[OPT_format]);
        if (!options->format)
            complain("no format is named %s; reliquary formats lists them",
                     args->values[OPT_format]);
    }
    if (given(args, OPT_encoding)) {
        options->codepage = rq_codepage_by_name(args->values[OPT_encoding]);
        if (!options->codepage)
            complain("no code page is named %s; cp1252, cp437, cp1250, cp1251, cp932, cp936, "
                     "cp949 and cp950 are known",
                     args->values[OPT_encoding]);
    }
    return (!given(args, OPT_format) || options->format) &&
           (!given(args, OPT_encoding) || options->codepage);
}

unsigned game_version(const struct args *args)
{
    const char *text = args->values[OPT_game_version];
    return !text ? 0 : rq_casecmp(text, "k1") == 0 ? 1 : 2;
}

int open_palette(const struct args *args, struct rq_map *map)
{
    struct rq_error err = {0};
    const char *path = args->values[OPT_palette];
    if (!path)
        return 0;
    if (!rq_map_open(map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    if (rq_format_detect(map->bytes, path) == rq_format_by_name("col"))
        return 0;
    complain("%s is not a palette (COL)", path);
    return EXIT_UNREADABLE;
}

int open_input(const struct args *args, const char *path, struct rq_doc_file *input)
{
    struct rq_error err = {0};
    struct rq_options options;
    *input = (struct rq_doc_file){0};
    if (!read_options(args, path, &options))
        return EXIT_USAGE;
    return rq_doc_file_open(input, path, &options, &err) ? 0 : report(path, &err, EXIT_UNREADABLE);
}

int save_output(const struct args *args, const char *path, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    enum rq_save mode = given(args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    if (rq_file_save(path, bytes, mode, &err))
        return 0;
    return report(path, &err, EXIT_UNWRITTEN);
}

int not_written(const char *folder)
{
    return rq_path_kind(folder, NULL) == RQ_PATH_FOLDER ? EXIT_UNWRITTEN : EXIT_UNREADABLE;
}

bool skips_existing(const struct args *args, const char *path)
{
    return given(args, OPT_skip_existing) && strcmp(path, "-") != 0 &&
           rq_path_kind(path, NULL) != RQ_PATH_NONE;
}

void say_wrote(const struct args *args, const char *path, size_t bytes)
{
    if (!given(args, OPT_quiet) && strcmp(path, "-") != 0)
        say("wrote %s, %zu bytes", path, bytes);
}

int keep_backup(const struct args *args, const char *file, struct rq_bytes was, char **bak)
{
    struct rq_error err = {0};
    *bak = given(args, OPT_backup) ? need_text("%s.bak", file) : NULL;
    if (!*bak || rq_file_save(*bak, was, RQ_SAVE_NEW, &err))
        return 0;
    complain("%s: it can't be kept as it is: %s; move what is there away, or leave --backup out",
             *bak, err.text);
    free(*bak);
    *bak = NULL;
    return EXIT_UNWRITTEN;
}

int end_backup(char *bak, int code)
{
    if (bak && code)
        rq_remove_file(bak);
    free(bak);
    return code;
}

int replace_file(const struct args *args, const char *file, struct rq_bytes was,
                 struct rq_bytes bytes)
{
    struct rq_error err = {0};
    char *bak;
    if (given(args, OPT_dry_run))
        return 0;
    if (given(args, OPT_output))
        return save_output(args, args->values[OPT_output], bytes);
    int code = keep_backup(args, file, was, &bak);
    if (code)
        return code;
    if (!rq_file_save(file, bytes, RQ_SAVE_REPLACE, &err))
        code = report(file, &err, EXIT_UNWRITTEN);
    return end_backup(bak, code);
}

bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), more = strlen(end);
    return size >= more && rq_casecmp(text + size - more, end) == 0;
}

static bool is_told(const struct rq_finding *findings, size_t count, const struct rq_finding *f)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(findings[i].id, f->id) == 0 && strcmp(findings[i].text, f->text) == 0)
            return true;
    return false;
}

/* Each once; told: a document whose findings were told of already, or NULL. */
static void tell_findings(const char *path, const struct rq_doc *doc, enum rq_severity least,
                          const struct rq_doc *told)
{
    const struct rq_finding *findings, *before = NULL;
    size_t count = rq_doc_findings(doc, &findings);
    size_t had = told ? rq_doc_findings(told, &before) : 0;
    for (size_t i = 0; i < count; i++)
        if (findings[i].severity >= least && !is_told(before, had, &findings[i]) &&
            !is_told(findings, i, &findings[i]))
            complain("%s: %s: %s%s", path, findings[i].where, findings[i].text,
                     ends_with(findings[i].id, "-underived") ? "; --derive does that" : "");
}

/* What is odd about the file that was made, as anybody will see it who reads it. */
static void tell_made(const char *path, struct rq_doc *doc, struct rq_bytes file,
                      struct rq_bytes second)
{
    struct rq_options options = {.format = rq_doc_format(doc), .name = path};
    struct rq_error ignored = {0};
    if (rq_doc_has_companion(doc))
        options.companion = second.data ? second : (struct rq_bytes){(const uint8_t *)"", 0};
    struct rq_doc *made = rq_doc_read(file, &options, &ignored);
    if (made)
        tell_findings(path, made, RQ_WARNING, doc);
    rq_doc_free(made);
}

bool save_pair(const struct args *args, const struct rq_txn_file *two, struct rq_error *err)
{
    bool there = rq_path_kind(two[0].path, NULL) != RQ_PATH_NONE;
    bool second_there = rq_path_kind(two[1].path, NULL) != RQ_PATH_NONE;
    if (given(args, OPT_force) && (there || second_there))
        return rq_txn_save_two(two, err);
    /* One that is in the way is refused before the other is written. */
    if (there)
        return rq_fail(err, RQ_IO, 0, two[0].path, "is there already") ||
               rq_fail_hint(err, RQ_HINT_REPLACE);
    bool fine = rq_file_save(two[1].path, two[1].bytes, RQ_SAVE_NEW, err) &&
                rq_file_save(two[0].path, two[0].bytes, RQ_SAVE_NEW, err);
    if (!fine && !second_there)
        rq_remove_file(two[1].path);
    return fine;
}

int save_document(const struct args *args, const char *path, struct rq_doc *doc)
{
    struct rq_out out = {0}, second = {0};
    struct rq_error err = {0};
    const char *extension = rq_format_companion(rq_doc_format(doc));
    char *beside = extension ? rq_pair_target(path, extension) : NULL;
    int code = 0;
    tell_findings(path, doc, RQ_INFO, NULL);
    if (extension && !beside && strcmp(path, "-") != 0) {
        complain("%s: a .%s comes with it; -o must name a file with an extension", path, extension);
        return EXIT_USAGE;
    }
    if (!rq_doc_write(doc, &out, &err) || !rq_doc_write_companion(doc, &second, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    if (!code)
        tell_made(path, doc, rq_out_bytes(&out), rq_out_bytes(&second));
    bool two = beside && rq_doc_has_companion(doc);
    const struct rq_txn_file files[] = {{.path = path, .bytes = rq_out_bytes(&out)},
                                        {.path = beside, .bytes = rq_out_bytes(&second)}};
    if (!code && two)
        code = save_pair(args, files, &err) ? 0 : report(path, &err, EXIT_UNWRITTEN);
    else if (!code) /* one that was read without its second leaves that alone */
        code = save_output(args, path, files[0].bytes);
    if (!code)
        say_wrote(args, path, out.size);
    if (!code && two)
        say_wrote(args, beside, second.size);
    if (!code && extension && !rq_doc_has_companion(doc))
        complain("%s: its .%s was not found, so none is written", path, extension);
    else if (!code && extension && !beside)
        complain("its .%s was not written; name a file with -o", extension);
    free(beside);
    rq_out_free(&out);
    rq_out_free(&second);
    return code;
}

/* ---- trees ---- */

int walk_paths(struct rq_walk *walk, const struct args *args)
{
    int missed = 0;
    for (size_t i = 0; i < args->count; i++) {
        struct rq_error err = {0};
        if (!rq_walk_add(walk, args->paths[i], &err))
            missed = report(args->paths[i], &err, EXIT_UNREADABLE);
    }
    return missed;
}

static void note_missed(void *ctx, const char *path, const struct rq_error *err)
{
    int *missed = ctx;
    *missed = report(path, err, EXIT_UNREADABLE);
}

int tree_open_most(struct rq_tree *tree, const struct args *args, int *missed)
{
    struct rq_options checked;
    struct rq_error err = {0};
    *tree = (struct rq_tree){0};
    if (!read_options(args, "", &checked))
        return EXIT_USAGE;
    struct rq_tree_options options = {.format = checked.format,
                                      .codepage = checked.codepage,
                                      .problem = note_missed,
                                      .problem_ctx = missed};
    if (rq_tree_open(tree, args->paths, args->count, &options, &err))
        return 0;
    return report("", &err, EXIT_UNREADABLE);
}

int tree_open(struct rq_tree *tree, const struct args *args)
{
    int missed = 0, code = tree_open_most(tree, args, &missed);
    return code ? code : missed;
}
