/* The switches of nwnnsscomp, under whose name TSLPatcher, KotOR Tool and others call their compiler.
 * docs/dialects.md. */
#include "core/text.h"
#include "script.h"

#include <stdio.h>
#include <stdlib.h>

struct call {
    struct args args;
    bool disassemble;
    const char *name, *folder; /* -o, --outputdir */
    struct rq_walk walk;       /* what wildcards stand for */
    char *output;
};

bool is_nwnnsscomp(const char *program)
{
    const char *base = rq_path_base(program);
    return rq_casecmp(base, "nwnnsscomp") == 0 || rq_casecmp(base, "nwnnsscomp.exe") == 0;
}

static int usage(void)
{
    printf(
        "nwnnsscomp [-c] [-d] [-o FILE] [--outputdir DIR] [-i DIR] [-g 1|2] FILE.nss... [OUTPUT]\n"
        "  -c  compile (also without it)    -d  disassemble\n"
        "  -i  a folder with includes       -g  1: KotOR, 2: The Sith Lords\n"
        "-e, -x, -v#, -q and --optimize are taken and change nothing. This is reliquary %s.\n",
        rq_version());
    return EXIT_FINDINGS;
}

/* Letters in one word: -co is -c with the old switch for optimizing, so o takes no value there. */
static bool take_letters(struct call *c, const char *letters)
{
    for (; *letters; letters++) {
        if (*letters == 'v')
            return true; /* a version behind it: -v1.00 */
        if (*letters == 'd')
            c->disassemble = true;
        else if (!strchr("ceoxq", *letters))
            return false;
    }
    return true;
}

/* Folders of includes, ; between. */
static bool take_includes(struct call *c, char *folders)
{
    for (char *p = strtok(folders, ";"); p; p = strtok(NULL, ";")) {
        if (c->args.include_count == MOST_INCLUDES)
            return false;
        c->args.includes[c->args.include_count++] = p;
    }
    return true;
}

/* A switch at argv[*i]; false: it is none that is known, or its value is missing. */
static bool take_switch(struct call *c, int argc, char **argv, int *i)
{
    const char *word = argv[*i];
    char *value = *i + 1 < argc ? argv[*i + 1] : NULL;
    if (strcmp(word, "--optimize") == 0)
        return true;
    bool with_value = strcmp(word, "-o") == 0 || strcmp(word, "--outputdir") == 0 ||
                      strcmp(word, "-g") == 0 || rq_casecmp(word, "-i") == 0;
    if (!with_value)
        return take_letters(c, word + 1);
    if (!value)
        return false;
    ++*i;
    if (word[1] == 'o')
        c->name = value;
    else if (word[1] == '-')
        c->folder = value;
    else if (word[1] != 'g')
        return take_includes(c, value);
    else if (strcmp(value, "1") != 0 && strcmp(value, "2") != 0)
        return false;
    else
        c->args.values[OPT_game_version] = *value == '1' ? "k1" : "k2";
    return true;
}

/* ---- inputs ---- */

static bool is_wild(const char *path)
{
    return strpbrk(path, "*?") != NULL;
}

static void add_path(struct call *c, const char *path)
{
    c->args.paths = need_more(c->args.paths, c->args.count + 1, sizeof *c->args.paths);
    c->args.paths[c->args.count++] = path;
}

/* The files of a folder that fit, with the right extension: shells of Windows leave wildcards to the program. */
static bool add_fitting(struct call *c, const char *pattern)
{
    char *folder = folder_of(pattern);
    size_t i = c->walk.count;
    bool fine = rq_walk_add(&c->walk, folder, NULL);
    free(folder);
    for (; fine && i < c->walk.count; i++) {
        const struct rq_found *f = &c->walk.items[i];
        if (!strchr(f->relative, '/') && rq_glob(rq_path_base(pattern), f->relative) &&
            ends_with(f->relative, c->disassemble ? ".ncs" : ".nss") &&
            rq_casecmp(f->relative, "nwscript.nss") != 0)
            add_path(c, f->path);
    }
    return fine;
}

/* The second of two names is where it goes: a file, or a folder. */
static bool take_output(struct call *c, const char *path)
{
    size_t size = strlen(path);
    bool folder =
        (size && strchr("/\\", path[size - 1])) || rq_path_kind(path, NULL) == RQ_PATH_FOLDER;
    if (c->name || c->folder || (!folder && ends_with(path, c->disassemble ? ".ncs" : ".nss")))
        return false;
    *(folder ? &c->folder : &c->name) = path;
    return true;
}

/* Names of files become args->paths; false: there are none. */
static bool take_files(struct call *c, char **names, size_t count)
{
    bool fine = true;
    if (count == 2 && take_output(c, names[1]))
        count = 1;
    for (size_t i = 0; i < count && fine; i++) {
        if (is_wild(names[i]))
            fine = add_fitting(c, names[i]);
        else
            add_path(c, names[i]);
    }
    return fine && c->args.count > 0 && (c->args.count == 1 || !c->name);
}

/* ---- the two verbs ---- */

/* Where one file goes, or all of them: NULL beside the source; to be freed. */
static char *output_of(const struct call *c)
{
    if (c->folder)
        return need_text("%s/%s", c->folder, c->name ? c->name : "");
    return c->name ? need_text("%s", c->name) : NULL;
}

static int compile(struct call *c)
{
    struct args *args = &c->args;
    args->verb = find_verb("compile");
    c->output = output_of(c);
    args->values[OPT_output] = c->output;
    /* TSLPatcher has it where it calls the compiler from. */
    if (rq_path_kind("nwscript.nss", NULL) == RQ_PATH_FILE)
        args->values[OPT_nwscript] = "nwscript.nss";
    return compile_nwscript(args);
}

static int disassemble(struct call *c)
{
    const char **paths = c->args.paths;
    size_t count = c->args.count;
    int code = 0;
    c->args.verb = find_verb("disassemble");
    for (size_t i = 0; i < count; i++) {
        char *whole = output_of(c), *path = whole;
        if (!c->name) /* a folder, or beside the script */
            path =
                path_with_end(whole, whole ? rq_path_base(paths[i]) : paths[i], ".ncs", ".pcode");
        c->args.paths = &paths[i];
        c->args.count = 1;
        c->args.values[OPT_output] = path;
        int one = run_disassemble(&c->args);
        code = one > code ? one : code;
        free(path == whole ? NULL : whole);
        free(path);
    }
    c->args.paths = paths;
    return code;
}

/* 0: all was made. 1: something was not, or the switches are wrong. */
int run_nwnnsscomp(int argc, char **argv)
{
    struct call c = {.args = {.nwnnsscomp = true}};
    char **names = need((size_t)argc, sizeof *names);
    size_t count = 0;
    double start = rq_clock();
    bool fine = true;
    for (int i = 1; i < argc && fine; i++) {
        if (argv[i][0] == '-' && argv[i][1])
            fine = take_switch(&c, argc, argv, &i);
        else
            names[count++] = argv[i];
    }
    c.args.values[OPT_force] = c.args.values[OPT_quiet] = "";
    fine = fine && take_files(&c, names, count);
    int code = !fine ? usage() : c.disassemble ? disassemble(&c) : compile(&c);
    if (fine)
        printf("Total Execution time = %d ms\n", (int)((rq_clock() - start) * 1000));
    free(names);
    free(c.args.paths);
    free(c.output);
    rq_walk_free(&c.walk);
    return code ? EXIT_FINDINGS : EXIT_FINE;
}
